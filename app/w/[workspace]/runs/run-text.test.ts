import { describe, expect, it } from "vitest";
import { SKIP_REASONS } from "@/server/domain/pricing/outcome";
import { askedRuns, durationText, inputsText, RUN_FILTERS, scopeText, skippedText } from "./run-text";

describe("what a run skipped", () => {
  it("is told in words, the most frequent reason first, nothing that did not occur", () => {
    expect(skippedText({ at_target: 3, unknown_cost: 12, hold: 0 })).toEqual([
      { reason: "unknown_cost", count: 12, label: "Cost unknown", advice: "Import their cost." },
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
