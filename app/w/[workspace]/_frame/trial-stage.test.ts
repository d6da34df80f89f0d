import { expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { trialStage } from "./trial-stage";

const END = Date.UTC(2026, 10, 30);
const stage = (daysFromEnd: number, more: Partial<Parameters<typeof trialStage>[0]> = {}) =>
  trialStage(
    {
      lifecycle: daysFromEnd < 0 ? "trial" : "active",
      plan: "free",
      endsAtMs: END,
      itemsOver: false,
      ...more,
    },
    END + daysFromEnd * DAY_MS,
  );

it("speaks of the trial in its last week and for two weeks after it", () => {
  expect([-14, -8, -7, -1, 0, 14, 15].map((days) => stage(days))).toEqual([
    null,
    null,
    "ending",
    "ending",
    "ended",
    "ended",
    null,
  ]);
});

it("goes on while there are more items than the plan holds, and stops when another plan is chosen", () => {
  expect(stage(400, { itemsOver: true })).toBe("ended");
  expect(stage(1, { itemsOver: true, plan: "pro" })).toBeNull();
});
