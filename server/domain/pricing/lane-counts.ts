import { z } from "zod";
import type { Policy } from "@/server/domain/pricing/engine/compile";
import type { EvidenceOrigin } from "@/server/domain/pricing/evidence-origins";
import type { EngineItem } from "@/server/domain/pricing/inputs";
import { type LaneUse, UNUSED, useWithOneMore } from "@/server/domain/pricing/lane-day";
import { laneSubject, recommendedFrom } from "@/server/domain/pricing/lane-subject";
import { type ItemPast, stockEffect, strictestLane } from "@/server/domain/pricing/lanes";
import type { Outcome } from "@/server/domain/pricing/outcome";
import { LANE_DECIDERS } from "@/server/domain/pricing/policy-lanes";

/**
 * How many price changes of a run a lane takes. `passes` of them an automatic lane would approve if it was open and had
 * approved nothing in the 24 hours before; null where people decide. The name is null for changes that fit in no lane.
 */
export const LaneCount = z.object({
  lane: z.string().nullable(),
  decided_by: z.enum(LANE_DECIDERS),
  items: z.int(),
  passes: z.int().nullable(),
});
export type LaneCount = z.infer<typeof LaneCount>;

/** The price changes of a run by the name of their lane, counted item by item. */
export type LaneTally = Map<string | null, { items: number; use: LaneUse }>;

/**
 * Adds the price change that an item gets by a policy, if it gets one.
 * @param activeItems the number that a lane's most a day is a share of
 * @param nowMs milliseconds since 1970
 */
export function addToLanes(
  tally: LaneTally,
  {
    item,
    outcome,
    origins,
    past,
  }: {
    readonly item: EngineItem;
    readonly outcome: Outcome;
    readonly origins: readonly EvidenceOrigin[];
    readonly past: ItemPast;
  },
  policy: Policy,
  { activeItems, nowMs }: { readonly activeItems: number; readonly nowMs: number },
): void {
  if (outcome.kind !== "recommendation" || outcome.recommendation.kind !== "price_change") return;
  const { recommendation, evidence } = outcome;
  const usedAtMs = evidence.observations.filter(({ used }) => used).map(({ observedAtMs }) => observedAtMs);
  const subjects = recommendedFrom(recommendation, evidence.shopWindow).map((currentPrice) =>
    laneSubject({ ...recommendation, currentPrice }, item, { usedAtMs, origins, past }, policy),
  );
  const lane = strictestLane(policy.lanes, subjects, policy.marginFactors, nowMs);
  const { items, use } = tally.get(lane?.name ?? null) ?? { items: 0, use: UNUSED };
  // Measured from what shoppers pay, which is the last of them.
  const charged = subjects.at(-1);
  const money = charged === undefined ? null : stockEffect(charged, policy.marginFactors);
  const next = lane === null ? null : useWithOneMore(lane, use, money, activeItems);
  tally.set(lane?.name ?? null, { items: items + 1, use: next ?? use });
}

/**
 * Returns the counts in the order of the policy's lanes; the last one is of the changes that fit in none.
 * @param held whether the circuit breaker holds the run, so that automatic lanes approve nothing
 */
export function laneCounts(tally: LaneTally, { lanes }: Policy, held: boolean): LaneCount[] {
  const countsOf = (name: string | null) => tally.get(name) ?? { items: 0, use: UNUSED };
  return [
    ...lanes.map(({ name, decidedBy }): LaneCount => {
      const { items, use } = countsOf(name);
      const passes = decidedBy !== "automatic" ? null : held ? 0 : use.count;
      return { lane: name, decided_by: decidedBy, items, passes };
    }),
    { lane: null, decided_by: "one_person", items: countsOf(null).items, passes: null },
  ];
}
