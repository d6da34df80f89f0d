import { describe, expect, it } from "vitest";
import { percentOfRatio, ratioOfPercent } from "./percent";

describe("a percentage", () => {
  it.each([
    ["0.2", "20"],
    ["0.125", "12.5"],
    ["-0.005", "-0.5"],
    ["1", "100"],
    ["0", "0"],
    ["0.00005", "0.005"],
    ["abc", "abc"],
  ])("shows the ratio %s as %s percent and reads it back", (ratio, percent) => {
    expect(percentOfRatio(ratio)).toBe(percent);
    expect(ratioOfPercent(percent)).toBe(ratio);
  });

  it("reads percentages as people type them", () => {
    expect(ratioOfPercent(" 7,5 ")).toBe("0.075");
    expect(ratioOfPercent("12.")).toBe("0.12");
    expect(ratioOfPercent("020")).toBe("0.2");
    expect(["+5", "5 %", "−5", "-5%"].map(ratioOfPercent)).toEqual(["0.05", "0.05", "-0.05", "-0.05"]);
    expect(["1+0", "5+", "+-5"].map(ratioOfPercent)).toEqual(["1+0", "5+", "+-5"]);
  });
});
