import type { RecommendationStatus } from "@/server/domain/recommendations/recommendation";

/** Events of the store that change a recommendation without a person's decision; runs change it by `publish`. */
export const RECOMMENDATION_EVENTS = [
  "store_at_target",
  "write_applied",
  "write_failed",
  "item_inactive",
] as const;
export type RecommendationEvent = (typeof RECOMMENDATION_EVENTS)[number];

/**
 * Returns the status that an event leads to, or null if the recommendation does not change.
 * - store_at_target: a sync found the recommended price without our write key.
 * - write_applied: also applies to a failed one, when our write key is found in the store after all.
 * - item_inactive: the item was archived, or its store does not list it any more. A pending recommendation is closed;
 * an approved one is left to its write-back.
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
