import { describe, expect, it } from "vitest";
import { WEEKDAYS } from "../weekdays";
import { type Freeze, frozenText, frozenUntil, hasNoGap, isDayOfCalendar, nextOccurrence } from "./freeze";

const BERLIN = "Europe/Berlin";
const at = (iso: string) => Date.parse(iso);
const once = (from: string, until: string, reason = "Black Friday"): Freeze => ({
  reason,
  period: { kind: "once", from, until },
});
const weekends: Freeze = {
  reason: "Weekends",
  period: { kind: "weekly", days: ["fri"], from: "16:00", until: "06:00", untilDay: "mon" },
};
const nightly = (from: string, until: string): Freeze => ({
  reason: "Night",
  period: {
    kind: "weekly",
    days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
    from,
    until,
    untilDay: null,
  },
});
const end = (freezes: readonly Freeze[], iso: string, zone = BERLIN) => {
  const frozen = frozenUntil(freezes, at(iso), zone);
  return frozen && new Date(frozen.untilMs).toISOString();
};

describe("a freeze", () => {
  it("begins with its first minute and ends before its last when it happens once", () => {
    const freeze = [once("2026-11-27T16:00", "2026-12-02T06:00")];
    expect(frozenUntil(freeze, at("2026-11-27T14:59:59.999Z"), BERLIN) !== null).toBe(false);
    expect(end(freeze, "2026-11-27T15:00:00Z")).toBe("2026-12-02T05:00:00.000Z");
    expect(frozenUntil(freeze, at("2026-12-02T04:59:59.999Z"), BERLIN) !== null).toBe(true);
    expect(end(freeze, "2026-12-02T05:00:00Z")).toBeNull();
  });

  it("is meant in the shop's time zone", () => {
    const freeze = [once("2026-11-27T16:00", "2026-11-27T18:00")];
    expect(end(freeze, "2026-11-27T15:30:00Z", "Asia/Tokyo")).toBeNull();
    expect(end(freeze, "2026-11-27T08:00:00Z", "Asia/Tokyo")).toBe("2026-11-27T09:00:00.000Z");
  });

  it("lasts over midnights, or over a weekend, when it happens every week", () => {
    expect(end([weekends], "2026-11-22T12:00:00Z")).toBe("2026-11-23T05:00:00.000Z");
    expect(end([weekends], "2026-11-23T05:00:00Z")).toBeNull();
    const night = [nightly("22:00", "06:00")];
    expect(end(night, "2026-11-24T21:00:00Z")).toBe("2026-11-25T05:00:00.000Z");
    expect(end(night, "2026-11-25T04:00:00Z")).toBe("2026-11-25T05:00:00.000Z");
    expect(end(night, "2026-11-25T12:00:00Z")).toBeNull();
    const week: Freeze = {
      reason: "Fridays",
      period: { kind: "weekly", days: ["fri"], from: "12:00", until: "12:00", untilDay: "fri" },
    };
    expect(end([week], "2026-11-26T12:00:00Z")).toBe("2026-12-11T11:00:00.000Z");
  });

  it("prolongs another that it follows without a gap, and both reasons are named", () => {
    const freezes = [
      weekends,
      once("2026-11-23T06:00", "2026-11-24T08:00"),
      once("2026-12-01T00:00", "2026-12-02T00:00"),
    ];
    const frozen = frozenUntil(freezes, at("2026-11-22T12:00:00Z"), BERLIN);
    expect(frozen && frozenText(frozen, BERLIN)).toBe(
      "Frozen until Tue, 24 Nov 2026, 08:00 (Europe/Berlin): Weekends; Black Friday",
    );
  });

  it("is joined eight days ahead and no further when it has no gap", () => {
    expect(end([nightly("00:00", "00:00")], "2026-06-01T10:00:00Z")).toBe("2026-06-09T22:00:00.000Z");
  });

  it("is joined with each of the others that it leaves no gap with, in whatever order they were made", () => {
    const hour = (n: number) => `${String(n % 24).padStart(2, "0")}:00`;
    const parts = Array.from({ length: 12 }, (_, n) => nightly(hour(2 * n), hour(2 * n + 2))).reverse();
    expect(end(parts, "2026-06-01T10:00:00Z")).toBe("2026-06-09T10:00:00.000Z");
    expect(end(parts.slice(1), "2026-06-01T10:00:00Z")).toBe("2026-06-01T20:00:00.000Z");
  });

  it("has a next occurrence until it is over", () => {
    expect(nextOccurrence(weekends.period, at("2026-11-23T05:00:00Z"), BERLIN)).toEqual({
      fromMs: at("2026-11-27T15:00:00Z"),
      untilMs: at("2026-11-30T05:00:00Z"),
    });
    const past = once("2026-11-01T00:00", "2026-11-02T00:00");
    expect(nextOccurrence(past.period, at("2026-11-23T05:00:00Z"), BERLIN)).toBeNull();
  });

  it.each([
    ["2026-02-29T16:00", false],
    ["2028-02-29T16:00", true],
    ["2026-02-30T16:00", false],
    ["2026-13-01T16:00", false],
    ["2026-11-31T16:00", false],
    ["2026-12-31T16:00", true],
  ])("%s is a day of the calendar: %s", (text, there) => {
    expect(isDayOfCalendar(text)).toBe(there);
  });

  it.each([
    ["mon", "00:00", "00:00", "mon", true],
    ["fri", "12:00", "12:00", "fri", true],
    ["fri", "12:00", "11:59", "fri", false],
    ["mon,tue,wed,thu,fri,sat,sun", "00:00", "00:00", null, true],
    ["mon,tue,wed,thu,fri,sat,sun", "06:00", "05:59", null, false],
    ["mon,thu", "00:00", "00:00", "thu", true],
    ["mon,thu", "00:00", "12:00", "thu", false],
    ["sat", "00:00", "12:00", null, false],
  ] as const)("every %s from %s until %s (%s) never ends: %s", (days, from, until, untilDay, never) => {
    const chosen = WEEKDAYS.filter((day) => days.split(",").includes(day));
    expect(hasNoGap({ kind: "weekly", days: chosen, from, until, untilDay })).toBe(never);
  });
});

