/**
 * Checks the example policies of `docs/policies/examples`: each is linted and previewed over the demo shop by a service
 * of its own, and decides a mug with the figures that were worked out by hand. `npm run policies [-- --only 1,20-24]`
 * prints for each what it says and what came of it, and the figures as JSON on the last line; exits with 1 if one is
 * wrong.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { foldersIn, numbersOf } from "@/eval/found/selection";
import { CASES } from "@/eval/policies/cases";
import { wrongCases } from "@/eval/policies/decided";
import { openDemo } from "@/eval/policies/demo";
import { explanations } from "@/eval/policies/explanations";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const EXAMPLES = join(ROOT, "docs/policies/examples");

const { values } = parseArgs({ options: { only: { type: "string" } } });
const numbers = values.only === undefined ? null : numbersOf(values.only);
const names = readdirSync(EXAMPLES)
  .filter((file) => file.endsWith(".json"))
  .map((file) => basename(file, ".json"))
  .sort();
const chosen = foldersIn(names).filter(({ number }) => numbers === null || numbers.has(number));
const explained = explanations(readFileSync(join(EXAMPLES, "README.md"), "utf8"));

const demo = await openDemo(ROOT);
let wrong = Object.keys(CASES).filter((name) => !names.includes(name)).length;
try {
  for (const { name } of chosen) {
    const document: unknown = JSON.parse(readFileSync(join(EXAMPLES, `${name}.json`), "utf8"));
    const { says, gives } = explained.get(name) ?? { says: "", gives: "" };
    const { errors, moved, kept } = await demo.previewed(document);
    const faults = [
      ...(says === "" || gives === "" ? ["is not explained in README.md"] : []),
      ...errors,
      ...wrongCases(document, CASES[name] ?? []),
    ];
    if (faults.length > 0) wrong += 1;
    console.log(
      `${faults.length > 0 ? "wrong" : "right"} ${name}: ${moved} prices of the demo shop move, ${kept} stay`,
    );
    for (const line of [says, gives, ...faults.map((fault) => `WRONG: ${fault}`)])
      console.log(`      ${line}`);
  }
} finally {
  await demo.close();
}
const whole = new Set(chosen.map(({ number }) => number)).size;
console.log(JSON.stringify({ policies: chosen.length, numbers: whole, right: chosen.length - wrong, wrong }));
process.exitCode = wrong > 0 || chosen.length === 0 ? 1 : 0;
