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

export const RECOMMENDATION_OPERATIONS = [
  "accept",
  "dismiss",
  "snooze",
  "resolve",
  "approve",
  "reject",
] as const;
export type RecommendationOperation = (typeof RECOMMENDATION_OPERATIONS)[number];

/** The part of a recommendation that its state rules look at, by the names a stored row has. */
export type RecommendationState = {
  readonly status: RecommendationStatus;
  readonly kind: RecommendationKind;
  /** Whether an accept ever took effect on it. */
  readonly accepted: boolean;
  readonly snoozeUntil: Date | null;
  readonly version: number;
};

/** What the caller asked for: `snoozeUntil` for snooze, `version` (optional) for approve. */
export type RecommendationRequest = {
  readonly snoozeUntil?: Date | undefined;
  readonly version?: number | undefined;
};

/** The state after an operation that takes effect. */
export type RecommendationEffect = Pick<RecommendationState, "status" | "accepted" | "snoozeUntil">;

export type RecommendationVerdict =
  | { readonly effect: RecommendationEffect }
  | { readonly idempotent: true }
  | { readonly conflict: VisibleRecommendationStatus; readonly changed?: readonly ["version"] };

const ACCEPT_REPEATS: ReadonlySet<RecommendationStatus> = new Set([
  "pending_approval",
  "accepted",
  "approved",
  "applied",
  "failed",
  "rejected",
  "resolved",
  "superseded",
]);

type Rule = {
  readonly from: readonly RecommendationStatus[];
  readonly to: (row: RecommendationState) => RecommendationStatus;
  /** Whether the same operation took effect before, so that repeating it changes nothing. */
  readonly repeats: (row: RecommendationState, request: RecommendationRequest) => boolean;
};

const RULES: Readonly<Record<RecommendationOperation, Rule>> = {
  accept: {
    from: ["new"],
    to: (row) => (row.kind === "price_change" ? "pending_approval" : "accepted"),
    repeats: (row) => row.accepted && ACCEPT_REPEATS.has(row.status),
  },
  dismiss: {
    from: ["new", "accepted"],
    to: () => "dismissed",
    repeats: (row) => row.status === "dismissed",
  },
  snooze: {
    from: ["new", "pending_approval"],
    to: (row) => row.status,
    repeats: (row, request) =>
      row.snoozeUntil !== null &&
      row.snoozeUntil.getTime() === request.snoozeUntil?.getTime() &&
      (row.status === "new" || row.status === "pending_approval"),
  },
  resolve: {
    from: ["new", "accepted", "pending_approval", "failed"],
    to: () => "resolved",
    repeats: (row) => row.status === "resolved",
  },
  approve: {
    from: ["pending_approval"],
    to: () => "approved",
    repeats: (row) => row.status === "approved" || row.status === "applied" || row.status === "failed",
  },
  // A second rejection could carry another reason: it is refused rather than swallowed.
  reject: { from: ["pending_approval"], to: () => "rejected", repeats: () => false },
};

/**
 * Judges an operation on a recommendation. It takes effect (the state to store), is the repeat of one that already did,
 * or conflicts (with the status to tell). A snoozed row is evaluated by the status underneath, and any operation that
 * takes effect ends the snooze. An approve that names another version than the row's is a conflict. A snooze needs
 * `snoozeUntil`; whether it lies ahead is the caller's validation.
 */
export function evaluate(
  operation: RecommendationOperation,
  row: RecommendationState,
  request: RecommendationRequest,
  nowMs: number,
): RecommendationVerdict {
  const rule = RULES[operation];
  if (rule.repeats(row, request)) return { idempotent: true };
  if (!rule.from.includes(row.status)) return { conflict: visibleStatus(row, nowMs) };
  if (operation === "approve" && request.version !== undefined && request.version !== row.version) {
    return { conflict: visibleStatus(row, nowMs), changed: ["version"] };
  }
  return {
    effect: {
      status: rule.to(row),
      accepted: row.accepted || operation === "accept",
      snoozeUntil: operation === "snooze" ? (request.snoozeUntil ?? null) : null,
    },
  };
}

/** The status a caller sees: `snoozed` while the snooze of a new or pending one lies ahead, else the row's own. */
export function visibleStatus(
  { status, snoozeUntil }: Pick<RecommendationState, "status" | "snoozeUntil">,
  nowMs: number,
): VisibleRecommendationStatus {
  const snoozable = status === "new" || status === "pending_approval";
  return snoozable && snoozeUntil !== null && snoozeUntil.getTime() > nowMs ? "snoozed" : status;
}
