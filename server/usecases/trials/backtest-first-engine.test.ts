import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { readDraft } from "../policy/priced-document";
import { backtestPolicy } from "./backtest";

const Stored = z.object({ policy: z.json(), input: z.string(), outcome: z.string() });
const Input = z.object({ item: z.object({ id: z.string() }) });

const service = duringTests(startTestService);

it("computes a run of the first engine by its rules, so that its own policy gives it to the byte", async () => {
  const lines = readFileSync(join(import.meta.dirname, "../runs/engine-1.jsonl"), "utf8")
    .trimEnd()
    .split("\n");
  const stored = lines.map((line) => Stored.parse(JSON.parse(line)));
  const policies = new Map(stored.map(({ policy }) => [JSON.stringify(policy), policy]));
  for (const [text, policy] of policies) {
    const { id, tenant } = await service.workspace();
    const runId = await service.make.run(id, { engine_version: "1" });
    await service.sql("UPDATE policy_versions SET document = $2::jsonb WHERE workspace_id = $1", [id, text]);
    const same = stored.filter((each) => JSON.stringify(each.policy) === text);
    const byItem = new Map(same.map((each) => [Input.parse(JSON.parse(each.input)).item.id, each]));
    for (const [itemId, { input, outcome }] of byItem)
      await service.sql(
        `INSERT INTO run_results (workspace_id, run_id, item_id, input, outcome, kind) VALUES ($1, $2, $3, $4, $5, 'skip')`,
        [id, runId, itemId, input, outcome],
      );
    const draft = { document: readDraft(policy), runs: 1 };
    const { runs } = await backtestPolicy(service.services, tenant, draft, async () => undefined);
    expect(runs).toMatchObject([
      { run_id: runId, engine_version: "1", identical: byItem.size, effect: { differing: 0 } },
    ]);
  }
});
