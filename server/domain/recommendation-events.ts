import type { RecommendationKind, RecommendationStatus } from "@/server/domain/recommendation";

/** What happens to a recommendation without anybody deciding it. */
export const RECOMMENDATION_EVENTS = [
  "run_released",
  "run_finds_otherwise",
  "run_finds_nothing",
  "store_at_target",
  "write_applied",
  "write_failed",
] as const;
export type RecommendationEvent = (typeof RECOMMENDATION_EVENTS)[number];

type EventRow = { readonly status: RecommendationStatus; readonly kind: RecommendationKind };

const UNDECIDED: ReadonlySet<RecommendationStatus> = new Set(["held", "new", "pending_approval", "accepted"]);

/**
 * The status an event leads to, or null when it leaves the recommendation alone. A run replaces what is undecided or
 * waits for approval, never what is approved; advice a person accepted is resolved when its condition has cleared
 * (`run_finds_nothing`), not replaced. `store_at_target` is a sync that found the recommended price without our marker.
 * `write_applied` also reaches a failed one: our marker was found in the store after all.
 */
export function afterEvent(event: RecommendationEvent, row: EventRow): RecommendationStatus | null {
  switch (event) {
    case "run_released":
      return row.status === "held" ? "new" : null;
    case "run_finds_otherwise":
      return UNDECIDED.has(row.status) ? "superseded" : null;
    case "run_finds_nothing":
      if (row.status === "accepted" && row.kind !== "price_change") return "resolved";
      return UNDECIDED.has(row.status) ? "superseded" : null;
    case "store_at_target":
      return row.status === "pending_approval" ? "resolved" : null;
    case "write_applied":
      return row.status === "approved" || row.status === "failed" ? "applied" : null;
    case "write_failed":
      return row.status === "approved" ? "failed" : null;
  }
}
