import { describe, expect, it } from "vitest";
import { UtcTime } from "./utc-time";

const reasonOf = (text: unknown) => UtcTime.safeParse(text).error?.issues.map(({ message }) => message);

describe("a time in UTC", () => {
  it.each([
    ["2026-12-01T09:30:00Z", "2026-12-01T09:30:00Z"],
    ["2026-12-01T09:30:00+00:00", "2026-12-01T09:30:00Z"],
    ["2026-12-01T09:30:00.250000+00:00", "2026-12-01T09:30:00.250000Z"],
  ])("%s is taken as %s", (text, taken) => {
    expect(UtcTime.parse(text)).toBe(taken);
  });

  it.each([
    ["2026-12-01T09:30:00+01:00", "This time is +01:00 of UTC. Send it in UTC: 2026-12-01T08:30:00Z."],
    ["2026-12-01T00:30:00.5-08:00", "This time is -08:00 of UTC. Send it in UTC: 2026-12-01T08:30:00.500Z."],
  ])("%s is refused with the same moment in UTC", (text, reason) => {
    expect(reasonOf(text)).toEqual([reason]);
  });

  it.each(["2026-12-01 09:30:00", "2026-12-01T09:30:00", "2026-02-30T09:30:00+00:00", "tomorrow", 5])(
    "%s is refused with an example",
    (text) => {
      expect(reasonOf(text)).toEqual(["Send an ISO 8601 time in UTC, such as 2026-11-02T09:30:00Z."]);
    },
  );
});
