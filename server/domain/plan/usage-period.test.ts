import { expect, it } from "vitest";
import { dayOf, monthOf } from "@/server/domain/plan/usage-period";

const isoPeriod = ({ startMs, endMs }: { startMs: number; endMs: number }) =>
  [startMs, endMs].map((ms) => new Date(ms).toISOString().slice(0, 16));

it.each([
  ["2026-11-21T10:00:00Z", "2026-11-21T00:00", "2026-11-22T00:00"],
  ["2026-12-31T23:59:59.999Z", "2026-12-31T00:00", "2027-01-01T00:00"],
  ["2028-02-29T00:00:00Z", "2028-02-29T00:00", "2028-03-01T00:00"],
])("counts the runs of %s from %s to %s", (at, start, end) => {
  expect(isoPeriod(dayOf(Date.parse(at)))).toEqual([start, end]);
});

it.each([
  ["2026-11-21T10:00:00Z", "2026-11-01T00:00", "2026-12-01T00:00"],
  ["2026-12-31T23:59:59.999Z", "2026-12-01T00:00", "2027-01-01T00:00"],
  ["2027-01-01T00:00:00Z", "2027-01-01T00:00", "2027-02-01T00:00"],
])("counts the page checks of %s from %s to %s", (at, start, end) => {
  expect(isoPeriod(monthOf(Date.parse(at)))).toEqual([start, end]);
});
