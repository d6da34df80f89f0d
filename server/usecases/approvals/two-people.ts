import type { StandingApproval } from "@/server/db/recommendations/approvals";
import type { RecommendationRow } from "@/server/db/recommendations/recommendations";
import type { DomainError } from "@/server/domain/errors";
import { PEOPLE_NEEDED } from "@/server/domain/pricing/lanes";
import type { RecommendationState } from "@/server/domain/recommendations/recommendation";
import type { RequestContext } from "../request-context";
import type { BindingLane, LaneForTwo } from "./binding-lane";
import { decisionConflict } from "./conflicts";

/**
 * Decides whether an approval is the first of two, in the lane that binds it.
 * @param given the approvals of this version by persons who may still approve
 * @returns the lane if it is the first, `repeat` if the person has given it before, null if it takes effect, or the
 * error for whoever set the price, and for the operator's command line, which is no person of the workspace
 */
export function secondPersonVerdict(
  { actor, services }: RequestContext,
  row: RecommendationState & Pick<RecommendationRow, "overriddenBy">,
  { lane, given }: { readonly lane: BindingLane; readonly given: readonly StandingApproval[] },
): LaneForTwo | "repeat" | null | DomainError {
  if (lane?.decidedBy !== "two_people") return null;
  const nowMs = services.now();
  const person = actor.userId;
  if (person === null)
    return decisionConflict(
      row,
      nowMs,
      `By the auto-approval rule "${lane.name}" two people of the workspace approve this price.`,
    );
  if (row.overriddenBy === person)
    return decisionConflict(row, nowMs, "You have set this price, so two other people approve it.");
  if (given.some((each) => each.person === person)) return "repeat";
  return given.length + 1 >= PEOPLE_NEEDED ? null : { name: lane.name, decidedBy: "two_people" };
}
