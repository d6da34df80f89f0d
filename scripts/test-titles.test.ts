import { Linter } from "eslint";
import { describe, expect, it } from "vitest";
import { testTitles } from "./test-titles.mjs";

const planted: Linter.Config = {
  plugins: { planted: { rules: { titles: testTitles } } },
  rules: { "planted/titles": "error" },
};

const faultsIn = (text: string): string[] => new Linter().verify(text, planted).map(({ message }) => message);

const refusal = (word: string): string =>
  `A title does not begin with "${word}"; begin with the subject or the verb.`;

describe("the title of a test", () => {
  it.each([
    ["of", 'it("of malt is brown", () => {});'],
    ["that", 'test("that is open stays", () => {});'],
    ["with", 'it.each([1])("with %s is full", () => {});'],
    ["by", 'it.concurrent.each([1])("by %s is stirred", () => {});'],
    ["in", 'it.each`a\n${1}`("in $a is warm", () => {});'],
    ["while", 'it.skipIf(true)("while it boils stays closed", () => {});'],
    ["on", 'test.only("on a stove is heated", () => {});'],
    ["without", "it(`without ${malt} is empty`, () => {});"],
    ["so", 'it("so, too, is the lid", () => {});'],
  ])("is refused when it begins with %s: %s", (word, text) => {
    expect(faultsIn(text)).toEqual([refusal(word)]);
  });

  it.each([
    'it("is brown with malt", () => {});',
    'it("a kettle of malt is brown", () => {});',
    'it("what boils is hot", () => {});',
    'it("who may not brew lights no stove", () => {});',
    'it("below_boiling is a state", () => {});',
    "it(`${malt} of a kettle is brown`, () => {});",
    'it.each(["of malt"])("is %s", () => {});',
    'describe("with malt", () => {});',
    'test.describe("with malt", () => {});',
    'test.step("with malt", () => {});',
    'kettle.test("with malt");',
  ])("is taken: %s", (text) => {
    expect(faultsIn(text)).toEqual([]);
  });
});
