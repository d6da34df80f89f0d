import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";

const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pricecheck-history-test-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const MATCHES = `left_id,left_title,left_qty,left_unit,right_id,right_qty,right_unit,currency
10,Oat drink,1000,ml,A,1000,ml,EUR
11,Rye bread,750,g,B,750,g,EUR
12,Coffee beans,500,g,C,1000,g,EUR
`;
// A competitor undercuts the drink for two days and then returns; the coffee's pack is smaller than its match's.
const CHANGES = `store,id,date,price
ours,10,2020-03-02,2.19
ours,11,2020-03-02,3.99
ours,12,2020-03-02,9.99
theirs,A,2020-03-02,2.19
theirs,B,2020-03-02,3.99
theirs,C,2020-03-02,4.99
theirs,A,2020-03-03,1.99
theirs,Z,2020-03-03,0.01
ours,11,2020-03-04,4.49
theirs,A,2020-03-05,2.19
`;

it("replays a shop's past through runs, alerts and write-backs, and loses nothing", {
  timeout: 120_000,
}, async () => {
  await writeFile(join(folder, "matches_both_prices.csv"), MATCHES);
  await writeFile(join(folder, "price_history.csv"), CHANGES);
  const program = [join("node_modules", "tsx", "dist", "cli.mjs"), join("eval", "history.ts")];
  const { stdout } = await run(process.execPath, [
    ...program,
    folder,
    "--shop",
    "ours",
    "--market",
    "theirs",
  ]);
  const figures: unknown = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
  expect(figures).toMatchObject({
    days: 4,
    from: "2020-03-02",
    to: "2020-03-05",
    pairs: 3,
    items: 12,
    replayed: 12,
    replay_differs: 0,
    lost: 0,
    alerts: { repeated: 0 },
  });
  const { recommendations, applied } = figures as { recommendations: number; applied: number };
  expect(recommendations).toBeGreaterThan(0);
  expect(applied).toBe(recommendations);
});
