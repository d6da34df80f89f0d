import type { SandboxSale } from "@/server/stores/sandbox/events";

/**
 * Where the store can crash during a write, and what becomes of it:
 * - `after_marker`: it has the new marker beside the old price.
 * - `after_price`: it has the new marker and the new price, but the cart charges the old one.
 * - `before_answer`: it has everything; only its answer is lost.
 */
export const CRASH_POINTS = ["after_marker", "after_price", "before_answer"] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];

/** A variant; amounts are minor units of `currency`. */
export type SandboxVariant = {
  readonly ref: string;
  /** The regular price. */
  readonly price: bigint;
  /** What the cart charges outside of sales: the regular price, unless a write was interrupted. */
  readonly charged: bigint;
  readonly currency: string;
  readonly marker: string | null;
  readonly compareAt: bigint | null;
  readonly sale: SandboxSale | null;
  readonly updatedAt: string;
};

/** What the merchant shows beside the price. */
export type Shown = Pick<SandboxVariant, "compareAt" | "sale">;

export type PriceWrite = {
  readonly price: bigint;
  readonly currency: string;
  readonly marker: string | null;
  /** The catalog's price in `currency`; an unknown variant is created at this price. */
  readonly mirror: bigint | null;
  /** Completes a price that was written in part. */
  readonly completes: boolean;
  /** Where the store crashes during this write; null if it does not. */
  readonly crash: CrashPoint | null;
};
