import type { Tx } from "@/server/db/database/transaction";
import { type StandingApproval, storeApproval } from "@/server/db/recommendations/approvals";
import {
  findRecommendation,
  type RecommendationRow,
  touchRecommendation,
} from "@/server/db/recommendations/recommendations";
import { PEOPLE_NEEDED } from "@/server/domain/pricing/lanes";
import type { LaneForTwo } from "../approvals/binding-lane";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { addDecisionComment } from "./comment";
import type { RecommendationChange } from "./decide";

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
