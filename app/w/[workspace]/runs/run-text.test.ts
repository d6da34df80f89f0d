import { describe, expect, it } from "vitest";
import { SKIP_REASONS } from "@/server/domain/pricing/outcome";
import {
  askedRuns,
  durationText,
  inputsText,
  progressText,
  RUN_FILTERS,
  reasonText,
  scopeText,
  skippedItemsPath,
  skippedText,
} from "./run-text";

describe("what a run skipped", () => {
  it("is told in words, the most frequent reason first, nothing that did not occur", () => {
    expect(skippedText({ at_target: 3, unknown_cost: 12, hold: 0 })).toMatchObject([
      { reason: "unknown_cost", count: 12, label: "Cost unknown" },
      { reason: "at_target", count: 3, label: "Already at the right price", advice: null },
    ]);
  });

  it("has words of its own for every reason there is, and shows one it does not know", () => {
    const all = Object.fromEntries([...SKIP_REASONS, "too_shiny"].map((reason) => [reason, 1]));
    const reported = new Map(skippedText(all).map(({ reason, label }) => [reason, label]));
    for (const reason of SKIP_REASONS) expect(reported.get(reason)).toMatch(/^[A-Z][^_]+$/);
    expect(reported.get("too_shiny")).toBe("too shiny");
  });
});

it("leads from a reason to its items: the run's own list while it is stored, the catalog for what it left out", () => {
  expect(skippedItemsPath("run_1", "at_target", true)).toBe("/runs/run_1/skipped?reason=at_target");
  expect(skippedItemsPath("run_1", "at_target", false)).toBeNull();
  expect(skippedItemsPath("run_1", "archived", false)).toBe("/catalog?state=archived");
});

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

it("says for a missing cost that it can be entered or imported, each with the page where that is done", () => {
  expect(reasonText("unknown_cost")).toMatchObject({
    advice: "Enter their cost in the catalog, or import it.",
    links: [{ path: "/catalog?cost=unknown" }, { path: "/catalog/import" }],
  });
});

it("names no list for costs that are too old: how old they may be is the policy's, and the run lists its own", () => {
  expect(reasonText("stale_cost").links).toEqual([{ label: "Import costs", path: "/catalog/import" }]);
});
