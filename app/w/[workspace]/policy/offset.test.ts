import { expect, it } from "vitest";
import { distanceOf, signed } from "./offset";

it("holds a stay below the market as a negative number, and shows it without its sign", () => {
  expect(signed("below", "0.01")).toBe("-0.01");
  expect(signed("above", "0.01")).toBe("0.01");
  expect(distanceOf("-0.01")).toEqual({ side: "below", distance: "0.01" });
  expect(distanceOf("0.10")).toEqual({ side: "above", distance: "0.10" });
});

it("takes a distance of nothing for meeting the market, on either side", () => {
  for (const value of [undefined, "0", "-0.00", ""]) expect(distanceOf(value).side).toBe("meet");
  expect(signed("below", "0")).toBe("0");
});

it("does not turn a sign typed by habit around", () => {
  expect(signed("below", "-0.01")).toBe("-0.01");
  expect(signed("above", "-0.01")).toBe("0.01");
});
