import { describe, expect, it } from "vitest";
import { fractionOf, initialPricing, percentOf, pricingRequest } from "./typed-pricing";

describe("how prices are stated in a form", () => {
  it.each([
    ["19", "0.19"],
    ["7.5", "0.075"],
    ["7,7", "0.077"],
    ["0", "0"],
    ["100", "1"],
    ["8.875", "0.08875"],
  ])("sends %s percent as %s and shows it again", (percent, fraction) => {
    expect(fractionOf(percent)).toBe(fraction);
    expect(percentOf(fraction)).toBe(percent.replace(",", "."));
  });

  it("leaves what is no decimal to the service to refuse, and does not answer for the person", () => {
    expect(fractionOf("a fifth")).toBe("a fifth");
    expect(pricingRequest({ currency: "USD", vat: null, percent: "" })).toEqual({ currency: "USD" });
    expect(initialPricing({ currency: "USD", prices_include_vat: null, vat_rate: "0" }).vat).toBeNull();
  });
});
