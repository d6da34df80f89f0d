export const WRITE_BACK_STATUSES = ["queued", "sending", "unknown", "applied", "conflict", "failed"] as const;
export type WriteBackStatus = (typeof WRITE_BACK_STATUSES)[number];

/** The unresolved statuses: while a write-back has one of them, no other write on the same variant begins. */
export const OPEN_WRITE_BACK_STATUSES = [
  "queued",
  "sending",
  "unknown",
] as const satisfies readonly WriteBackStatus[];

/** The statuses of a write-back that has ended and changed no price. */
export const INEFFECTIVE_STATUSES = ["conflict", "failed"] as const satisfies readonly WriteBackStatus[];

/** Returns whether the price of a write-back is in the store or on its way there. */
export const isEffective = (status: WriteBackStatus): boolean =>
  !INEFFECTIVE_STATUSES.some((ineffective) => ineffective === status);

/** The fields of an unresolved write-back that decide its next step, named like a stored row's. */
export type WriteBackState = {
  /** Prices are minor units of `currency`. */
  readonly expectedPrice: bigint;
  readonly targetPrice: bigint;
  readonly currency: string;
  readonly writeKey: string;
  readonly createdAt: Date;
  /** When the last send was recorded; null if nothing was sent. */
  readonly sentAt: Date | null;
  /** When the first send was recorded; the alert and the deadline count from it, before any send from `createdAt`. */
  readonly firstSentAt: Date | null;
  /** When it was last released from a freeze, or will be; null if it never waited for one. */
  readonly waitsUntil: Date | null;
};

/** The variant's price in the store; "unreachable" if the read got no answer. */
export type StorePriceRead =
  | {
      readonly price: bigint | null;
      readonly currency: string | null;
      readonly writeKey: string | null;
      readonly readAtMs: number;
    }
  | "unreachable";

export type WriteBackSettings = {
  readonly quarantineMs: number;
  readonly unknownOutcomeAlertMs: number;
  readonly writeBackDeadlineMs: number;
};

export type ConflictReason = "price_moved" | "currency_changed" | "not_in_store";

/** `alertDue`: sent, still unknown, and for longer than `unknownOutcomeAlertMs`. */
export type NextStep = { readonly alertDue: boolean } & (
  | { readonly step: "wait"; readonly untilMs: number | null }
  | { readonly step: "read" }
  | { readonly step: "send" }
  | { readonly step: "applied"; readonly by: "write_key" | "already_at_target" }
  | { readonly step: "conflict"; readonly reason: ConflictReason; readonly storePrice: bigint | null }
  | { readonly step: "fail"; readonly reason: "gave_up" }
);

/**
 * Decides the next step of an unresolved write-back, so that the price is written once and no edit of a merchant is
 * lost. Our write key in the store means applied. After a send, nothing read from the store is final and nothing is
 * sent again before the quarantine (longer than any request can live) is over; a read from within it is too old. A
 * price other than the expected one is a conflict, except that a price at the target before any send needs no send.
 * After `writeBackDeadlineMs` nothing is sent any more; a freeze before the first send does not count. Prices are minor
 * units.
 * @param reading null if the store was not read
 */
export function nextStep(
  row: WriteBackState,
  reading: StorePriceRead | null,
  nowMs: number,
  settings: WriteBackSettings,
): NextStep {
  const waitingSince = row.firstSentAt ?? row.sentAt;
  const alertDue = waitingSince !== null && nowMs - waitingSince.getTime() >= settings.unknownOutcomeAlertMs;
  const settled = row.sentAt === null ? null : row.sentAt.getTime() + settings.quarantineMs;
  if (reading !== null && reading !== "unreachable" && reading.writeKey === row.writeKey) {
    return { step: "applied", by: "write_key", alertDue };
  }
  if (settled !== null && nowMs < settled) return { step: "wait", untilMs: settled, alertDue };
  const since = (waitingSince ?? laterOf(row.createdAt, row.waitsUntil)).getTime();
  const giveUp = nowMs - since >= settings.writeBackDeadlineMs;
  if (reading === "unreachable") {
    return giveUp ? { step: "fail", reason: "gave_up", alertDue } : { step: "wait", untilMs: null, alertDue };
  }
  if (reading === null || (settled !== null && reading.readAtMs < settled)) return { step: "read", alertDue };
  const conflict = conflictWith(row, reading);
  if (conflict === "at_target") return { step: "applied", by: "already_at_target", alertDue };
  if (conflict !== null) return { step: "conflict", reason: conflict, storePrice: reading.price, alertDue };
  return giveUp ? { step: "fail", reason: "gave_up", alertDue } : { step: "send", alertDue };
}

const laterOf = (created: Date, released: Date | null): Date =>
  released !== null && released > created ? released : created;

function conflictWith(
  row: WriteBackState,
  reading: Exclude<StorePriceRead, "unreachable">,
): ConflictReason | "at_target" | null {
  if (reading.price === null) return "not_in_store";
  if (reading.currency !== row.currency) return "currency_changed";
  if (reading.price === row.expectedPrice) return null;
  return row.sentAt === null && reading.price === row.targetPrice ? "at_target" : "price_moved";
}

/** Returns whether a read shows that a write-back that had failed did arrive; its recommendation is then applied. */
export const arrivedLate = (writeKey: string, reading: StorePriceRead): boolean =>
  reading !== "unreachable" && reading.writeKey === writeKey;

/**
 * Returns what disconnecting the store does to an unresolved write-back: one never sent fails, a sent one prevents
 * it.
 */
export const onDisconnect = (row: Pick<WriteBackState, "sentAt">): "fail" | "refuse" =>
  row.sentAt === null ? "fail" : "refuse";
