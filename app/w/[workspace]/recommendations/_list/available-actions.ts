import type { Permission } from "@/server/domain/permissions";
import type { RecommendationDetail } from "../../_decisions/recommendation-detail";

/** The actions that a person may take on a recommendation. */
export type AvailableAction = "accept" | "dismiss" | "snooze" | "resolve" | "revert";

const BY_STATUS: Readonly<Partial<Record<RecommendationDetail["status"], readonly AvailableAction[]>>> = {
  new: ["accept", "dismiss", "snooze", "resolve"],
  accepted: ["resolve", "dismiss"],
  pending_approval: ["snooze", "resolve"],
  snoozed: ["accept", "resolve"],
  failed: ["resolve"],
  applied: ["revert"],
};

/** Returns the actions this person may take now, the most likely first. A reverted price is not reverted again. */
export function availableActions(
  { status, write_back: write }: Pick<RecommendationDetail, "status" | "write_back">,
  may: (permission: Permission) => boolean,
): readonly AvailableAction[] {
  return (BY_STATUS[status] ?? []).filter((offeredAction) =>
    offeredAction === "revert"
      ? may("recommendations:approve") && write !== null && write.reverted_by === null
      : may("recommendations:write"),
  );
}
