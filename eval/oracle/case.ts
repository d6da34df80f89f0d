import type { EngineItem, EngineObservation } from "@/server/domain/pricing/inputs";
import type { SkipReason } from "@/server/domain/pricing/outcome";
import type { PolicyDocument } from "@/server/domain/pricing/policy";

/** The time of every decision, in milliseconds since 1970. */
export const NOW = Date.UTC(2026, 10, 21, 9);

/** What is decided: an item with the prices seen of it, under a policy. */
export interface Case {
  readonly document: PolicyDocument;
  readonly item: EngineItem;
  readonly observations: readonly EngineObservation[];
}

/** A limit of the permitted prices that the decision shows; `amount` is permitted. */
export interface ShownLimit {
  readonly rule: string;
  readonly side: "floor" | "ceiling";
  readonly amount: bigint;
}

/** What the documents say about a case. Amounts are minor units of the item's currency. */
export interface Answer {
  /** The name of the scope that decides; null for the general rules. */
  readonly scope: string | null;
  /** The observations that count, by id, in the order of the ids. */
  readonly counted: readonly string[];
  readonly lowest: bigint | null;
  readonly median: bigint | null;
  readonly highest: bigint | null;
  /** What the strategy aims for; null where it was not asked, or has no price. */
  readonly target: bigint | null;
  /** The recommended price; null where the price stays. */
  readonly price: bigint | null;
  /** Why the price stays; null where one is recommended. */
  readonly stays: SkipReason | null;
  /** Every floor and ceiling that holds for the item. */
  readonly limits: readonly ShownLimit[];
  /** Whether a price keeps every limit that holds for the item. */
  isPermitted(price: bigint): boolean;
}
