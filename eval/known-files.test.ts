import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pricecheck-eval-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a program on a file with these lines; returns the figures it prints last and whether it exited with 0. */
async function runProgram(
  program: string,
  lines: readonly string[],
): Promise<{ figures: unknown; fine: boolean }> {
  const file = join(folder, `${program}.csv`);
  await writeFile(file, `${lines.join("\n")}\n`);
  const args = ["--import", "tsx", join(import.meta.dirname, `${program}.ts`), file];
  const { stdout, fine } = await run(process.execPath, args, { cwd: join(import.meta.dirname, "..") }).then(
    (done) => ({ ...done, fine: true }),
    (error: { stdout: string }) => ({ stdout: error.stdout, fine: false }),
  );
  return { figures: JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? ""), fine };
}

it("matches further apart than three times are refused, and no price follows them", async () => {
  const { figures, fine } = await runProgram("walmart-amazon", [
    "left_id,left_title,left_price,right_id,right_price",
    "1,Lamp,10.00,a,11.50",
    "2,Cup,10.00,b,30.00",
    "3,Cups of six,10.00,c,30.01",
    "4,Case,30.01,d,10.00",
  ]);
  expect(fine).toBe(true);
  expect(figures).toMatchObject({
    matches: 4,
    refused: 2,
    refused_over_3x: 2,
    missed_over_3x: 0,
    refused_within_3x: 0,
    reviews: 2,
    price_changes: 2,
    price_changes_from_refused: 0,
  });
});

it("a cost that does not belong to its margin is found", async () => {
  const head = "sku,list_price,unit_cost,currency,list_margin_pct";
  const right = "A,130.98,104.784,USD,20.0";
  expect(await runProgram("superstore", [head, right])).toEqual({
    figures: { items: 1, margins_agree: 1, costs_agree_to_the_cent: 1, differ: 0 },
    fine: true,
  });
  expect(await runProgram("superstore", [head, right, "B,130.98,103.00,USD,20.0"])).toMatchObject({
    figures: { items: 2, margins_agree: 1, differ: 1 },
    fine: false,
  });
});
