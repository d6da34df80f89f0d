import { describe, expect, it } from "vitest";
import { type Clock, dayOrderOf, isAmbiguousDate, readTime } from "./time-cell";

const BERLIN: Clock = { timeZone: "Europe/Berlin", dayOrder: null, nowMs: Date.UTC(2026, 10, 25, 12) };
const read = (cell: string, clock: Partial<Clock> = {}) => {
  const ms = readTime(cell, { ...BERLIN, ...clock });
  return ms === null ? null : new Date(ms).toISOString();
};

describe("a time in a cell", () => {
  it.each([
    ["2026-11-24T10:00:00Z", "2026-11-24T10:00:00.000Z"],
    ["2026-11-24T10:00Z", "2026-11-24T10:00:00.000Z"],
    ["2026-11-24T10:00:00.123456Z", "2026-11-24T10:00:00.123Z"],
    ["2026-11-24T10:00:00+01:00", "2026-11-24T09:00:00.000Z"],
    ["2026-11-24T10:00+0530", "2026-11-24T04:30:00.000Z"],
    ["2026-11-24 10:00:00 UTC", "2026-11-24T10:00:00.000Z"],
    ["2026-11-24 10:00:00", "2026-11-24T09:00:00.000Z"],
    ["2026-07-24 10:00", "2026-07-24T08:00:00.000Z"],
    ["2026/11/24 8:15", "2026-11-24T07:15:00.000Z"],
    ["24.11.2026 08:15", "2026-11-24T07:15:00.000Z"],
    ["4.3.2026, 08:15 Uhr", "2026-03-04T07:15:00.000Z"],
    ["24.11.2026", "2026-11-23T23:00:00.000Z"],
    ["2026-11-24", "2026-11-23T23:00:00.000Z"],
    ["11/24/2026 10:00", "2026-11-24T09:00:00.000Z"],
    ["24/11/2026 10:00", "2026-11-24T09:00:00.000Z"],
    ["24-11-2026", "2026-11-23T23:00:00.000Z"],
    ["05/05/2026 12:30 am", "2026-05-04T22:30:00.000Z"],
    ["11/24/2026 1:05 PM", "2026-11-24T12:05:00.000Z"],
    ["Now", "2026-11-25T12:00:00.000Z"],
  ])("%s is %s by a clock in Berlin", (cell, utc) => {
    expect(read(cell)).toBe(utc);
  });

  it.each([
    ...["2026-02-30 10:00", "2026-13-01", "31.11.2026", "24.11.26", "2026-11-24 25:00", "2026-11-24 10:61"],
    ...[
      "11/24/2026 13:00 PM",
      "46350.4166667",
      "1764000000",
      "yesterday",
      "",
      "10:00",
      "2026-11-24 10:00 CET",
    ],
    `2026-11-24 ${" ".repeat(300_000)}`,
  ])("%s is none", (cell) => {
    expect(read(cell)).toBeNull();
  });

  it("is read only in the order that the file's other dates show when it may be one of two days", () => {
    expect(isAmbiguousDate("03/04/2026")).toBe(true);
    expect(read("03/04/2026 10:00")).toBeNull();
    expect(read("03/04/2026 10:00", { dayOrder: "day_first" })).toBe("2026-04-03T08:00:00.000Z");
    expect(read("03/04/2026 10:00", { dayOrder: "month_first" })).toBe("2026-03-04T09:00:00.000Z");
    expect(read("24/11/2026", { dayOrder: "month_first" })).toBe("2026-11-23T23:00:00.000Z");
  });
});

it.each([
  ["24/11/2026", "day_first"],
  ["11-24-2026 10:00", "month_first"],
  ["03/04/2026", null],
  ["05/05/2026", null],
  ["24.11.2026", null],
  ["2026-11-24", null],
  ["soon", null],
])("the date %s shows the order %s", (cell, order) => {
  expect(dayOrderOf(cell)).toBe(order);
});
