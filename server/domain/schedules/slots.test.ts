import { describe, expect, it } from "vitest";
import { fc } from "@/server/testing/seed";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../durations";
import { WEEKDAYS } from "../weekdays";
import { type Timing } from "./schedule";
import { dueSlots, nextStarts, quietUntil } from "./slots";

/** Calendar arithmetic in bulk is slow, and the machine may be busy. */
const SLOW_MS = 60_000;

const at = (iso: string) => Date.parse(iso);
const iso = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
const daily = (...times: string[]): Timing => ({ days: WEEKDAYS, times, quietHours: null });
const starts = (timing: Timing, zone: string, after: string, count = 3) =>
  nextStarts(timing, zone, at(after), count).map(iso);

describe("a change of clocks", () => {
  it("keeps the local time in spring and in autumn, on both hemispheres", () => {
    expect(starts(daily("07:00"), "Europe/Berlin", "2026-03-28T00:00:00Z")).toEqual([
      "2026-03-28T06:00:00.000Z",
      "2026-03-29T05:00:00.000Z",
      "2026-03-30T05:00:00.000Z",
    ]);
    expect(starts(daily("07:00"), "Europe/Berlin", "2026-10-24T00:00:00Z")).toEqual([
      "2026-10-24T05:00:00.000Z",
      "2026-10-25T06:00:00.000Z",
      "2026-10-26T06:00:00.000Z",
    ]);
    expect(starts(daily("07:00"), "Australia/Sydney", "2026-04-03T12:00:00Z")).toEqual([
      "2026-04-03T20:00:00.000Z",
      "2026-04-04T21:00:00.000Z",
      "2026-04-05T21:00:00.000Z",
    ]);
    expect(starts(daily("07:00"), "Australia/Sydney", "2026-10-02T12:00:00Z")).toEqual([
      "2026-10-02T21:00:00.000Z",
      "2026-10-03T20:00:00.000Z",
      "2026-10-04T20:00:00.000Z",
    ]);
  });

  it("begins a time that is skipped an hour later, once also where that is another of the times", () => {
    const timing = daily("02:30", "03:30");
    expect(starts(timing, "Europe/Berlin", "2026-03-29T00:00:00Z", 2)).toEqual([
      "2026-03-29T01:30:00.000Z",
      "2026-03-30T00:30:00.000Z",
    ]);
  });

  it("begins a time that comes twice once, the first time", () => {
    expect(starts(daily("02:30"), "Europe/Berlin", "2026-10-24T23:00:00Z", 2)).toEqual([
      "2026-10-25T00:30:00.000Z",
      "2026-10-26T01:30:00.000Z",
    ]);
  });
});

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "America/Santiago",
  "Africa/Cairo",
  "Asia/Kathmandu",
];
const twoDigits = (n: number) => String(n).padStart(2, "0");
const time = fc.tuple(fc.nat(23), fc.nat(59)).map(([h, m]) => `${twoDigits(h)}:${twoDigits(m)}`);
const timing: fc.Arbitrary<Timing> = fc.record({
  days: fc.subarray([...WEEKDAYS], { minLength: 1 }),
  times: fc.uniqueArray(time, { minLength: 1, maxLength: 6 }),
  quietHours: fc.option(
    fc.record({ from: time, to: time }).filter(({ from, to }) => from !== to),
    { nil: null },
  ),
});
const moment = fc
  .integer({ min: at("2025-01-01T00:00:00Z") / MINUTE_MS, max: at("2028-01-01T00:00:00Z") / MINUTE_MS })
  .map((minutes) => minutes * MINUTE_MS);

/** The clock on the wall, by the runtime's own calendar and no other code. */
function clockIn(zone: string): (ms: number) => { day: string; weekday: string; time: string } {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hourCycle: "h23",
    weekday: "short",
    dateStyle: undefined,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  return (ms) => {
    const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    return {
      day: `${part["year"]}-${part["month"]}-${part["day"]}`,
      weekday: String(part["weekday"]).toLowerCase(),
      time: `${part["hour"]}:${part["minute"]}`,
    };
  };
}

/** Looks at the wall minute by minute, and returns the first minute of each day that shows one of the times. */
function seenOnTheWall({ days, times }: Timing, zone: string, fromMs: number, toMs: number) {
  const clock = clockIn(zone);
  const shown = new Map<string, number>();
  for (let ms = fromMs; ms <= toMs; ms += MINUTE_MS) {
    const { day, weekday, time: shownTime } = clock(ms);
    const isWanted = (days as readonly string[]).includes(weekday) && times.includes(shownTime);
    if (isWanted && !shown.has(`${day} ${shownTime}`)) shown.set(`${day} ${shownTime}`, ms);
  }
  return [...shown.values()];
}

