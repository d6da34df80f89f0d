import type { Permission } from "@/server/domain/permissions";
import type { Shown } from "../../_decisions/shown";

/** The actions that a person may take on a recommendation. */
export type OfferedAction = "accept" | "dismiss" | "snooze" | "resolve" | "revert";

const BY_STATUS: Readonly<Partial<Record<Shown["status"], readonly OfferedAction[]>>> = {
  new: ["accept", "dismiss", "snooze", "resolve"],
  accepted: ["resolve", "dismiss"],
  pending_approval: ["snooze", "resolve"],
  snoozed: ["accept", "resolve"],
  failed: ["resolve"],
  applied: ["revert"],
};

/** Returns the actions this person may take now, the most likely first. A reverted price is not reverted again. */
export function offered(
  { status, write_back: write }: Pick<Shown, "status" | "write_back">,
  may: (permission: Permission) => boolean,
): readonly OfferedAction[] {
  return (BY_STATUS[status] ?? []).filter((offeredAction) =>
    offeredAction === "revert"
      ? may("recommendations:approve") && write !== null && write.reverted_by === null
      : may("recommendations:write"),
  );
}
