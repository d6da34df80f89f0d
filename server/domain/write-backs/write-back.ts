import { HOUR_MS } from "../durations";
import type { ShopWindow } from "../items/shop-window";

/** The longest wait between two sends of a price whose outcome stays unknown. */
const LONGEST_RESEND_WAIT_MS = HOUR_MS;

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
export type StorePriceRead = (ShopWindow & StorePriceFields) | "unreachable";

type StorePriceFields = {
  /** The regular price; null if the store has no such variant, or no price for it. */
  readonly price: bigint | null;
  readonly currency: string | null;
  readonly writeKey: string | null;
  /** Whether every field that a write of this price sets agrees with it. */
  readonly complete: boolean;
  readonly readAtMs: number;
};

export type WriteBackSettings = {
  readonly quarantineMs: number;
  readonly unknownOutcomeAlertMs: number;
  readonly writeBackDeadlineMs: number;
};

/** The settings, and what the connector of the store declares. */
export type WriteBackRules = WriteBackSettings & { readonly completesWrites: boolean };

/** `written_in_part`: our write key stands beside another price, or beside price fields that disagree. */
export type ConflictReason = "price_moved" | "currency_changed" | "not_in_store" | "written_in_part";

export type NextStep =
  | { readonly step: "wait"; readonly untilMs: number | null }
  | { readonly step: "read" }
  | { readonly step: "send" }
  /** Send again under the same write key: the store has the key, but the price only in part or not at all. */
  | { readonly step: "complete" }
  | { readonly step: "applied"; readonly by: "write_key" | "already_at_target" }
  | { readonly step: "conflict"; readonly reason: ConflictReason; readonly storePrice: bigint | null }
  | { readonly step: "fail"; readonly reason: "gave_up" };

/**
 * Decides the next step of an unresolved write-back, so that the price is written once and no edit of a merchant is
 * lost. Our write key beside the price as intended means applied; the key alone proves nothing, because stores write
 * key and price one after the other. After a send, nothing else read from the store is final and nothing is sent again
 * before the quarantine (longer than any request can live) is over; a read from within it is too old. Then our key
 * beside another price is completed, or a conflict. A price other than the expected one is a conflict, except that a
 * price at the target before any send needs no send; a read from before the approval cannot show that. While outcomes
 * stay unknown, sends are ever rarer. After `writeBackDeadlineMs` nothing is sent any more; a freeze before the first
 * send does not count. Prices are minor units.
 * @param reading null if the store was not read
 */
export function nextStep(
  row: WriteBackState,
  reading: StorePriceRead | null,
  nowMs: number,
  rules: WriteBackRules,
): NextStep {
  const settled = row.sentAt === null ? null : row.sentAt.getTime() + rules.quarantineMs;
  if (reading !== null && isApplied(row, reading)) return { step: "applied", by: "write_key" };
  if (settled !== null && nowMs < settled) return { step: "wait", untilMs: settled };
  const since = (inDoubtSince(row) ?? laterOf(row.createdAt, row.waitsUntil)).getTime();
  const giveUp = nowMs - since >= rules.writeBackDeadlineMs;
  if (reading === "unreachable") {
    return giveUp ? { step: "fail", reason: "gave_up" } : { step: "wait", untilMs: null };
  }
  const oldest = settled ?? row.createdAt.getTime();
  if (reading === null || reading.readAtMs < oldest) return { step: "read" };
  const { price: storePrice } = reading;
  const conflict = (reason: ConflictReason): NextStep => ({ step: "conflict", reason, storePrice });
  const found = compare(row, reading, rules);
  const sendsAgainAt = resendAt(row, rules);
  switch (found) {
    case "at_target":
      return { step: "applied", by: "already_at_target" };
    case "as_expected":
      if (giveUp) return { step: "fail", reason: "gave_up" };
      return sendsAgainAt !== null && nowMs < sendsAgainAt
        ? { step: "wait", untilMs: sendsAgainAt }
        : { step: "send" };
    case "in_part":
      return giveUp ? conflict("written_in_part") : { step: "complete" };
    default:
      return conflict(found);
  }
}

