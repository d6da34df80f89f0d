import { describe, expect, it } from "vitest";
import type { PriorPrice } from "../items/prior-price";
import { referenceSignal } from "./reference-price";

const reduced: PriorPrice = {
  reducedSinceMs: 0,
  struckThrough: 10_000n,
  isShownKnown: true,
  fromMs: 0,
  untilMs: 0,
  price: 8_000n,
  chargedAtMs: 0,
  knownFromMs: 0,
  statedUntilMs: null,
  isComplete: true,
};
const signalOf = (prior: Partial<PriorPrice>) => referenceSignal({ ...reduced, ...prior }, "EUR");

describe("what a run says about a struck-through price", () => {
  it("is an alert where it is above the prior price, also where only a part of the 30 days is known", () => {
    expect(signalOf({})).toMatchObject({
      signal: "on",
      message: expect.stringMatching(/100\.00 EUR .* 80\.00 EUR\.$/),
    });
    expect(signalOf({ isComplete: false })).toMatchObject({
      signal: "on",
      message: expect.stringMatching(/80\.00 EUR or less\.$/),
    });
  });

  it("is the end of the alert where it is not above what is known, or nothing is struck through", () => {
    const ends = [
      { struckThrough: 8_000n },
      { struckThrough: 8_000n, isComplete: false },
      { struckThrough: null },
    ];
    expect(ends.map((prior) => signalOf(prior).signal)).toEqual(["off", "off", "off"]);
  });

  it("is nothing where nobody knows what the shop shows, or any price before", () => {
    const unknown = [
      { struckThrough: null, isShownKnown: false },
      { price: null, isComplete: false },
    ];
    expect(unknown.map((prior) => signalOf(prior).signal)).toEqual(["keep", "keep"]);
  });
});
