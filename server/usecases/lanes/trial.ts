import { createHash } from "node:crypto";
import { canonicalJson } from "@/server/db/database/canonical-json";
import type { Tx } from "@/server/db/database/transaction";
import { itemPastOf } from "@/server/db/items/item-past";
import { type PastDecision, pastDecisionIds, pastDecisions } from "@/server/db/lanes/past-decisions";
import { DAY_MS } from "@/server/domain/durations";
import { DomainError, notFound } from "@/server/domain/errors";
import type { Policy } from "@/server/domain/pricing/engine";
import { windowFromJson } from "@/server/domain/pricing/evidence-window-json";
import { laneSubject, recommendedFrom } from "@/server/domain/pricing/lane-subject";
import { strictestLane } from "@/server/domain/pricing/lanes";
import { type PolicyLanes, requireActiveLanes } from "../approvals/policy-lanes";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";

/** How far a trial looks back. */
export const TRIAL_DAYS = 180;
/** Other requests are answered between two pages, and one takes a few milliseconds of this process. */
const PAGE_SIZE = 200;
/** How many decisions a trial looks at, newest first, which bounds its time. */
const MOST_DECISIONS = 10_000;
const MOST_LISTED = 50;

/** What people decided otherwise about a price that the lane would have approved. */
export const DISAGREEMENTS = ["rejected", "other_price", "reverted"] as const;
export type Disagreement = (typeof DISAGREEMENTS)[number];

/** A past decision that differs from the lane's. */
export interface Disagreed {
  readonly disagreement: Disagreement;
  readonly decision: PastDecision;
}

/** What an automatic lane would have done with this workspace's own past decisions. */
export interface LaneTrial {
  readonly lane: string;
  /** The number of past decisions that were looked at. */
  readonly decisions: number;
  /** Those that the lane would have approved. */
  readonly passed: number;
  /** How many of them people had rejected or dismissed, given another price, or taken back. */
  readonly disagreed: Readonly<Record<Disagreement, number>>;
  /** The newest of them. */
  readonly examples: readonly Disagreed[];
  /** Names what was tried and what came of it; switching the lane on requires the present one. */
  readonly proof: string;
}

/**
 * Tries an automatic lane of the active policy on what people have decided since TRIAL_DAYS: each price change with the
 * figures of its decision, the engine's price, and the scope and stock that the item has now.
 * @throws DomainError not_found, conflict for a lane that is not automatic
 */
export const tryLane = (context: RequestContext, name: string): Promise<LaneTrial> =>
  readTransaction(context, async (tx) =>
    tryLaneIn(tx, await requireActiveLanes(tx), name, context.services.now()),
  );

/** Does the same in the caller's transaction. `nowMs` is in milliseconds since 1970. */
export async function tryLaneIn(
  tx: Tx,
  { lanes, policy, fingerprint }: PolicyLanes,
  name: string,
  nowMs: number,
): Promise<LaneTrial> {
  const lane = lanes.find((each) => each.name === name);
  if (lane === undefined) throw notFound("lane");
  if (lane.decided_by !== "automatic")
    throw new DomainError(
      "conflict",
      `People decide by the auto-approval rule "${name}"; only one that decides by itself is tried.`,
    );
  const since = new Date(nowMs - TRIAL_DAYS * DAY_MS);
  const disagreed = { rejected: 0, other_price: 0, reverted: 0 };
  const examples: Disagreed[] = [];
  const ids = await pastDecisionIds(tx, { since, limit: MOST_DECISIONS });
  let [decisions, passed] = [0, 0];
  for (let from = 0; from < ids.length; from += PAGE_SIZE) {
    for (const decision of await pastDecisions(tx, ids.slice(from, from + PAGE_SIZE))) {
      decisions += 1;
      if (!wouldPass(decision, name, policy)) continue;
      passed += 1;
      const disagreement = disagreementOf(decision);
      if (disagreement === null) continue;
      disagreed[disagreement] += 1;
      if (examples.length < MOST_LISTED) examples.push({ disagreement, decision });
    }
  }
  const found = { lane: name, decisions, passed, disagreed };
  return { ...found, examples, proof: proofOf(fingerprint, found) };
}

function disagreementOf({ approved, overridden, reverted }: PastDecision): Disagreement | null {
  if (!approved) return "rejected";
  if (overridden) return "other_price";
  return reverted ? "reverted" : null;
}

/** Whether the lane would have approved the engine's price when the person decided, by what shoppers paid then. */
function wouldPass(decision: PastDecision, lane: string, policy: Policy): boolean {
  const { currentPrice, decidedAt } = decision;
  if (decision.currency !== policy.currency) return false;
  const costUpdatedAtMs = costUpdatedAtThen(decision);
  const item = { ...decision, price: currentPrice, currency: decision.itemCurrency, costUpdatedAtMs };
  const usedAtMs = decision.oldestUsedAt === null ? [] : [decision.oldestUsedAt.getTime()];
  const evidence = { usedAtMs, origins: decision.origins, past: itemPastOf(decision) };
  const window = windowFromJson(decision.shopWindow ?? undefined, decision.currency);
  const subjects = recommendedFrom(decision, window).map((from) =>
    laneSubject({ ...decision, currentPrice: from }, item, evidence, policy),
  );
  return strictestLane(policy.lanes, subjects, policy.marginFactors, decidedAt.getTime())?.name === lane;
}

/**
 * Returns when the cost of a past decision was recorded. If it has changed since, the evidence has its age in whole
 * days only, and the oldest time that fits is returned; null if its age is unknown.
 */
function costUpdatedAtThen({ costUpdatedAt, decidedAt, costAgeDays: days }: PastDecision): number | null {
  if (costUpdatedAt !== null && costUpdatedAt <= decidedAt) return costUpdatedAt.getTime();
  return days === null ? null : decidedAt.getTime() - (days + 1) * DAY_MS;
}

const proofOf = (fingerprint: string, found: Omit<LaneTrial, "examples" | "proof">): string =>
  createHash("sha256")
    .update(canonicalJson({ v: 1, fingerprint, ...found }))
    .digest("hex");
