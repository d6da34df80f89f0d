import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { twMerge } from "tailwind-merge";
import { expect, test } from "vitest";
import { cn } from "./class-names";

const PAGES = join(import.meta.dirname, "..");
const SCRIPT = /(?<!\.test)\.tsx?$/;
const TEXT = /["'`]([^"'`\n]+)["'`]/g;

/** Returns the utilities that the pages use: words of their texts that the library knows, without variants. */
function usedUtilities(): string[] {
  const files = readdirSync(PAGES, { recursive: true, encoding: "utf8" }).filter((name) => SCRIPT.test(name));
  const texts = files.flatMap((name) => [...readFileSync(join(PAGES, name), "utf8").matchAll(TEXT)]);
  const found = texts.flatMap(([, text = ""]) => text.split(/\s+/));
  const bare = found.map((word) => word.replace(/!$/, "").replace(/^(?:[a-z0-9@-]+:)+/, ""));
  return [...new Set(bare)].filter((word) => isClass(word));
}

/** Words of the pages that only look like utilities: values of filters, names of attributes. */
const OTHER_WORDS = new Set([
  "from-30",
  "from-50",
  "outline-offset",
  "visible",
  "collapse",
  "filter",
  "shadow",
]);

const isClass = (word: string) =>
  /^-?[a-z@][\w.%/[\](),+*-]*$/.test(word) && !OTHER_WORDS.has(word) && twMerge(`${word} ${word}`) === word;

test("of any two classes that the pages use, the same one stays as by the library's own table", () => {
  const used = usedUtilities();
  expect(used.length).toBeGreaterThan(400);
  const differing = used.flatMap((first) =>
    used
      .filter((second) => first !== second && cn(first, second) !== twMerge(first, second))
      .map((second) => `${first} ${second}: ${cn(first, second)}`),
  );
  expect(differing).toEqual([]);
});

test("a variant and the mark of importance keep classes apart", () => {
  expect(cn("p-2 max-md:p-4", "p-3")).toBe("max-md:p-4 p-3");
  expect(cn("size-4", "size-2!")).toBe("size-4 size-2!");
});
