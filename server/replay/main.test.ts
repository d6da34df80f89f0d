import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, inject, it } from "vitest";
import { z } from "zod";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";

const ROOT = join(import.meta.dirname, "../..");
// The test starts the program several times.
const TIMEOUT_MS = 120_000;

const service = duringTests(startTestService);
let shop: Shop;

beforeAll(async () => {
  shop = await openShop(service);
});

/** Runs the program as `npm run replay` does, in a process with access to nothing but the database. */
function replay(runId: string): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: "production",
    PATH: "/usr/local/bin:/usr/bin:/bin",
    DATABASE_URL: service.database.ownerUrl,
    APP_DB_PASSWORD: inject("appPassword"),
    AUTH_SECRET: "a".repeat(43),
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString("base64url"),
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["--import", "tsx", "server/replay/main.ts", runId],
      { env, cwd: ROOT },
      (error, stdout, stderr) => resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}

const responseOf = (stdout: string): unknown => JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");

it(
  "a fresh process agrees with a run to the byte, and names the item of which one byte was altered",
  async () => {
    await shop.stock(
      { sku: "MUG", price: "20.00", cost: "10.00" },
      { sku: "JUG", price: "9.00", cost: null },
    );
    await shop.observe("MUG", ["22.00", "22.40"]);
    const runId = String((await shop.run())["id"]);
    const first = await replay(runId);
    expect(first).toMatchObject({ code: 0 });
    expect(responseOf(first.stdout)).toMatchObject({ run: runId, compared: 2, agrees: true });

    const mug = await shop.itemId("MUG");
    await service.sql(
      'UPDATE run_results SET outcome = regexp_replace(outcome, \'"recommended_price":"21\', \'"recommended_price":"22\') WHERE item_id = $1',
      [mug],
    );
    const altered = await replay(runId);
    expect(altered).toMatchObject({ code: 1, stderr: expect.stringContaining(`Item ${mug}, outcome`) });
    expect(responseOf(altered.stdout)).toMatchObject({ agrees: false });
  },
  TIMEOUT_MS,
);

const Stored = z.object({
  policy: z.json(),
  input: z.string(),
  outcome: z.string(),
});
const Item = z.object({ policy_version: z.int(), item: z.object({ id: z.string() }) });

it(
  "a fresh process agrees with a run of the first engine and its form of the policy",
  async () => {
    const lines = readFileSync(join(ROOT, "server/usecases/runs/engine-1.jsonl"), "utf8")
      .trimEnd()
      .split("\n");
    const [first, ...others] = lines.map((line) => Stored.parse(JSON.parse(line)));
    if (first === undefined) throw new Error("nothing of the first engine is kept");
    const policy = JSON.stringify(first.policy);
    const same = [first, ...others.filter((each) => JSON.stringify(each.policy) === policy)];
    const { id } = await service.workspace();
    const runId = await service.make.run(id, { status: "succeeded", engine_version: "1", policy_version: 7 });
    await service.sql(
      `INSERT INTO policy_versions (workspace_id, version, id, document, author) VALUES ($1, 7, 'pol_first', $2::jsonb, 'test')`,
      [id, policy],
    );
    const byItem = new Map(same.map((each) => [Item.parse(JSON.parse(each.input)).item.id, each]));
    for (const [itemId, { input, outcome }] of byItem)
      await service.sql(
        `INSERT INTO run_results (workspace_id, run_id, item_id, input, outcome, kind) VALUES ($1, $2, $3, $4, $5, 'skip')`,
        [id, runId, itemId, input, outcome],
      );
    const result = await replay(runId);
    expect(result.stderr).toBe("");
    expect(responseOf(result.stdout)).toEqual({
      run: runId,
      engine_version: "1",
      compared: byItem.size,
      agrees: true,
    });
  },
  TIMEOUT_MS,
);
