import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const CSS = readFileSync(new URL("../globals.css", import.meta.url), "utf8");

function tokens(selector: string): Map<string, string> {
  const start = CSS.indexOf(`\n${selector} {`);
  const body = CSS.slice(start, CSS.indexOf("}", start));
  return new Map(
    [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours, as WCAG 2.2 defines it. */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ["canvas", "panel", "raised", "chip", "hover", "selected"];
const TEXTS = ["ink", "ink-soft", "ink-dim", "up", "down", "warn", "bad", "cost", "market", "accent"];
const PAIRS: readonly [text: string, ground: string, least: number][] = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground): [string, string, number] => [text, ground, 4.5])),
  ...["canvas", "panel", "raised", "chip"].map((ground): [string, string, number] => ["control", ground, 3]),
  ["on-accent", "accent", 4.5],
  ["on-accent", "accent-strong", 4.5],
  ["on-accent-soft", "accent-soft", 4.5],
  ["warn", "warn-soft", 4.5],
  ["bad", "bad-soft", 4.5],
  ["on-bad", "bad", 4.5],
  ["on-bad", "bad-strong", 4.5],
  ["canvas", "ink", 4.5],
];

describe.each([
  ["light", ":root"],
  ["dark", ".dark"],
])("in the %s theme", (_theme, selector) => {
  const colours = tokens(selector);

  it("every text can be read on every ground it stands on, and every control be seen", () => {
    const tooFaint = PAIRS.flatMap(([text, ground, least]) => {
      const ratio = contrast(colours.get(text) ?? "#000000", colours.get(ground) ?? "#000000");
      return ratio < least ? [`${text} on ${ground}: ${ratio.toFixed(2)}, at least ${least}`] : [];
    });
    expect(tooFaint).toEqual([]);
  });
});
