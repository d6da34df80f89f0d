export const RECOMMENDATION_KINDS = ["price_change", "cost_review", "market_review"] as const;
export type RecommendationKind = (typeof RECOMMENDATION_KINDS)[number];

/** The statuses a row can have. `snoozed` is not among them: it is shown over new or pending_approval. */
export const RECOMMENDATION_STATUSES = [
  "held",
  "new",
  "accepted",
  "pending_approval",
  "approved",
  "applied",
  "failed",
  "rejected",
  "dismissed",
  "resolved",
  "superseded",
] as const;
export type RecommendationStatus = (typeof RECOMMENDATION_STATUSES)[number];
export type VisibleRecommendationStatus = RecommendationStatus | "snoozed";
export const VISIBLE_RECOMMENDATION_STATUSES = [...RECOMMENDATION_STATUSES, "snoozed"] as const;

/** An item has at most one recommendation of a kind in these statuses. */
export const OPEN_STATUSES = [
  "held",
  "new",
  "accepted",
  "pending_approval",
  "approved",
] as const satisfies readonly RecommendationStatus[];

export const RECOMMENDATION_OPERATIONS = [
  "accept",
  "dismiss",
  "snooze",
  "resolve",
  "approve",
  "reject",
] as const;
export type RecommendationOperation = (typeof RECOMMENDATION_OPERATIONS)[number];

/** The part of a recommendation that its state rules look at. */
export type RecommendationState = {
  readonly status: RecommendationStatus;
  readonly kind: RecommendationKind;
  /** Whether an accept ever took effect on it. */
  readonly wasAccepted: boolean;
  readonly snoozeUntilMs: number | null;
  readonly version: number;
};

/** What the caller asked for: `snoozeUntilMs` for snooze, `version` (optional) for approve. */
export type RecommendationRequest = {
  readonly snoozeUntilMs?: number;
  readonly version?: number;
};

/** The state after an operation that takes effect. */
export type RecommendationEffect = {
  readonly status: RecommendationStatus;
  readonly wasAccepted: boolean;
  readonly snoozeUntilMs: number | null;
};

export type RecommendationVerdict =
  | { readonly effect: RecommendationEffect }
  | { readonly idempotent: true }
  | { readonly conflict: VisibleRecommendationStatus; readonly changed?: readonly ["version"] };

export declare function judge(
  operation: RecommendationOperation,
  row: RecommendationState,
  request: RecommendationRequest,
  nowMs: number,
): RecommendationVerdict;
export declare function visibleStatus(
  row: { readonly status: RecommendationStatus; readonly snoozeUntilMs: number | null },
  nowMs: number,
): VisibleRecommendationStatus;
