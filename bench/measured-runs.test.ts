import { expect, it } from "vitest";
import { tenantOf } from "@/server/db/database/tenant";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { processRun } from "@/server/usecases/runs/process";
import { hasRewritten, measureIdenticalRuns, measureRun, openSeededWorkspace } from "./measured-runs";
import type { Statement } from "./written";

const ITEMS = 40;
const WORKSPACE = "ws_bench";

const service = duringTests(startTestService);

it("counts what runs write: nothing the second time, and the rows that have changed since", async () => {
  const sql: Statement = (text, values) => service.sql(text, values);
  const process = (id: string) => processRun(service.services, tenantOf(WORKSPACE), id);
  await openSeededWorkspace(sql, WORKSPACE, ITEMS, new Date(service.clock.now()));
  const first = await measureRun(sql, WORKSPACE, { items: ITEMS, run: 1, process });
  expect(first.rows_updated).toMatchObject({ recommendations: 0, alerts: 0 });
  const published = await service.sql("SELECT FROM recommendations WHERE workspace_id = $1", [WORKSPACE]);
  expect(published.length).toBeGreaterThan(ITEMS / 2);
  expect(first.bytes_per_item.run_results).toBeGreaterThan(0);
  const identical = await measureIdenticalRuns(sql, WORKSPACE, { items: ITEMS, runs: 2, process });
  expect(identical.map(hasRewritten)).toEqual([false, false]);
  await service.sql("UPDATE catalog_items SET cost = cost * 2 WHERE workspace_id = $1 AND sku = 'SKU-7'", [
    WORKSPACE,
  ]);
  const changed = await measureRun(sql, WORKSPACE, { items: ITEMS, run: 4, process });
  expect(changed.rows_updated.recommendations).toBe(1);
  expect(hasRewritten(changed)).toBe(true);
});
