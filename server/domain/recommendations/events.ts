import type { RecommendationStatus } from "@/server/domain/recommendations/recommendation";

/** What a store does to a recommendation without anybody deciding it; what a run does is decided by `publish`. */
export const RECOMMENDATION_EVENTS = [
  "store_at_target",
  "write_applied",
  "write_failed",
  "item_inactive",
] as const;
export type RecommendationEvent = (typeof RECOMMENDATION_EVENTS)[number];

/**
 * The status an event leads to, or null when it leaves the recommendation alone. `store_at_target` is a sync that found
 * the recommended price without our marker. `write_applied` also reaches a failed one: our marker was found in the store
 * after all. `item_inactive` is an item that was archived, or that its store shows no more: nobody is asked about it
 * any more, and what was approved is for the write-back to end.
 */
export function afterEvent(
  event: RecommendationEvent,
  row: { readonly status: RecommendationStatus },
): RecommendationStatus | null {
  switch (event) {
    case "store_at_target":
      return row.status === "pending_approval" ? "resolved" : null;
    case "write_applied":
      return row.status === "approved" || row.status === "failed" ? "applied" : null;
    case "write_failed":
      return row.status === "approved" ? "failed" : null;
    case "item_inactive":
      if (row.status === "accepted") return "resolved";
      return row.status === "held" || row.status === "new" || row.status === "pending_approval"
        ? "superseded"
        : null;
  }
}
