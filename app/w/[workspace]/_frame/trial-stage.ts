import { DAY_MS } from "@/server/domain/durations";
import type { Lifecycle, Plan } from "@/server/domain/plan/plans";
import { PLAN_AFTER_TRIAL } from "@/server/domain/plan/workspace-trial";

const ENDS_SOON_MS = 7 * DAY_MS;
/** For so long the end is told to a workspace that fits into the plan that followed. */
const TELL_END_MS = 14 * DAY_MS;

interface Trial {
  readonly lifecycle: Lifecycle;
  readonly plan: Plan;
  readonly endsAtMs: number;
  /** Whether the catalog has more items than the plan after the trial holds. */
  readonly itemsOver: boolean;
}

/**
 * Returns what a banner says of the trial: that it ends within a week, or that it has ended, which is said for two
 * weeks and for as long as there are more items than the plan holds. Null when nothing is said.
 */
export function trialStage({ lifecycle, plan, endsAtMs, itemsOver }: Trial, nowMs: number) {
  if (lifecycle === "trial") return endsAtMs - nowMs <= ENDS_SOON_MS ? "ending" : null;
  if (plan !== PLAN_AFTER_TRIAL || endsAtMs > nowMs) return null;
  return itemsOver || nowMs - endsAtMs <= TELL_END_MS ? "ended" : null;
}
