import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CASES } from "@/eval/policies/cases";
import { wrongCases } from "@/eval/policies/decided";

/** An example policy, what it says and gives for whoever runs the shop, and what is wrong with it. */
export interface Example {
  readonly number: number;
  /** Its file's name without the ending. */
  readonly name: string;
  readonly document: unknown;
  readonly says: string;
  readonly gives: string;
  readonly faults: readonly string[];
}

const FILE = /^(?<name>(?<number>\d{2})b?-[a-z0-9-]+)\.json$/;
const ROW = /^\| \[[^\]]*\]\((?<name>[^)]+)\.json\) \| (?<says>[^|]+) \| (?<gives>[^|]+) \|$/gm;

/**
 * Reads the example policies of a folder with their explanations, a row each in its README.md, and decides each.
 * @returns the examples in their order, and the names of those that only README.md or the figures know
 */
export function examplesIn(folder: string) {
  const read = (file: string): string => readFileSync(join(folder, file), "utf8");
  const rows = [...read("README.md").matchAll(ROW)].map(({ groups }) => groups ?? {});
  const named = readdirSync(folder)
    .filter((file) => file !== "README.md")
    .toSorted()
    .map((file) => {
      const { name, number } = FILE.exec(file)?.groups ?? {};
      if (name === undefined) throw new Error(`${file} is not named like 01-what-it-does.json.`);
      return { name, number: Number(number), text: read(file) };
    });
  const examples = named.map(({ name, number, text }): Example => {
    const document: unknown = JSON.parse(text);
    const { says = "", gives = "" } = rows.find((row) => row["name"] === name) ?? {};
    const unsaid = says === "" || gives === "" ? ["is not explained in README.md"] : [];
    const cases = CASES[name] ?? [];
    return { number, name, document, says, gives, faults: [...unsaid, ...wrongCases(document, cases)] };
  });
  const known = new Set(named.map(({ name }) => name));
  const expected = new Set([...Object.keys(CASES), ...rows.map((row) => row["name"] ?? "")]);
  return { examples, missing: [...expected].filter((name) => !known.has(name)) };
}
