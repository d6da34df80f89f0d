import { describe, expect, it } from "vitest";
import { checkDeprecation, deprecationHeaders, earliestSunset } from "./deprecation";

const sample = { since: "2026-08-31T00:00:00Z", sunset: "2027-03-01T00:00:00Z", replacement: "runs.get" };

describe("a deprecation", () => {
  it("leaves at least six months, over short months as well", () => {
    const end = (iso: string) => new Date(earliestSunset(Date.parse(iso))).toISOString();
    expect(end("2026-11-21T10:00:00Z")).toBe("2027-05-21T10:00:00.000Z");
    expect(end("2026-08-31T00:00:00Z")).toBe("2027-03-01T00:00:00.000Z");
    expect(() => checkDeprecation("runs.old", sample)).not.toThrow();
    expect(() => checkDeprecation("runs.old", { ...sample, sunset: "2027-02-28T23:59:59Z" })).toThrow(
      "6 months",
    );
  });

  it("has to name real times and a replacement", () => {
    expect(() => checkDeprecation("runs.old", { ...sample, since: "soon" })).toThrow("times");
    expect(() => checkDeprecation("runs.old", { ...sample, replacement: " " })).toThrow("takes its place");
  });

  it("is told in headers as the standards want them", () => {
    expect(deprecationHeaders(sample)).toEqual({
      deprecation: "@1788134400",
      sunset: "Mon, 01 Mar 2027 00:00:00 GMT",
    });
  });
});
