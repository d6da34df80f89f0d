import type { AlertKind } from "@/server/domain/alerts/alert";

const WORDS: Readonly<Record<AlertKind, string>> = {
  below_cost: "Sold below cost",
  margin_below_floor: "Margin below floor",
  competitor_undercut: "Undercut by a competitor",
  cost_spike: "Cost went up",
  price_drift: "Price changed in the store",
  stale_cost: "Cost unknown or old",
  stale_market: "Market prices missing or old",
  map_violation: "Below the minimum advertised price",
  write_back_failed: "Price not written to the store",
  run_failed: "Run failed",
  run_held: "Run held back",
};

/** An alert's kind as a shopkeeper says it; a kind this page does not know yet in its own words. */
export const alertText = (kind: string): string =>
  new Map<string, string>(Object.entries(WORDS)).get(kind) ?? kind.replaceAll("_", " ");

/** Every kind with its words, in the order in which they matter. */
export const ALERT_KIND_OPTIONS = Object.entries(WORDS).map(([value, label]) => ({ value, label }));
