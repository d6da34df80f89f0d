/**
 * Reads folders of inputs that were once handled wrong, and compares what comes of them with what is expected. `npm
 * run found -- DIR [--only 13-18,24]`: DIR has folders such as `24-count-ends-in-0`; what is expected of each stands in
 * `eval/found/expected/<folder>.ts`. Uses a PostgreSQL and shops of its own, and no network but loopback. Prints right
 * and wrong for each folder, and the figures as JSON on the last line; exits with 1 if one is wrong, or a selected
 * folder with an expectation is missing.
 */
import { existsSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { startVitest, type TestCase, type TestModule } from "vitest/node";
import { type Folder, foldersIn, numbersOf } from "@/eval/found/selection";

const CONFIG = fileURLToPath(new URL("./found/vitest.config.ts", import.meta.url));
const EXPECTED = fileURLToPath(new URL("./found/expected", import.meta.url));
const NAME_WIDTH = 28;

/** Returns whether everything that is expected of the selected folders holds. */
async function main(inputs: string, only: string | undefined): Promise<boolean> {
  const numbers = only === undefined ? null : numbersOf(only);
  const isSelected = ({ number }: Folder): boolean => numbers === null || numbers.has(number);
  const there = foldersIn(readdirSync(inputs)).filter(isSelected);
  const expected = foldersIn(readdirSync(EXPECTED).map((file) => basename(file, ".ts"))).filter(isSelected);
  const names = new Set(there.map(({ name }) => name));
  const known = expected.filter(({ name }) => names.has(name));
  const missing = expected.filter(({ name }) => !names.has(name)).map(({ name }) => name);
  const results = known.length === 0 ? [] : await compare(inputs, known);
  const unexpected = there.map(({ name }) => name).filter((name) => !known.some((one) => one.name === name));
  for (const name of unexpected) console.log(`${name.padEnd(NAME_WIDTH)} not expected yet`);
  for (const name of missing) console.log(`${name.padEnd(NAME_WIDTH)} missing in ${inputs}`);
  const right = results.reduce((sum, one) => sum + one.right, 0);
  const wrong = results.reduce((sum, one) => sum + one.wrong, 0);
  console.log(JSON.stringify({ folders: results.length, right, wrong, not_expected: unexpected, missing }));
  return wrong === 0 && missing.length === 0 && results.every((one) => one.right > 0);
}

type Result = { readonly right: number; readonly wrong: number };

/** Runs the expectations of the folders and prints the result of each. */
async function compare(inputs: string, folders: readonly Folder[]): Promise<readonly Result[]> {
  const files = folders.map(({ name }) => join(EXPECTED, `${name}.ts`));
  const vitest = await startVitest("test", files, {
    config: CONFIG,
    watch: false,
    reporters: [{}],
    provide: { inputs },
  });
  const modules = vitest.state.getTestModules();
  const results = folders.map(({ name }) => resultOf(name, modules));
  await vitest.close();
  return results;
}

function resultOf(name: string, modules: readonly TestModule[]): Result {
  const module = modules.find(({ moduleId }) => basename(moduleId, ".ts") === name);
  const tests = [...(module?.children.allTests() ?? [])];
  const isRight = (test: TestCase): boolean => test.result().state === "passed";
  const wrong = tests.filter((test) => !isRight(test));
  const unloaded = module?.errors() ?? [];
  const result = { right: tests.length - wrong.length, wrong: wrong.length + unloaded.length };
  console.log(`${name.padEnd(NAME_WIDTH)} ${result.right} right, ${result.wrong} wrong`);
  for (const { message } of unloaded) console.log(indented(message));
  for (const test of wrong) console.log(indented(`${test.fullName}: ${reasonOf(test)}`));
  return result;
}

/** Returns what a test expected and received; a test that did not run has only its state. */
function reasonOf(test: TestCase): string {
  const [error] = test.result().errors ?? [];
  if (error === undefined) return test.result().state;
  return error.diff === undefined ? error.message : `\n${stripVTControlCharacters(error.diff)}`;
}

const indented = (text: string): string => text.replace(/^/gm, "    ");

const { values, positionals } = parseArgs({
  options: { only: { type: "string" } },
  allowPositionals: true,
});
const [directory] = positionals;
if (directory === undefined || !existsSync(directory)) {
  console.error("Usage: npm run found -- DIR [--only 13-18,24]");
  process.exit(2);
}
process.exit((await main(resolve(directory), values.only)) ? 0 : 1);
