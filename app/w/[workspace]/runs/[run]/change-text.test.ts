import { expect, it } from "vitest";
import { classifyChanges } from "@/server/domain/runs/change-classes";
import { edgeLabels, sizeText } from "./change-text";

const sizes = classifyChanges({ net: 1n, afterFees: 1n, den: 1n, fixed: null }).classes();
const NO_BREAK_SPACE = "\u00a0";
const spaced = (text: string) => text.replaceAll(NO_BREAK_SPACE, " ");

it("a size of changes is said with its bounds", () => {
  const said = sizes.map((size) => spaced(sizeText(size, "en-GB")));
  expect([said[0], said[2], said[4], said[5], said.at(-1)]).toEqual([
    "Cuts by more than 20 %",
    "Cuts by 5 % to 10 %",
    "Cuts by up to 2 %",
    "Rises by up to 2 %",
    "Rises by more than 20 %",
  ]);
});

it("the bars stand between the bounds of their size, cuts on the left of zero", () => {
  const labels = edgeLabels(sizes, "en-GB").map(spaced);
  expect(labels).toEqual(["", "−20", "−10", "−5", "−2", "0 %", "+2", "+5", "+10", "+20", " "]);
});
