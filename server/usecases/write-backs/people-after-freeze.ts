import type { Tx } from "@/server/db/database/transaction";
import type { PricedItem } from "@/server/db/items/priced-items";
import { findLaneMode } from "@/server/db/lanes/modes";
import { membersWithRole } from "@/server/db/lanes/people-needed";
import { findRecommendation, type RecommendationRow } from "@/server/db/recommendations/recommendations";
import type { WriteBackRow } from "@/server/db/write-backs/write-backs";
import { laneOfActor } from "@/server/domain/actors";
import { DECISION_PERMISSIONS } from "@/server/domain/permissions";
import type { Policy } from "@/server/domain/pricing/compile";
import { type CompiledLane, laneOf, PEOPLE_NEEDED } from "@/server/domain/pricing/lanes";
import { type PolicyLanes, requireActiveLanes } from "../lanes/policy-lanes";
import { laneSubjectOf } from "../shop-pricing/lane-subject";
import { laneClosedText, peopleText } from "./messages";

/**
 * Returns why the approval of a price that waited in a freeze does not suffice any more, as the receipt's text: its lane,
 * by the policy and the figures of now, needs two people, and fewer of those who approved may still approve; or a lane
 * approved it that is not open for it any more. Null if the approval suffices, or the price did not wait.
 * @param item as it is now, at the price that the store holds
 * @throws DomainError conflict when the active policy is invalid
 */
export async function approvalShortfall(
  tx: Tx,
  row: WriteBackRow,
  item: PricedItem["item"],
  nowMs: number,
): Promise<string | null> {
  if (row.waitsUntil === null) return null;
  const recommendation = await findRecommendation(tx, row.recommendationId);
  if (recommendation === null) throw new Error(`${row.id} has no recommendation`);
  const active = await requireActiveLanes(tx);
  const lane = laneByNow(row, recommendation, item, active.policy, nowMs);
  if (lane?.decidedBy === "two_people") {
    const given = await peopleWhoApproved(tx, recommendation);
    return given >= PEOPLE_NEEDED ? null : peopleText(row, lane.name, given);
  }
  const decider = laneOfActor(recommendation.decidedBy ?? "");
  if (decider === null) return null;
  const stands = decider === lane?.name && (await isOpen(tx, lane, active));
  return stands ? null : laneClosedText(row);
}

/** Returns the lane of an approved price by the policy, and by the item's cost, stock and scope, as they are now. */
function laneByNow(
  { expectedPrice: currentPrice, targetPrice: recommendedPrice }: WriteBackRow,
  { evidence, confidence }: RecommendationRow,
  item: PricedItem["item"],
  policy: Policy,
  nowMs: number,
): CompiledLane | null {
  const figures = { evidence, confidence, cost: item.cost, currentPrice, recommendedPrice };
  return laneOf(policy.lanes, laneSubjectOf(figures, item, policy), policy.marginFactors, nowMs);
}

/** Whether an automatic lane may approve by now: it is open, with the lanes that the policy has now. */
async function isOpen(tx: Tx, lane: CompiledLane | null, { fingerprint }: PolicyLanes): Promise<boolean> {
  if (lane?.decidedBy !== "automatic") return false;
  const set = await findLaneMode(tx, lane.name);
  return set?.mode === "open" && set.fingerprint === fingerprint;
}

/** Counts the people who approved this version and may still approve; whoever set the price is not one of them. */
async function peopleWhoApproved(
  tx: Tx,
  { approvals, decidedBy, overriddenBy }: RecommendationRow,
): Promise<number> {
  const approved = [decidedBy, ...(approvals ?? []).map(({ person }) => person)];
  const people = approved.filter((person) => person !== null && person !== overriddenBy) as string[];
  const { roles } = DECISION_PERMISSIONS.approve;
  const counted = await membersWithRole(({ text }, values) => tx.sql(text, values), tx.tenant.workspaceId, {
    people,
    roles,
  });
  return counted.size;
}
