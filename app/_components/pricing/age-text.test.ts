import { describe, expect, it } from "vitest";
import { ageText, dayText } from "./age-text";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const ago = (ms: number) => ageText(NOW - ms, NOW, "en");

describe("ages", () => {
  it("count minutes, then hours, then days", () => {
    expect(ago(4 * 60_000)?.short).toBe("4\u00a0min");
    expect(ago(20 * 3_600_000)?.short).toBe("20\u00a0h");
    expect(ago(24 * 3_600_000)?.short).toBe("1\u00a0d");
    expect(ago(49 * 3_600_000)?.short).toBe("2\u00a0d");
  });

  it("never round up: 59 minutes are not an hour", () => {
    expect(ago(3_599_999)?.short).toBe("59\u00a0min");
  });

  it("are spoken in words and know the future", () => {
    expect(ago(3 * 3_600_000)?.spoken).toBe("3 hours ago");
    expect(ageText(NOW + 2 * 3_600_000, NOW, "en")).toEqual({
      short: "2\u00a0h",
      spoken: "in 2 hours",
      future: true,
    });
  });

  it("give way to a date after sixty days, with its year when it is another one", () => {
    expect(ago(61 * 86_400_000)).toBeNull();
    expect(dayText(Date.parse("2026-03-14T10:00:00Z"), NOW, "en")).toBe("14 Mar");
    expect(dayText(Date.parse("2025-03-14T10:00:00Z"), NOW, "en")).toBe("14 Mar 2025");
  });
});
