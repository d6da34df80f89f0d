import { expect, it } from "vitest";
import { drawFrom } from "@/eval/oracle/draw";
import { drawCase } from "@/eval/oracle/draw-case";
import { tryCase } from "@/eval/oracle/trial";
import type { PolicyDocument } from "@/server/domain/pricing/policy";
import { SEED } from "@/server/testing/seed";

const CASES = 150;

/** A policy in which every item has to leave half of the net price. */
const withHigherFloor = (document: PolicyDocument): PolicyDocument => ({
  ...document,
  limits: [...(document.limits ?? []), { name: "Misread", match: {}, constraints: { margin_floor: "0.5" } }],
});

it("the engine decides what a search over every price finds by the documents", () => {
  const draw = drawFrom(SEED);
  for (let drawn = 0; drawn < CASES; drawn++) {
    const { asked, differences, isOutsideLimits, brokenGuards } = tryCase(drawCase(draw));
    expect({ differences, isOutsideLimits, brokenGuards }, JSON.stringify(asked.document)).toEqual({
      differences: [],
      isOutsideLimits: false,
      brokenGuards: [],
    });
  }
});

it("a floor that is read wrong is found as another decision and as a price outside of a limit", () => {
  const draw = drawFrom(SEED);
  const trials = Array.from({ length: CASES }, () => tryCase(drawCase(draw), withHigherFloor));
  expect(trials.some(({ differences }) => differences.some((each) => each.startsWith("price: ")))).toBe(true);
  expect(trials.some(({ isOutsideLimits }) => isOutsideLimits)).toBe(true);
});
