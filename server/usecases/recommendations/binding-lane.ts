import type { StandingApproval } from "@/server/db/recommendations/approvals";
import type { CompiledLane } from "@/server/domain/pricing/lanes";

/**
 * Returns the lane that binds an approval: that of its price now, unless somebody has approved this version in a lane
 * for two people that the policy still has. Otherwise the first of the two could move the item to a lane that asks for
 * one person, by its stock or tags, and approve again.
 */
export function bindingLane(
  lanes: readonly CompiledLane[],
  now: CompiledLane | null,
  given: readonly StandingApproval[],
): CompiledLane | null {
  if (now?.decidedBy === "two_people") return now;
  const standing = (lane: CompiledLane) =>
    lane.decidedBy === "two_people" && given.some(({ lane: name }) => name === lane.name);
  return lanes.find(standing) ?? now;
}
