import type { Sale, SaleLag, WindowSource } from "@/server/domain/items/shop-window";

/** Every reason why a run gives an item no new price; runs count skipped items by these names. */
export const SKIP_REASONS = [
  "no_price",
  "currency_mismatch",
  "unknown_cost",
  "stale_cost",
  "no_market_data",
  "stale_market",
  "too_few_observations",
  "market_outliers",
  "no_seller_price",
  "no_base_price",
  "no_permitted_price",
  "no_permitted_ending",
  "no_stable_price",
  "sale_price",
  "compare_at",
  "sale_unread",
  "shop_late",
  "wrong_direction",
  "small_change",
  "changed_recently",
  "at_target",
  "hold",
  "sold_out",
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** The alert kinds of single items; the engine returns a signal for each of them, in this order, for every item. */
export const ITEM_ALERT_KINDS = [
  "below_cost",
  "margin_below_floor",
  "competitor_undercut",
  "cost_spike",
  "price_drift",
  "stale_cost",
  "stale_market",
  "map_violation",
] as const;
export type ItemAlertKind = (typeof ITEM_ALERT_KINDS)[number];

export const ALERT_SEVERITIES = ["info", "warning", "critical"] as const;
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

/**
 * The signal of one decision for one alert kind. "keep" means unknown, or inside the hysteresis band: the alert does
 * not change. `shortfallMinor` is the money at risk per unit, in minor units of the item's currency.
 */
export type AlertSignal = {
  readonly kind: ItemAlertKind;
  readonly signal: "on" | "off" | "keep";
  readonly severity: AlertSeverity;
  readonly shortfallMinor: bigint | null;
  readonly message: string;
};

/** The rules that can move or bound a price. */
export const PRICING_RULES = [
  "hold",
  "cost_plus",
  "position",
  "index",
  "margin_floor",
  "below_cost",
  "item_min",
  "item_max",
  "map",
  "msrp",
  "market_distance",
  "max_change_per_day",
  "max_change",
  "max_decrease",
  "max_increase",
  "direction",
  "min_change",
  "min_hours_between",
  "min_profit",
  "markup_floor",
  "sale_price",
  "compare_at",
  "ending",
] as const;
export type PricingRule = (typeof PRICING_RULES)[number];

/**
 * What a rule did to the price: it was the target, bounded it from below or above, or rounded it. One that was tried
 * gave no price, or not the one that was taken.
 */
export const STEP_EFFECTS = ["target", "floor", "ceiling", "rounded", "tried"] as const;

/** One line of "how the price was found"; `amount` is in minor units, null when the rule has no single figure. */
export type PricingStep = {
  readonly rule: PricingRule;
  readonly label: string;
  readonly amount: bigint | null;
  readonly effect: (typeof STEP_EFFECTS)[number];
  readonly bound: boolean;
};

/** Why an observation was not used. */
export const OBSERVATION_REFUSALS = [
  "other_currency",
  "no_price",
  "future",
  "too_old",
  "superseded",
  "out_of_stock",
  "other_pack",
  "outlier",
  "seller_not_counted",
  "too_low",
  "shipping_unknown",
  "other_tier",
] as const;
export type ObservationRefusal = (typeof OBSERVATION_REFUSALS)[number];

/** An observation as the engine evaluated it; `note` explains to a shopkeeper why it was used or refused. */
export type EvidenceObservation = {
  readonly id: string;
  readonly seller: string;
  readonly price: bigint;
  readonly currency: string;
  readonly inStock: boolean | null;
  readonly observedAtMs: number;
  readonly url: string | null;
  readonly packSize: string | null;
  readonly shipping: bigint | null;
  /**
   * What the own price is compared with: the price, or with delivery less what the own delivery costs. All three are
   * minor units of `currency`.
   */
  readonly compared: bigint;
  readonly used: boolean;
  readonly refusal: ObservationRefusal | null;
  readonly note: string;
};

/**
 * Statistics of the used observations, in minor units of the item's currency. Amounts are null when none was used.
 */
export type EvidenceMarket = {
  readonly lowest: bigint | null;
  readonly median: bigint | null;
  readonly highest: bigint | null;
  readonly used: number;
  readonly refused: number;
  readonly newestAtMs: number | null;
};

/**
 * What shoppers saw at the decision, in minor units of the item's currency; null means unknown, or that there is none.
 */
export type EvidenceWindow = {
  /** The price that a recommendation changes. */
  readonly regularPrice: bigint | null;
  readonly shopperPrice: bigint | null;
  readonly compareAt: bigint | null;
  readonly sale: (Sale & { readonly running: boolean }) | null;
  readonly source: WindowSource | null;
  /** When the store was read and how far it is behind its sale; null by engine 4, which did not know it. */
  readonly report: { readonly readAtMs: number | null; readonly lag: SaleLag | null } | null;
};

/** The inputs of the decision. `ageDays` counts whole days. */
export type Evidence = {
  readonly scope: string;
  /** Null by engines before 4, which knew the regular price alone. */
  readonly shopWindow: EvidenceWindow | null;
  readonly cost: {
    readonly amount: bigint | null;
    readonly ageDays: number | null;
    readonly state: "fresh" | "stale" | "unknown";
  };
  readonly market: EvidenceMarket;
  readonly observations: readonly EvidenceObservation[];
  readonly steps: readonly PricingStep[];
};

export const CONFIDENCES = ["high", "medium", "low"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** A new price (minor units), or a review: `cost_review` and `market_review` carry no recommended price. */
export type EngineRecommendation = {
  readonly kind: "price_change" | "cost_review" | "market_review";
  readonly currentPrice: bigint | null;
  readonly recommendedPrice: bigint | null;
  readonly cost: bigint | null;
  /**
   * Ratios are decimal strings with four decimals. Margins are those of what shoppers pay; the change is that of the
   * regular price, or of the price that a store still charges after the end of a sale.
   */
  readonly marginBefore: string | null;
  readonly marginAfter: string | null;
  readonly changeRatio: string | null;
  readonly reason: string;
  readonly bindingRule: PricingRule | null;
  readonly confidence: Confidence;
};

type OutcomeBase = {
  readonly itemId: string;
  readonly sku: string;
  readonly currency: string;
  readonly signals: readonly AlertSignal[];
  /** The market by the policy's gates, for indexes and positions; the evidence can show one of older prices. */
  readonly market: Evidence["market"];
  readonly evidence: Evidence;
};

/**
 * A review counts as a recommendation and as a skip: its `skipReason` is set and counted; a price change has null.
 */
export type RecommendationOutcome = OutcomeBase & {
  readonly kind: "recommendation";
  readonly skipReason: SkipReason | null;
  readonly recommendation: EngineRecommendation;
};

/** No new price and nothing to review; `message` gives the reason in one sentence. */
export type SkipOutcome = OutcomeBase & {
  readonly kind: "skip";
  readonly skipReason: SkipReason;
  readonly message: string;
};

export type Outcome = RecommendationOutcome | SkipOutcome;