describe("any timing in any zone", () => {
  it(
    "begins at each time that the wall shows on its days, the first time it shows it",
    () => {
      // Around the changes of clocks of these zones, where there is anything to get wrong, and at any other time.
      const changes = ["2026-03-08", "2026-03-29", "2026-04-05", "2026-04-24", "2026-09-06", "2026-10-04"];
      const more = ["2026-10-25", "2026-10-29", "2026-11-01"];
      const around = fc.constantFrom(...changes, ...more).map((day) => at(`${day}T00:00:00Z`) - DAY_MS);
      fc.assert(
        fc.property(timing, fc.constantFrom(...ZONES), fc.oneof(around, moment), (chosen, zone, fromMs) => {
          const toMs = fromMs + 3 * DAY_MS;
          const plain = { ...chosen, quietHours: null };
          const begun = nextStarts(plain, zone, fromMs, 40).filter((ms) => ms <= toMs);
          // The two days at the ends may show a time's second coming only.
          const shown = seenOnTheWall(plain, zone, fromMs - 2 * HOUR_MS, toMs).filter((ms) => ms > fromMs);
          const clock = clockIn(zone);
          for (const ms of shown) expect(begun).toContain(ms);
          for (const ms of begun.filter((each) => !shown.includes(each))) {
            // Only a time that no clock showed that day is begun at another: as much later as the clocks went forward.
            const skippedBy = [HOUR_MS, HOUR_MS / 2].some((gap) =>
              plain.times.includes(clockIn("UTC")(at(`${clock(ms).day}T${clock(ms).time}Z`) - gap).time),
            );
            expect(skippedBy, `${zone} ${iso(ms)}`).toBe(true);
          }
        }),
        { numRuns: 40 },
      );
    },
    SLOW_MS,
  );

  it(
    "never begins in quiet hours, and ends them within two days in any case",
    () => {
      fc.assert(
        fc.property(timing, fc.constantFrom(...ZONES), moment, (chosen, zone, afterMs) => {
          for (const startMs of nextStarts(chosen, zone, afterMs, 5))
            expect(quietUntil(chosen, zone, startMs)).toBeNull();
          const until = quietUntil(chosen, zone, afterMs);
          if (until === null) return;
          expect(until).toBeGreaterThan(afterMs);
          expect(until - afterMs).toBeLessThanOrEqual(2 * DAY_MS);
        }),
        { numRuns: 1_000 },
      );
    },
    SLOW_MS,
  );

  it(
    "finds the latest slot that has come, counts those before it, and none twice however its clock is read",
    () => {
      fc.assert(
        fc.property(
          timing,
          fc.constantFrom(...ZONES),
          moment,
          fc.array(fc.integer({ min: 1, max: 5 * 24 * 60 }), { minLength: 1, maxLength: 12 }),
          (chosen, zone, startMs, steps) => {
            const plain = { ...chosen, quietHours: null };
            const found: number[] = [];
            let [handledMs, nowMs, counted] = [startMs, startMs, 0];
            for (const minutes of steps) {
              nowMs += minutes * MINUTE_MS;
              const due = dueSlots(plain, zone, handledMs, nowMs);
              if (due === null) continue;
              expect(due.slotMs).toBeGreaterThan(handledMs);
              expect(due.slotMs).toBeLessThanOrEqual(nowMs);
              found.push(due.slotMs);
              counted += due.missed + 1;
              handledMs = due.slotMs;
            }
            expect(new Set(found).size).toBe(found.length);
            const all = nextStarts(plain, zone, startMs, counted + 1);
            expect(all.filter((ms) => ms <= nowMs)).toHaveLength(counted);
          },
        ),
        { numRuns: 200 },
      );
    },
    SLOW_MS,
  );
});

it("lets slots in quiet hours begin together when these end", () => {
  const night = {
    days: WEEKDAYS,
    times: ["23:00", "02:00", "09:00"],
    quietHours: { from: "22:00", to: "06:00" },
  };
  expect(starts(night, "Europe/Berlin", "2026-11-20T20:00:00Z", 3)).toEqual([
    "2026-11-21T05:00:00.000Z",
    "2026-11-21T08:00:00.000Z",
    "2026-11-22T05:00:00.000Z",
  ]);
});

it("has no slot without a day or a time", () => {
  expect(nextStarts({ days: [], times: ["07:00"], quietHours: null }, "UTC", 0, 3)).toEqual([]);
  expect(dueSlots({ days: WEEKDAYS, times: [], quietHours: null }, "UTC", 0, DAY_MS)).toBeNull();
});
