import type { BatchRow } from "@/server/db/decision-batches/batches";

/** The decision of a batch as its audit events name it. */
export function decisionOf({ of, action, accepts }: Pick<BatchRow, "of" | "action" | "accepts">) {
  switch (of) {
    case "alerts":
      return { decision_on_alerts: action };
    case "items":
      return { edit_of_items: action };
    default:
      return { decision: action, ...(accepts ? { accept: true } : {}) };
  }
}
