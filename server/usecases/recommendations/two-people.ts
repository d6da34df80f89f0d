import type { Tx } from "@/server/db/database/transaction";
import { type StandingApproval, storeApproval } from "@/server/db/recommendations/approvals";
import {
  findRecommendation,
  type RecommendationRow,
  touchRecommendation,
} from "@/server/db/recommendations/recommendations";
import type { DomainError } from "@/server/domain/errors";
import { PEOPLE_NEEDED } from "@/server/domain/pricing/lanes";
import type { RecommendationState } from "@/server/domain/recommendations/recommendation";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { addDecisionComment } from "./comment";
import { decisionConflict, type RecommendationChange } from "./decide";
import type { DecidingLane, LaneForTwo } from "./deciding-lane";

/**
 * Decides whether an approval is the first of two, in the lane that binds it.
 * @param given the approvals of this version by persons who may still approve
 * @returns the lane if it is the first, `repeat` if the person has given it before, null if it takes effect, or the
 * error for whoever set the price, and for the operator's command line, which is no person of the workspace
 */
export function secondPersonVerdict(
  { actor, services }: RequestContext,
  row: RecommendationState & Pick<RecommendationRow, "overriddenBy">,
  { lane, given }: { readonly lane: DecidingLane; readonly given: readonly StandingApproval[] },
): LaneForTwo | "repeat" | null | DomainError {
  if (lane?.decidedBy !== "two_people") return null;
  const nowMs = services.now();
  const person = actor.userId;
  if (person === null)
    return decisionConflict(row, nowMs, `Two people of the workspace approve in the lane "${lane.name}".`);
  if (row.overriddenBy === person)
    return decisionConflict(row, nowMs, "You have set this price, so two other people approve it.");
  if (given.some((each) => each.person === person)) return "repeat";
  return given.length + 1 >= PEOPLE_NEEDED ? null : { name: lane.name, decidedBy: "two_people" };
}

/**
 * Stores an approval as the first of two. It counts for one version of the recommendation, and only while who gave it
 * may approve. The caller locks the recommendation and has checked its price.
 */
export async function storeFirstApproval(
  context: RequestContext,
  tx: Tx,
  row: RecommendationRow,
  {
    lane,
    given,
    reason,
  }: {
    readonly lane: LaneForTwo;
    readonly given: readonly StandingApproval[];
    readonly reason: string | undefined;
  },
): Promise<RecommendationChange> {
  const { actor } = context;
  const { id, version } = row;
  if (actor.userId === null) throw new Error(`the first approval of ${id} is of no person`);
  const at = new Date(context.services.now());
  await storeApproval(tx, {
    recommendationId: id,
    version,
    person: actor.userId,
    label: actor.label,
    lane: lane.name,
    at,
    beside: given.map(({ person }) => person),
  });
  await touchRecommendation(tx, id, at);
  await addDecisionComment(context, tx, { recommendationId: id, action: "approve", text: reason });
  await recordChange(context, tx, {
    action: "recommendation.first_approval",
    subject: id,
    after: { lane: lane.name, needed: PEOPLE_NEEDED, given: given.length + 1, version, reason },
  });
  return {
    idempotent: false,
    row: { ...((await findRecommendation(tx, id)) ?? row), peopleNeeded: PEOPLE_NEEDED },
  };
}