/** Returns whether the store has our write key and every price field as the write-back intends. */
export const isApplied = (
  { writeKey, targetPrice, currency }: Pick<WriteBackState, "writeKey" | "targetPrice" | "currency">,
  reading: StorePriceRead,
): boolean =>
  reading !== "unreachable" &&
  reading.writeKey === writeKey &&
  reading.price === targetPrice &&
  reading.currency === currency &&
  reading.complete;

/** When a write-back that was sent came into doubt; null for one of which nothing was sent. */
const inDoubtSince = ({ sentAt, firstSentAt }: Pick<WriteBackState, "sentAt" | "firstSentAt">): Date | null =>
  firstSentAt ?? sentAt;

/** Returns whether a write-back was sent, and its outcome has been unknown for so long that a person is alerted. */
export function isLongInDoubt(
  row: Pick<WriteBackState, "sentAt" | "firstSentAt">,
  nowMs: number,
  { unknownOutcomeAlertMs }: Pick<WriteBackSettings, "unknownOutcomeAlertMs">,
): boolean {
  const since = inDoubtSince(row);
  return since !== null && nowMs - since.getTime() >= unknownOutcomeAlertMs;
}

/**
 * Returns from when a price is sent again of which the store shows nothing: after the quarantine, and after as long as
 * it was in doubt when it was sent last, up to an hour. Null before the first send.
 */
function resendAt(row: WriteBackState, { quarantineMs }: WriteBackRules): number | null {
  const since = inDoubtSince(row);
  if (row.sentAt === null || since === null) return null;
  const sentMs = row.sentAt.getTime();
  const doubtMs = Math.min(sentMs - since.getTime(), LONGEST_RESEND_WAIT_MS);
  return sentMs + Math.max(doubtMs, quarantineMs);
}

const laterOf = (created: Date, released: Date | null): Date =>
  released !== null && released > created ? released : created;

/** What a store's price is to a write-back that is not applied by its write key. */
function compare(
  row: WriteBackState,
  reading: Exclude<StorePriceRead, "unreachable">,
  { completesWrites }: WriteBackRules,
): ConflictReason | "at_target" | "as_expected" | "in_part" {
  if (reading.price === null) return "not_in_store";
  if (reading.currency !== row.currency) return "currency_changed";
  if (reading.writeKey === row.writeKey)
    return completesWrites && canBeCompleted(row, reading) ? "in_part" : "written_in_part";
  if (reading.price === row.expectedPrice) return "as_expected";
  return row.sentAt === null && reading.price === row.targetPrice && reading.complete
    ? "at_target"
    : "price_moved";
}

/**
 * Returns whether shoppers still pay the price that the store had before our write, which stored the write key and
 * nothing more, or the regular price too. Where a sale price stands, completing the write could end the sale.
 */
function canBeCompleted(
  { expectedPrice, targetPrice }: WriteBackState,
  { price, complete, shopperPrice, sale }: Exclude<StorePriceRead, "unreachable">,
): boolean {
  if (sale !== null) return false;
  if (price === expectedPrice) return complete;
  return price === targetPrice && !complete && shopperPrice === expectedPrice;
}

/** Returns whether people may cancel a write-back: nothing of it can have reached the store. */
export const isCancelable = ({
  status,
  sentAt,
}: Pick<WriteBackState, "sentAt"> & { readonly status: WriteBackStatus }): boolean =>
  status === "queued" && sentAt === null;

/**
 * Returns what disconnecting the store does to an unresolved write-back: one never sent fails, a sent one prevents
 * it.
 */
export const onDisconnect = (row: Pick<WriteBackState, "sentAt">): "fail" | "refuse" =>
  row.sentAt === null ? "fail" : "refuse";
