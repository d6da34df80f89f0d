import { describe, expect, it } from "vitest";
import { WEEKDAYS } from "@/server/domain/schedules/schedule";
import { daysText, outcomeText, shopTimeText, typedTags, typedTimes } from "./schedule-text";

it("names the days of a schedule", () => {
  expect(daysText(WEEKDAYS)).toBe("Every day");
  expect(daysText(["mon", "tue", "wed", "thu", "fri"])).toBe("Mon to Fri");
  expect(daysText(["mon", "tue", "wed", "thu", "sun"])).toBe("Mon, Tue, Wed, Thu, Sun");
});

it("shows a time by the clock of the shop", () => {
  expect(shopTimeText("2026-11-23T05:30:00.000Z", "Europe/Berlin")).toBe("Mon 23 Nov, 06:30");
  expect(shopTimeText("2026-11-23T05:30:00.000Z", "America/New_York")).toBe("Mon 23 Nov, 00:30");
});

it("reads times and tags as people type them", () => {
  expect(typedTimes("6:30, 18:00,,nonsense")).toEqual(["06:30", "18:00", "nonsense"]);
  expect(typedTags(" lamps ,mugs,lamps")).toEqual(["lamps", "mugs"]);
});

describe("what came of an occurrence", () => {
  const ended = { status: "succeeded", step: null, reason: null, missed: 0, caught_up: false };

  it("is left to its status where there is no more to say", () => {
    expect(outcomeText(ended)).toBeNull();
  });

  it("names the step under way, the reason, and what it caught up", () => {
    expect(outcomeText({ ...ended, status: "running", step: "sync" })).toBe("Syncing the store.");
    expect(outcomeText({ ...ended, reason: "Nothing has changed.", missed: 1, caught_up: true })).toBe(
      "Nothing has changed. Stands for 1 time before it.",
    );
    expect(outcomeText({ ...ended, caught_up: true })).toBe("Began late.");
  });
});
