import type { Conditions } from "@/server/domain/pricing/policy-match";

/** Labels of the rules of a scope, or of the defaults, by their path within these rules. */
export const RULE_LABELS = {
  strategy: "Aim",
  fallback: "If that gives no price",
  when_sold_out: "When sold out",
  "constraints.margin_floor": "Margin at least",
  "constraints.max_change": "Change at most, a run",
  "constraints.max_change_per_day": "Change at most, a day",
  "constraints.max_decrease": "Fall at most, a run",
  "constraints.max_increase": "Rise at most, a run",
  "constraints.direction": "Prices only move",
  "constraints.min_change": "No change under",
  "constraints.min_hours_between": "Hours between changes at least",
  "constraints.min_profit": "Profit a unit at least",
  "constraints.markup_floor": "Markup at least",
  "constraints.market_distance": "Distance to the market",
  "constraints.item_limits": "Keep the items' own limits",
  "constraints.map": "Keep minimum advertised prices",
  "constraints.msrp": "Stay at or below suggested prices",
  "rounding.direction": "Round",
  "rounding.endings": "Prices end in",
  "rounding.bands": "Endings of price bands",
  "gates.max_cost_age_days": "Cost no older than",
  "gates.max_observation_age_days": "Competitor prices no older than",
  "gates.min_observations": "Competitor prices needed",
  "gates.in_stock_only": "Only competitors in stock",
  "gates.outlier_ratio": "Farthest from the own price",
  "gates.outlier_ratio_others": "Farthest from the other offers",
  "gates.pack_size": "Packs",
  "gates.sellers": "Sellers that count",
  "gates.ignore_below": "Ignore competitor prices below",
  "gates.delivered": "Compare with delivery",
  "gates.tiers": "Tiers of sellers",
} as const;
export type RulePath = keyof typeof RULE_LABELS;

/** Labels of the settings of the whole policy, by their path in the document. */
export const POLICY_LABELS = {
  currency: "Currency",
  "pricing.includes_vat": "Prices include VAT",
  "pricing.vat_rate": "VAT",
  "pricing.fee_rate": "Fees",
  "pricing.fee_base": "Fees are taken on",
  "pricing.fee_fixed": "Fee a unit",
  "pricing.payment_rate": "Payment takes",
  "pricing.payment_fixed": "Payment takes a unit",
  "pricing.shipping_cost": "Shipping that the shop bears, a unit",
  reopen_threshold: "A dismissed price returns after a move of",
  "alerts.undercut": "Alert when undercut by",
  "alerts.cost_spike": "Alert when a cost rises by",
  breaker: "When a run is held back",
  "breaker.max_share": "Held when a run moves more of the items than",
  "breaker.max_median_move": "Held when half of the moves are above",
  "breaker.min_items": "Held only from so many items",
} as const;
export type PolicyPath = keyof typeof POLICY_LABELS;

/** Labels of the settings of a lane, by their path within it. */
export const LANE_LABELS = {
  decided_by: "Decided by",
  items: "For",
  "at_most.change": "Change of the price at most",
  "at_most.money": "Profit moved at most",
  "at_most.margin_fall": "Fall of the margin at most",
  "at_most.evidence_age_hours": "Evidence no older than",
  confidence: "Confidence at least",
  last_edit_hours: "Price not changed by hand for at least",
  first_seen_days: "Known for at least",
  "a_day.items": "Share of the items at most, a day",
  "a_day.money": "Profit moved at most, a day",
  evidence_from: "On evidence of",
  agents_runs: "Also in runs that an agent started or scheduled",
} as const;
export type LanePath = keyof typeof LANE_LABELS;

/** The lists of a policy whose entries have names. */
export type PolicyList = "scopes" | "limits" | "lanes";
const ENTRIES: Readonly<Record<PolicyList, string>> = {
  scopes: "Scope",
  limits: "Limit",
  lanes: "Auto-approval rule",
};
const isList = (key: string | undefined): key is PolicyList =>
  key !== undefined && Object.hasOwn(ENTRIES, key);

/** Labels of the parts of compound settings. */
const PART_LABELS: Readonly<Record<string, string>> = {
  version: "Version of the format",
  type: "kind",
  scopes: "Scopes",
  limits: "Limits that hold at once",
  lanes: "Auto-approval rules",
  everything_else: "everything else",
  at_most: "Limits",
  a_day: "Limits a day",
  defaults: "Everything else",
  name: "Name",
  priority: "Priority",
  match: "Which items",
  price_from: "from",
  price_to: "below",
  endings: "endings",
  margin: "margin",
  markup: "markup",
  against: "measured against",
  seller: "seller",
  rank: "rank",
  last_known_days: "last known within, days",
  own_shipping: "own delivery",
  pick: "pick",
  of: "of",
  sellers: "sellers",
  weights: "weights",
  at_least: "prices needed",
  only: "only these",
  except: "all but these",
  ratio: "share",
  amount: "amount",
  index: "index",
  tolerance: "give or take",
  above: "above",
  below: "below",
};

/** Labels of the conditions of a scope or a limit. */
const CONDITION_LABELS = {
  skus: "SKUs",
  tags: "Tags",
  all_tags: "All of the tags",
  categories: "Categories",
  brands: "Brands",
  price_from: "Price from",
  price_to: "Price below",
  stock_from: "Stock from",
  stock_to: "Stock below",
} as const satisfies Record<keyof Conditions, string>;

const MATCH_LABELS: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(CONDITION_LABELS).map(([key, label]) => [`match.${key}`, label]),
  ["match.except", "Items left out"],
  ...Object.entries(CONDITION_LABELS).map(([key, label]) => [`match.except.${key}`, `Left out by ${label}`]),
]);

const LABELS: Readonly<Record<string, string>> = {
  ...PART_LABELS,
  ...MATCH_LABELS,
  ...POLICY_LABELS,
  ...RULE_LABELS,
  ...LANE_LABELS,
};

/**
 * Returns the label of a path in a policy document: `scopes.0.rounding.endings.1` is "Shoes: Prices end in, no. 2". A
 * key without a label is returned unchanged.
 * @param path dotted, as in findings and validation issues
 * @param nameAt returns the name of the scope, limit or lane at an index; undefined when it has none yet
 */
export function placeLabel(
  path: string,
  nameAt: (list: PolicyList, index: number) => string | undefined,
): string {
  const keys = path === "" ? [] : path.split(".");
  const [first, second] = keys;
  if (first === "defaults") return joined("Everything else", partLabels(keys.slice(1)));
  if (!isList(first) || second === undefined) return partLabels(keys) || "The policy";
  const index = Number(second);
  const name = nameAt(first, index) ?? `${ENTRIES[first]} ${index + 1}`;
  return joined(name, partLabels(keys.slice(2)));
}

const joined = (prefix: string, label: string): string => (label === "" ? prefix : `${prefix}: ${label}`);

/** Labels the longest known paths first, then the remaining keys. */
function partLabels(keys: readonly string[]): string {
  const labels: string[] = [];
  for (let at = 0; at < keys.length; ) {
    const length = [3, 2, 1].find((count) => LABELS[keys.slice(at, at + count).join(".")] !== undefined) ?? 1;
    labels.push(labelOf(keys.slice(at, at + length).join(".")));
    at += length;
  }
  return labels.join(", ");
}

const labelOf = (key: string): string =>
  /^\d+$/.test(key) ? `no. ${Number(key) + 1}` : (LABELS[key] ?? key);
