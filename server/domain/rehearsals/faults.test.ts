import { join } from "node:path";
import { expect, it } from "vitest";
import { rehearsalsDocument } from "./documentation";
import { editedPrice } from "./faults";

it("docs/rehearsals.md is what the table lists; `npm run docs` writes it again", async () => {
  const path = join(import.meta.dirname, "../../../docs/rehearsals.md");
  await expect(rehearsalsDocument()).toMatchFileSnapshot(path);
});

it.each([
  [1999n, 2198n],
  [10n, 11n],
  [9n, 10n],
  [1n, 2n],
])("a person who edits %s meanwhile sets %s: always another price", (before, after) => {
  expect(editedPrice(before)).toBe(after);
});
