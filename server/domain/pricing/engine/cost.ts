import { DAY_MS } from "@/server/domain/durations";
import type { CompiledGates } from "@/server/domain/pricing/engine/gates";
import { daysText } from "@/server/domain/pricing/engine/refusal-text";
import type { EngineItem } from "@/server/domain/pricing/inputs";

/** The state of an item's cost; `words` names the problem in one sentence. */
export type CostView =
  | { readonly state: "fresh"; readonly amount: bigint; readonly ageMs: number; readonly ageDays: number }
  | {
      readonly state: "stale";
      readonly amount: bigint;
      readonly ageDays: number | null;
      readonly message: string;
    }
  | { readonly state: "unknown"; readonly amount: null; readonly ageDays: null; readonly message: string };

/**
 * Evaluates an item's cost by the policy's age gate. A cost without a date is stale while there is a gate: its age
 * cannot be shown to be within it. A negative cost counts as unknown.
 */
export function evaluateCost(item: EngineItem, gates: CompiledGates, nowMs: number): CostView {
  const { cost, costUpdatedAtMs } = item;
  if (cost === null || cost < 0n) {
    return { state: "unknown", amount: null, ageDays: null, message: "The cost is not known." };
  }
  const ageMs = costUpdatedAtMs === null ? null : Math.max(0, nowMs - costUpdatedAtMs);
  const limit = gates.maxCostAgeMs;
  if (ageMs === null) {
    return limit === null
      ? { state: "fresh", amount: cost, ageMs: 0, ageDays: 0 }
      : { state: "stale", amount: cost, ageDays: null, message: "Nobody knows how old the cost is." };
  }
  const ageDays = Math.floor(ageMs / DAY_MS);
  if (limit !== null && ageMs > limit) {
    const message = `The cost is ${daysText(ageDays)} old; costs count for ${daysText(limit / DAY_MS)}.`;
    return { state: "stale", amount: cost, ageDays, message };
  }
  return { state: "fresh", amount: cost, ageMs, ageDays };
}
