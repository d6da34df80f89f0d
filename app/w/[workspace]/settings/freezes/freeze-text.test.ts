import { expect, it } from "vitest";
import { freezeSentence } from "./freeze-text";

const ZONE = { time_zone: "Europe/Berlin" };
const weekly = (days: "fri"[] | ("fri" | "sat")[], from: string, until: string, until_day: "mon" | null) => ({
  ...ZONE,
  once: null,
  weekly: { days, from, until, until_day },
});

it("says when a freeze is in force", () => {
  expect(freezeSentence(weekly(["fri"], "16:00", "06:00", "mon"))).toBe(
    "Every Friday 16:00 to Monday 06:00, Europe/Berlin",
  );
  expect(freezeSentence(weekly(["fri", "sat"], "22:00", "06:00", null))).toBe(
    "Fri, Sat 22:00 to the next day 06:00, Europe/Berlin",
  );
  const once = { from: "2026-11-27T16:00", until: "2026-12-02T06:00" };
  expect(freezeSentence({ ...ZONE, once, weekly: null })).toBe(
    "Fri, 27 Nov 2026, 16:00 to Wed, 2 Dec 2026, 06:00, Europe/Berlin",
  );
});
