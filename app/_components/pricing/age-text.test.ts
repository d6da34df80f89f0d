import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/server/domain/durations";
import { ageText, chartDays, dayText } from "./age-text";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const ago = (ms: number) => ageText(NOW - ms, NOW, "en");

describe("ages", () => {
  it("count minutes, then hours, then days", () => {
    expect(ago(4 * MINUTE_MS)?.short).toBe("4\u00a0min");
    expect(ago(20 * HOUR_MS)?.short).toBe("20\u00a0h");
    expect(ago(DAY_MS)?.short).toBe("1\u00a0d");
    expect(ago(49 * HOUR_MS)?.short).toBe("2\u00a0d");
  });

  it("never round up: 59 minutes are not an hour", () => {
    expect(ago(3_599_999)?.short).toBe("59\u00a0min");
  });

  it("are spoken in words and know the future", () => {
    expect(ago(3 * HOUR_MS)?.spoken).toBe("3 hours ago");
    expect(ageText(NOW + 2 * HOUR_MS, NOW, "en")).toEqual({
      short: "2\u00a0h",
      spoken: "in 2 hours",
      future: true,
    });
  });

  it("give way to a date after sixty days, with its year when it is another one", () => {
    expect(ago(61 * DAY_MS)).toBeNull();
    expect(dayText(Date.parse("2026-03-14T10:00:00Z"), NOW, "en")).toBe("14 Mar");
    expect(dayText(Date.parse("2025-03-14T10:00:00Z"), NOW, "en")).toBe("14 Mar 2025");
  });
});

describe("the days of a chart", () => {
  const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

  it("have their year where the chart begins in another one", () => {
    expect(chartDays({ from: at("2026-08-29"), to: NOW }, "en")(at("2026-08-29"))).toBe("29 Aug");
    const overNewYear = chartDays({ from: at("2025-11-20"), to: NOW }, "en");
    expect([at("2025-11-20"), NOW].map(overNewYear)).toEqual(["20 Nov 2025", "21 Nov 2026"]);
  });
});
