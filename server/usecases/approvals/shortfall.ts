import type { Tx } from "@/server/db/database/transaction";
import { findLaneMode } from "@/server/db/lanes/modes";
import { membersWithRole } from "@/server/db/lanes/people-needed";
import { findRecommendation, type RecommendationRow } from "@/server/db/recommendations/recommendations";
import type { WriteBackRow } from "@/server/db/write-backs/write-backs";
import { laneOfActor } from "@/server/domain/actors";
import type { ReadWindow } from "@/server/domain/items/shop-window";
import { DECISION_PERMISSIONS } from "@/server/domain/permissions";
import { type CompiledLane, PEOPLE_NEEDED } from "@/server/domain/pricing/lanes";
import { type BindingLane, type LaneRow, prepareLanesIn } from "./binding-lane";
import { type PolicyLanes, requireActiveLanes } from "./policy-lanes";

/** A change of an item's price at its cost of now, in minor units of the item's currency. */
interface PriceChange {
  readonly cost: bigint | null;
  readonly currentPrice: bigint;
  readonly recommendedPrice: bigint;
}

/**
 * Why an approval does not suffice any more: its lane needs two people, of whom `given` may approve by now, or the lane
 * that approved is not open for the price.
 */
export type Shortfall =
  | { readonly code: "people"; readonly lane: string; readonly given: number }
  | { readonly code: "lane_closed" };

/**
 * Returns why an approved price may not be sent any more: its lane, by the policy and the figures of now, needs two
 * people, and fewer of those who approved may still approve; or a lane approved it that is not open for it any more.
 * Null if the approval suffices. Between the approval and the write there may be a freeze, a store that cannot be
 * reached, or, where a price that was taken back is written again, any length of time.
 * @param row prices are minor units of the item's currency, as the item's `cost` of now is; `window` is what the store
 * shows
 * @throws DomainError conflict when the active policy is invalid
 */
export async function approvalShortfall(
  tx: Tx,
  row: Pick<WriteBackRow, "recommendationId" | "expectedPrice" | "targetPrice">,
  { cost, window }: Pick<PriceChange, "cost"> & { readonly window: ReadWindow },
  nowMs: number,
): Promise<Shortfall | null> {
  const recommendation = await approvedRecommendation(tx, row.recommendationId);
  const active = await requireActiveLanes(tx);
  const change = { cost, currentPrice: row.expectedPrice, recommendedPrice: row.targetPrice };
  const lane = await laneByNow(tx, { ...recommendation, ...change, window }, active, nowMs);
  if (lane?.decidedBy === "two_people") {
    const given = await tooFew(tx, recommendation);
    return given === null ? null : { code: "people", lane: lane.name, given };
  }
  const decider = laneOfActor(recommendation.decidedBy ?? "");
  if (decider === null) return null;
  const stands = decider === lane?.name && (await isOpen(tx, lane, active));
  return stands ? null : { code: "lane_closed" };
}

/**
 * Returns the lane of an approved price by the policy, and by the item's cost, stock and scope, as they are now. What
 * its approval needed is settled, so the lanes since its recommendation do not count, but for those of the last 24
 * hours.
 */
async function laneByNow(
  tx: Tx,
  row: LaneRow,
  { policy, version: policyVersion }: Pick<PolicyLanes, "policy" | "version">,
  nowMs: number,
): Promise<BindingLane> {
  const decided = { ...row, policyVersion };
  return (await prepareLanesIn(tx, [decided], { active: policy, nowMs }))(decided, []);
}

/**
 * Returns the lane for two people whose second approval a price lacks that is to be written again; null if none.
 * @param change from the price now to the approved one, of that recommendation
 */
export async function laneOfMissingApproval(
  tx: Tx,
  { recommendationId, ...change }: PriceChange & { readonly recommendationId: string },
  active: Pick<PolicyLanes, "policy" | "version">,
  nowMs: number,
): Promise<string | null> {
  const recommendation = await approvedRecommendation(tx, recommendationId);
  const lane = await laneByNow(tx, { ...recommendation, ...change }, active, nowMs);
  if (lane?.decidedBy !== "two_people") return null;
  return (await tooFew(tx, recommendation)) === null ? null : lane.name;
}

async function approvedRecommendation(tx: Tx, id: string): Promise<RecommendationRow> {
  const recommendation = await findRecommendation(tx, id);
  if (recommendation === null) throw new Error(`${id} was approved and does not exist`);
  return recommendation;
}

/** Whether an automatic lane may approve by now: it is open, with the lanes that the policy has now. */
async function isOpen(tx: Tx, lane: CompiledLane | null, { fingerprint }: PolicyLanes): Promise<boolean> {
  if (lane?.decidedBy !== "automatic") return false;
  const set = await findLaneMode(tx, lane.name);
  return set?.mode === "open" && set.fingerprint === fingerprint;
}

/**
 * Returns how many people approved this version and may still approve, if they are fewer than two; null if they are
 * enough. Whoever set the price is not one of them.
 */
async function tooFew(
  tx: Tx,
  { approvals, decidedBy, overriddenBy }: RecommendationRow,
): Promise<number | null> {
  const approved = [decidedBy, ...(approvals ?? []).map(({ person }) => person)];
  const people = approved.filter((person) => person !== null && person !== overriddenBy) as string[];
  const { roles } = DECISION_PERMISSIONS.approve;
  const counted = await membersWithRole(({ text }, values) => tx.sql(text, values), tx.tenant.workspaceId, {
    people,
    roles,
  });
  return counted.size >= PEOPLE_NEEDED ? null : counted.size;
}
