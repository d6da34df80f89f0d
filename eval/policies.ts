/**
 * Checks the example policies of `docs/policies/examples`: each decides an item with the figures that were worked out
 * by hand, and is linted and previewed over the demo shop by a service of its own. `npm run policies [-- --only
 * 1,20-24]` prints for each what it says and what came of it, and the figures as JSON on the last line; exits with 1 if
 * one is wrong or missing, and with 2 if nothing was selected.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { numbersOf } from "@/eval/found/selection";
import { openDemo } from "@/eval/policies/demo";
import { type Example, examplesIn } from "@/eval/policies/examples";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = join(ROOT, "docs/policies/examples");

const { values } = parseArgs({ options: { only: { type: "string" } } });
const numbers = values.only === undefined ? null : numbersOf(values.only);
const { examples, missing } = examplesIn(FOLDER);
const chosen = examples.filter(({ number }) => numbers === null || numbers.has(number));
if (chosen.length === 0) {
  console.error("There is no such example.");
  process.exit(2);
}

const demo = await openDemo(ROOT);
let wrong = 0;
try {
  for (const example of chosen) wrong += (await isRight(example)) ? 0 : 1;
} finally {
  await demo.close();
}
for (const name of missing) console.log(`missing ${name}`);
console.log(
  JSON.stringify({
    policies: chosen.length,
    numbers: new Set(chosen.map(({ number }) => number)).size,
    right: chosen.length - wrong,
    wrong,
    missing,
  }),
);
process.exitCode = wrong > 0 || missing.length > 0 ? 1 : 0;

/** Checks an example and prints what it says, what it gives, and every fault. */
async function isRight({ name, document, says, gives, faults: found }: Example): Promise<boolean> {
  const { moved, faults: refused } = await demo.previewed(document).catch((error: unknown) => ({
    moved: 0,
    faults: [String(error)],
  }));
  const faults = [...found, ...refused];
  console.log(
    `${faults.length > 0 ? "wrong" : "right"} ${name}: ${moved} prices of the demo shop would change`,
  );
  for (const line of [says, gives, ...faults.map((fault) => `WRONG: ${fault}`)]) console.log(`      ${line}`);
  return faults.length === 0;
}
