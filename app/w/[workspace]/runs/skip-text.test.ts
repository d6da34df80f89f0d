import { describe, expect, it } from "vitest";
import { SKIP_REASONS } from "@/server/domain/pricing/outcome";
import { skippedItemsPath, skippedText, skipText } from "./skip-text";

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

it("says for a missing cost that it can be entered or imported, each with the page where that is done", () => {
  expect(skipText("unknown_cost")).toMatchObject({
    advice: "Enter their cost in the catalog, or import it.",
    links: [{ path: "/catalog?cost=unknown" }, { path: "/catalog/import" }],
  });
});

it("names no list for costs that are too old: how old they may be is the policy's, and the run lists its own", () => {
  expect(skipText("stale_cost").links).toEqual([{ label: "Import costs", path: "/catalog/import" }]);
});
