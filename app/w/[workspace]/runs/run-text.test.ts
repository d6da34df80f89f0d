import { describe, expect, it } from "vitest";
import { askedRuns, durationText, inputsText, progressText, RUN_FILTERS, scopeText } from "./run-text";

it("says how long a run will still check items, and that it does not know where it does not", () => {
  const left = (done: number, total: number | null, seconds_left: number | null, status = "running") =>
    Object.values(progressText({ status, progress: { done, total, seconds_left } })).join(": ");
  expect(left(0, null, null, "queued")).toMatch(/^Waits for its turn/);
  expect(left(0, null, null)).toBe("Begins: How long it takes is not known yet.");
  expect(left(500, 2_000, null)).toBe("Checking the items: How long it still takes is not known.");
  expect(left(500, 2_000, 31)).toBe("Checking the items: About 35 s of checking left, then it is published.");
  expect(left(500, 90_000, 121)).toContain("About 3 min");
  expect(left(2_000, 2_000, null)).toBe("Publishing what it found: How long this still takes is not known.");
});

describe("how long a run took", () => {
  it("is told as people say it, and not before it has ended", () => {
    const start = "2026-11-20T06:00:00.000Z";
    expect(durationText(start, "2026-11-20T06:00:01.400Z")).toBe("1.4 s");
    expect(durationText(start, "2026-11-20T06:02:05.000Z")).toBe("2 min 05 s");
    expect(durationText(start, null)).toBeNull();
  });
});

it("names the items a run looks at", () => {
  const label = (subset_tags: string[], item_ids: string[]) => scopeText({ subset_tags, item_ids });
  expect(label([], [])).toBe("Whole catalog");
  expect(label(["outdoor", "autumn"], [])).toBe("Tagged outdoor, autumn");
  expect(label([], ["itm_1"])).toBe("One item with a corrected price");
});

it("says which inputs were fresh for a run", () => {
  expect(inputsText(null)).toBeNull();
  expect(inputsText({ store_sync: null, page_checks: { requested: 0, answered: 0 } })).toBe(
    "No competitor's page was due.",
  );
  expect(inputsText({ store_sync: "for_this_run", page_checks: { requested: 120, answered: 117 } })).toBe(
    "The store was synced for this run. 117 of 120 competitors' pages that were due had answered when it began.",
  );
  expect(inputsText({ store_sync: "earlier", page_checks: { requested: 0, answered: 0 } })).toContain(
    "not for this run",
  );
});

it("asks for runs that are held back by what holds them, and for the others by their status", () => {
  expect(RUN_FILTERS.map(askedRuns)).toEqual([
    {},
    { status: "running" },
    { held: "waiting" },
    { status: "succeeded" },
    { status: "failed" },
    { status: "canceled" },
  ]);
});
