export const WRITE_BACK_STATUSES = ["queued", "sending", "unknown", "applied", "conflict", "failed"] as const;
export type WriteBackStatus = (typeof WRITE_BACK_STATUSES)[number];

/** Unresolved: no other write on the same variant while one is in these statuses. */
export const OPEN_WRITE_BACK_STATUSES = [
  "queued",
  "sending",
  "unknown",
] as const satisfies readonly WriteBackStatus[];
export type OpenWriteBackStatus = (typeof OPEN_WRITE_BACK_STATUSES)[number];

/** The part of an unresolved write-back that decides its next step. Prices are minor units of `currency`. */
export type WriteBackState = {
  readonly status: OpenWriteBackStatus;
  readonly expectedPrice: bigint;
  readonly targetPrice: bigint;
  readonly currency: string;
  readonly writeKey: string;
  /** When a send was last committed to; null while nothing was ever sent. */
  readonly sentAtMs: number | null;
  /** When the first send was committed to: the give-up and the alert count from it. */
  readonly firstSentAtMs: number | null;
};

/** What the store holds for the variant; "unreachable" when reading was tried and got no answer. */
export type StoreReading =
  | {
      readonly price: bigint | null;
      readonly currency: string | null;
      readonly marker: string | null;
      readonly readAtMs: number;
    }
  | "unreachable";

export type WriteBackSettings = {
  readonly quarantineMs: number;
  readonly unknownAlertMs: number;
  readonly giveUpMs: number;
};

export type ConflictReason = "price_moved" | "currency_changed" | "not_in_store";

/** `alertDue`: sent, still unknown, and for longer than `unknownAlertMs`. */
export type NextStep = { readonly alertDue: boolean } & (
  | { readonly step: "wait"; readonly untilMs: number | null }
  | { readonly step: "read" }
  | { readonly step: "send" }
  | { readonly step: "applied"; readonly by: "marker" | "already_at_target" }
  | { readonly step: "conflict"; readonly reason: ConflictReason; readonly storePrice: bigint | null }
  | { readonly step: "fail"; readonly reason: "gave_up" }
);

export declare function nextStep(
  row: WriteBackState,
  reading: StoreReading | null,
  nowMs: number,
  settings: WriteBackSettings,
): NextStep;
