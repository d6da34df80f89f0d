export const RECOMMENDATION_KINDS = ["price_change", "cost_review", "market_review"] as const;
export type RecommendationKind = (typeof RECOMMENDATION_KINDS)[number];

/**
 * The statuses of a row. `snoozed` is not among them: it replaces `new` or `pending_approval` in what callers see.
 */
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

/** The decisions about a recommendation; a row stores its latest one. */
export const RECOMMENDATION_OPERATIONS = [
  "accept",
  "dismiss",
  "snooze",
  "resolve",
  "approve",
  "reject",
] as const;
export type RecommendationOperation = (typeof RECOMMENDATION_OPERATIONS)[number];

/** What people do to a recommendation: they decide about it, or set another price, which decides nothing yet. */
export const RECOMMENDATION_ACTIONS = [...RECOMMENDATION_OPERATIONS, "override"] as const;
export type RecommendationAction = (typeof RECOMMENDATION_ACTIONS)[number];

/** The fields of a recommendation that its state rules use, named like a stored row's. */
export type RecommendationState = {
  readonly status: RecommendationStatus;
  readonly kind: RecommendationKind;
  /** Whether it was ever accepted. */
  readonly accepted: boolean;
  readonly snoozeUntil: Date | null;
  readonly version: number;
};

/** The requested operation: `snoozeUntil` for snooze, and what the caller has seen of the row, if it is given. */
export type RecommendationRequest = {
  readonly snoozeUntil?: Date | undefined;
  readonly version?: number | undefined;
  /** The end of the snooze that the caller has seen, null for none; without it any snooze is ended. */
  readonly snoozeSeen?: Date | null | undefined;
};

/** The state after an operation has taken effect. */
export type RecommendationEffect = Pick<RecommendationState, "status" | "accepted" | "snoozeUntil">;

export type RecommendationVerdict =
  | { readonly effect: RecommendationEffect }
  | { readonly idempotent: true }
  | { readonly conflict: VisibleRecommendationStatus; readonly changed?: readonly ["version"] }
  /** It is snoozed, and not until the end that the caller has seen. */
  | { readonly conflict: "snoozed"; readonly otherSnooze: true };

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
  /** Whether the same operation took effect before, so that the repeat changes nothing. */
  readonly repeats: (row: RecommendationState, request: RecommendationRequest) => boolean;
};

const RULES: Readonly<Record<RecommendationAction, Rule>> = {
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
  // A second rejection could have another reason, so it is refused instead of ignored.
  reject: { from: ["pending_approval"], to: () => "rejected", repeats: () => false },
  // The caller recognises a repeat by the price.
  override: { from: ["new", "pending_approval"], to: (row) => row.status, repeats: () => false },
};

/** Returns the statuses in which the operation takes effect. */
export const statusesFor = (operation: RecommendationOperation): readonly RecommendationStatus[] =>
  RULES[operation].from;

/**
 * Evaluates an operation on a recommendation. It takes effect (returns the state to store), repeats one that took
 * effect before, or conflicts (returns the status for the answer). A snoozed row is evaluated by its stored status, and
 * any operation that takes effect ends the snooze. An operation that is no repeat conflicts if its version is not the
 * row's, or if the row is snoozed otherwise than the caller has seen. A snooze requires `snoozeUntil`; the caller
 * checks that it is in the future.
 */
export function evaluate(
  operation: RecommendationAction,
  row: RecommendationState,
  request: RecommendationRequest,
  nowMs: number,
): RecommendationVerdict {
  const rule = RULES[operation];
  if (rule.repeats(row, request)) return { idempotent: true };
  if (!rule.from.includes(row.status)) return { conflict: visibleStatus(row, nowMs) };
  if (request.version !== undefined && request.version !== row.version)
    return { conflict: visibleStatus(row, nowMs), changed: ["version"] };
  if (request.snoozeSeen !== undefined && isSnoozedOtherwise(row, request.snoozeSeen, nowMs))
    return { conflict: "snoozed", otherSnooze: true };
  return {
    effect: {
      status: rule.to(row),
      accepted: row.accepted || operation === "accept",
      snoozeUntil: operation === "snooze" ? (request.snoozeUntil ?? null) : null,
    },
  };
}

const isSnoozedOtherwise = (row: RecommendationState, seen: Date | null, nowMs: number): boolean =>
  visibleStatus(row, nowMs) === "snoozed" && row.snoozeUntil?.getTime() !== seen?.getTime();

/**
 * Returns the status that callers see: `snoozed` until the snooze of a new or pending row is due, else the stored
 * one.
 */
export function visibleStatus(
  { status, snoozeUntil }: Pick<RecommendationState, "status" | "snoozeUntil">,
  nowMs: number,
): VisibleRecommendationStatus {
  const snoozable = status === "new" || status === "pending_approval";
  return snoozable && snoozeUntil !== null && snoozeUntil.getTime() > nowMs ? "snoozed" : status;
}

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
 * - item_inactive: the item was archived, or its store does not list it any more. A recommendation that is
 * held, new or pending approval is superseded, accepted advice resolved; an approved one is left to its write-back.
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
