import { describe, expect, it } from "vitest";
import { chosenTime, snoozeTimes } from "./snooze-times";

const shown = (now: Date) =>
  snoozeTimes(now).map(({ value, at }) => [value, at.getMonth() + 1, at.getDate(), at.getHours()]);

describe("when something may come back", () => {
  it("is a morning after now, on every day of the week", () => {
    expect(shown(new Date(2026, 10, 20, 15))).toEqual([
      ["tomorrow", 11, 21, 9],
      ["monday", 11, 23, 9],
      ["two_weeks", 12, 4, 9],
      ["month", 12, 20, 9],
    ]);
    const onMonday = new Date(2026, 10, 23, 7);
    expect(shown(onMonday)[1]).toEqual(["monday", 11, 30, 9]);
    const onSunday = new Date(2026, 10, 22, 23);
    expect(shown(onSunday)[1]).toEqual(["monday", 11, 23, 9]);
  });

  it("may be chosen freely, but not in the past", () => {
    const now = new Date(2026, 10, 20, 15);
    expect(chosenTime("2026-11-20T15:01", now)?.getMinutes()).toBe(1);
    expect(chosenTime("2026-11-20T14:59", now)).toBeNull();
    expect(chosenTime("", now)).toBeNull();
  });
});
