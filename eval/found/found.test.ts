import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { foldersIn, numbersOf } from "@/eval/found/selection";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pricecheck-found-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(name: string, file: string, text: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, file), text);
}

/** Runs the program on the folders; returns what it prints, its figures, and whether it exited with 0. */
async function runProgram(...args: readonly string[]) {
  const program = ["--import", "tsx", join(ROOT, "eval/found.ts"), folder, ...args];
  const { stdout, fine } = await run(process.execPath, program, { cwd: ROOT }).then(
    (done) => ({ stdout: done.stdout, fine: true }),
    (error: { stdout: string }) => ({ stdout: error.stdout, fine: false }),
  );
  return { stdout, fine, figures: JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") };
}

const jar = (
  class_: string,
) => `<!doctype html><html lang="en"><head><title>Honey jar</title></head><body><h1>Honey jar</h1>
<div class="${class_}"><div itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="4500">
<meta itemprop="priceCurrency" content="CLP"><link itemprop="availability" href="https://schema.org/InStock"></div>
<p class="price">$4.500</p><button>Add to cart</button></div></body></html>`;

describe("inputs that were once handled wrong", () => {
  it("are compared with what is expected of their folder, and one that is wrong exits with 1", async () => {
    await write("25-offer-in-sidebar", "page.html", jar("box"));
    await write("99-not-known", "page.html", jar("box"));
    const { stdout, fine, figures } = await runProgram("--only", "25,99");
    expect(stdout).toMatch(/^25-offer-in-sidebar +0 right, 1 wrong$/m);
    expect(stdout).toMatch(/^99-not-known +not expected yet$/m);
    expect(figures).toEqual({
      folders: 1,
      right: 0,
      wrong: 1,
      not_expected: ["99-not-known"],
      missing: [],
    });
    expect(fine).toBe(false);
  }, 120_000);

  it("are wrong where the folder of an expectation is missing", async () => {
    const { figures, fine } = await runProgram("--only", "24");
    expect(figures).toMatchObject({ folders: 0, missing: ["24-count-ends-in-0"] });
    expect(fine).toBe(false);
  }, 120_000);

  it("are no error without an expectation", async () => {
    const { figures, fine } = await runProgram("--only", "99");
    expect(figures).toMatchObject({ right: 0, wrong: 0, not_expected: ["99-not-known"] });
    expect(fine).toBe(true);
  }, 120_000);
});

describe("the selection of folders", () => {
  it("is numbers and ranges of numbers", () => {
    expect([...numbersOf("13-15, 24")]).toEqual([13, 14, 15, 24]);
    for (const wrong of ["", "a", "3-1", "1-2-3", "13;14"]) expect(() => numbersOf(wrong)).toThrow("--only");
  });

  it("takes folders by the number that their names begin with", () => {
    expect(foldersIn(["24-b", "3-a", "README.md", "x-1"])).toEqual([
      { number: 3, name: "3-a" },
      { number: 24, name: "24-b" },
    ]);
  });
});
