import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import { fc } from "@/server/testing/seed";
import { checkIntervalMs, nextCheckMs, retryAfterMs, retryMs } from "./check-schedule";

const NOW = Date.UTC(2026, 10, 21, 12);

describe("how often a page is checked", () => {
  it("is what the workspace chose, where the plan's checks last the month", () => {
    expect(checkIntervalMs(24, 30, 1_000)).toBe(DAY_MS);
    expect(checkIntervalMs(6, 1_000_000, null)).toBe(6 * HOUR_MS);
    expect(checkIntervalMs(0, 10, 1_000)).toBeNull();
  });

  it("never takes more of a month than nine tenths of what the plan holds", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(6, 12, 24, 72, 168),
        fc.integer({ min: 1, max: 200_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        (hours, offers, perMonth) => {
          const interval = checkIntervalMs(hours, offers, perMonth) ?? 0;
          expect((30 * DAY_MS * offers) / interval).toBeLessThanOrEqual(Math.max(1, 0.9 * perMonth));
          expect(interval).toBeGreaterThanOrEqual(hours * HOUR_MS);
        },
      ),
    );
  });

  it("comes again within one and a half intervals, not before half of one, and at the same place of it", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.integer({ min: HOUR_MS, max: 30 * DAY_MS }),
        (id, interval) => {
          const next = nextCheckMs(id, NOW, interval);
          expect(next - NOW).toBeGreaterThanOrEqual(interval / 2);
          expect(next - NOW).toBeLessThanOrEqual(interval * 1.5);
          expect((nextCheckMs(id, next, interval) - next) % interval).toBe(0);
        },
      ),
    );
  });

  it("spreads pages that were added together over the interval", () => {
    const hours = new Set(
      Array.from({ length: 500 }, (_, n) => Math.floor(nextCheckMs(`off_${n}`, NOW, DAY_MS) / HOUR_MS) % 24),
    );
    expect(hours.size).toBe(24);
  });
});

describe("a page that failed", () => {
  it("is tried again later and later, a week at most, and not before the site asks for it", () => {
    const waits = [1, 2, 3, 7, 8, 9, 99].map((failures) => (retryMs(failures, NOW, null) - NOW) / HOUR_MS);
    expect(waits).toEqual([1, 2, 4, 64, 128, 168, 168]);
    expect(retryMs(1, NOW, 5 * HOUR_MS) - NOW).toBe(5 * HOUR_MS);
  });

  it.each([
    ["120", 120_000],
    ["0", null],
    ["Sat, 21 Nov 2026 13:00:00 GMT", HOUR_MS],
    ["Sat, 21 Nov 2026 11:00:00 GMT", null],
    ["999999999", 7 * DAY_MS],
    ["soon", null],
    ["-5", null],
  ])("asks to be left alone with Retry-After: %s", (header, wait) => {
    expect(retryAfterMs(header, NOW)).toBe(wait);
  });
});