// In Berlin the clocks go forward from 02:00 to 03:00 on 29 March 2026, and back from 03:00 to 02:00 on 25 October.
describe("freezes where the clocks change", () => {
  it.each([
    ["begins at a time that is skipped", once("2026-03-29T02:30", "2026-03-29T05:00"), "00:30", "03:00"],
    [
      "ends at a time that is skipped",
      once("2026-03-29T00:00", "2026-03-29T02:30"),
      "2026-03-28T23:00",
      "01:30",
    ],
    ["lasts over the skipped hour", once("2026-03-29T01:00", "2026-03-29T04:00"), "00:00", "02:00"],
  ])("a freeze in spring that %s is longer, never shorter", (_, freeze, from, until) => {
    const iso = (time: string) => at(`${time.includes("T") ? time : `2026-03-29T${time}`}:00Z`);
    expect(nextOccurrence(freeze.period, at("2026-03-28T12:00:00Z"), BERLIN)).toEqual({
      fromMs: iso(from),
      untilMs: iso(until),
    });
  });

  it.each([
    ["begins at a time that comes twice", once("2026-10-25T02:30", "2026-10-25T05:00"), "00:30", "04:00"],
    [
      "ends at a time that comes twice",
      once("2026-10-25T01:00", "2026-10-25T02:30"),
      "2026-10-24T23:00",
      "01:30",
    ],
    ["is within the hour that comes twice", once("2026-10-25T02:10", "2026-10-25T02:20"), "00:10", "01:20"],
  ])("a freeze in autumn that %s is longer, never shorter", (_, freeze, from, until) => {
    const iso = (time: string) => at(`${time.includes("T") ? time : `2026-10-25T${time}`}:00Z`);
    expect(nextOccurrence(freeze.period, at("2026-10-24T12:00:00Z"), BERLIN)).toEqual({
      fromMs: iso(from),
      untilMs: iso(until),
    });
  });

  it("a weekly freeze holds at each hour of the wall clock that it names, in both weeks of the change", () => {
    const night = [nightly("01:30", "03:30")];
    const wall = new Intl.DateTimeFormat("en-GB", {
      timeZone: BERLIN,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    for (const start of ["2026-03-27T00:00:00Z", "2026-10-23T00:00:00Z"])
      for (let minute = 0; minute < 4 * 24 * 60; minute += 15) {
        const ms = at(start) + minute * 60_000;
        const time = wall.format(ms);
        expect(frozenUntil(night, ms, BERLIN) !== null, `${new Date(ms).toISOString()} ${time}`).toBe(
          time >= "01:30" && time < "03:30",
        );
      }
  });
});
