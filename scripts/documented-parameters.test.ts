import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Linter } from "eslint";
import tseslint from "typescript-eslint";
import { afterAll, describe, expect, it } from "vitest";
import { documentedParameters } from "./documented-parameters.mjs";

const root = mkdtempSync(join(tmpdir(), "pricecheck-parameters-"));

afterAll(() => rmSync(root, { recursive: true, force: true }));

const rules: Linter.Config = {
  files: ["**/*.ts", "**/*.mjs"],
  plugins: { planted: { rules: { parameters: documentedParameters } } },
  rules: { "planted/parameters": "error" },
};
const typed: Linter.Config = {
  files: ["**/*.ts"],
  languageOptions: {
    parser: tseslint.parser as Linter.Parser,
    parserOptions: { projectService: { allowDefaultProject: ["*.ts"] }, tsconfigRootDir: root },
  },
};

/** Returns what the rule says of a file with this text, as `line: message`. */
const faultsIn = (text: string, file = "planted.ts"): string[] =>
  new Linter({ cwd: root })
    .verify(text, [rules, typed], join(root, file))
    .map(({ line, message }) => `${line}: ${message}`);

const unknown = (line: number, name: string): string =>
  `${line}: What this comment is about has no parameter "${name}".`;

describe("a doc comment", () => {
  it.each([
    ["a parameter", "/** @param hops grams */\nexport function brew(hops: number) {}"],
    ["one with a default", "/** @param hops grams */\nexport function brew(hops = 3) {}"],
    ["the rest", "/** @param hops grams */\nexport function brew(...hops: number[]) {}"],
    ["one of an arrow function", "/** @param hops grams */\nexport const brew = (hops: number) => hops;"],
    [
      "one of a function that is returned",
      "/** @param hops grams */\nconst brew = (malt: number) => (hops: number) => hops + malt;",
    ],
    [
      "one of a function in a call",
      "/** @param hops grams */\nconst brew = remembered((hops: number) => hops);",
    ],
    ["one of a method", "class Kettle {\n  /** @param hops grams */\n  brew(hops: number) {}\n}"],
    [
      "one of a constructor",
      "class Kettle {\n  /** @param hops grams */\n  constructor(readonly hops: number) {}\n}",
    ],
    ["one of a signature", "interface Kettle {\n  /** @param hops grams */\n  brew(hops: number): void;\n}"],
    [
      "one of a function type",
      "interface Kettle {\n  /** @param hops grams */\n  readonly brew: (hops: number) => void;\n}",
    ],
    [
      "one of a property",
      "const kettle = {\n  /** @param hops grams */\n  brew: (hops: number) => hops,\n};",
    ],
    ["a property", "/** @param use.hops grams */\nfunction brew(use: { hops: number }) {}"],
    [
      "a property of a named type",
      "interface Use { hops: number }\n/** @param use.hops grams */\nfunction brew(use: Use) {}",
    ],
    [
      "a property of one that may be missing",
      "/** @param use.hops grams */\nfunction brew(use?: { hops: number }) {}",
    ],
    [
      "a property that is destructured",
      "/** @param use.hops grams */\nfunction brew({ hops }: { hops: number }) {}",
    ],
    ["a key", "/** @param hops grams */\nfunction brew({ hops }: { hops: number }) {}"],
    [
      "the rest of the keys",
      "/** @param others grams */\nfunction brew({ hops, ...others }: { hops: number }) {}",
    ],
    ["an element", "/** @param hops grams */\nfunction brew([hops]: [number]) {}"],
    [
      "several in one comment",
      "/** @param hops grams @param malt grams */\nfunction brew(hops: number, malt: number) {}",
    ],
  ])("may name after @param %s", (_, text) => {
    expect(faultsIn(text)).toEqual([]);
  });

  it.each([
    ["a name that no parameter has", "/** @param yeast grams */\nfunction brew(hops: number) {}", "yeast"],
    [
      "a property that the parameter lacks",
      "/** @param use.yeast grams */\nfunction brew(use: { hops: number }) {}",
      "use.yeast",
    ],
    [
      "a property that the destructured parameter lacks",
      "/** @param use.yeast grams */\nfunction brew({ hops }: { hops: number }) {}",
      "use.yeast",
    ],
    [
      "a property of another parameter",
      "/** @param malt.hops grams */\nfunction brew(malt: number, use: { hops: number }) {}",
      "malt.hops",
    ],
    [
      "a key that nothing is destructured by",
      "/** @param yeast grams */\nfunction brew({ hops }: { hops: number }) {}",
      "yeast",
    ],
    [
      "a parameter of an inner function",
      "/** @param yeast grams */\nfunction brew(hops: number) {\n  return (yeast: number) => hops + yeast;\n}",
      "yeast",
    ],
    [
      "a parameter of what is no function",
      "/** @param hops grams */\nconst kettle = { brew: (hops: number) => hops };",
      "hops",
    ],
  ])("may not name after @param %s", (_, text, name) => {
    expect(faultsIn(text)).toEqual([unknown(1, name)]);
  });

  it("is reported for each unknown name, on its line", () => {
    const text =
      "/**\n * Brews.\n * @param hops grams\n * @param yeast grams\n * @param use.malt grams\n */\nfunction brew(hops: number) {}";
    expect(faultsIn(text)).toEqual([unknown(4, "yeast"), unknown(5, "use.malt")]);
  });

  it("is read in JavaScript too, where types stand in the comment", () => {
    const text =
      "/**\n * @param {{ work: () => void }} hops\n * @param {string} [yeast]\n * @param use.malt grams\n * @param {object} rest\n */\nexport function brew(hops, use, { malt }) {}";
    expect(faultsIn(text, "planted.mjs")).toEqual([unknown(3, "yeast")]);
  });
});
