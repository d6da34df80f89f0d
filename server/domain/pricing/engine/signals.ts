import {
  isKnownIn,
  type MarginFactors,
  marginRatio,
  priceAtCost,
  profitPerUnit,
} from "@/server/domain/margin";
import { formatAmount } from "@/server/domain/money";
import type { Policy } from "@/server/domain/pricing/engine/compile";
import type { CompiledScope } from "@/server/domain/pricing/engine/compile-scope";
import type { CostView } from "@/server/domain/pricing/engine/cost";
import { paidText } from "@/server/domain/pricing/engine/evidence-window";
import type { MarketView } from "@/server/domain/pricing/engine/market";
import type { EngineItem } from "@/server/domain/pricing/inputs";
import type {
  AlertSeverity,
  AlertSignal,
  EvidenceWindow,
  ItemAlertKind,
} from "@/server/domain/pricing/outcome";
import { formatPercent, type Ratio } from "@/server/domain/ratio";

const OFF_MESSAGE = "The condition does not hold.";
const KEEP_MESSAGE = "Not known well enough to change anything.";

const quiet = (kind: ItemAlertKind, signal: "off" | "keep"): AlertSignal =>
  Object.freeze({
    kind,
    signal,
    severity: "info",
    shortfallMinor: null,
    message: signal === "off" ? OFF_MESSAGE : KEEP_MESSAGE,
  });

// Most signals of a run are off or keep, so these objects are created once and not for every item.
const quietPair = (kind: ItemAlertKind) => ({ off: quiet(kind, "off"), keep: quiet(kind, "keep") });
const BELOW_COST = quietPair("below_cost");
const MARGIN = quietPair("margin_below_floor");
const UNDERCUT = quietPair("competitor_undercut");
const COST_SPIKE = quietPair("cost_spike");
const DRIFT = quietPair("price_drift");
const STALE_COST = quietPair("stale_cost");
const STALE_MARKET = quietPair("stale_market");
const MAP = quietPair("map_violation");

const on = (
  kind: ItemAlertKind,
  severity: AlertSeverity,
  shortfallMinor: bigint | null,
  message: string,
): AlertSignal => ({ kind, signal: "on", severity, shortfallMinor, message });

type SignalInput = {
  readonly item: EngineItem;
  /** What shoppers see; null for the regular price alone. */
  readonly shopWindow: EvidenceWindow | null;
  readonly cost: CostView;
  readonly market: MarketView;
  readonly rules: CompiledScope;
  readonly policy: Policy;
};

/** The price that shoppers pay. */
type Paid = {
  /** Minor units; null if it is unknown. */
  readonly minor: bigint | null;
  /** "the sale price of 15.00 EUR"; null for the regular price, which needs no name. */
  readonly name: string | null;
};

/**
 * Returns the signal for each item alert kind, in the order of ITEM_ALERT_KINDS. Thresholds are the policy's;
 * undercut and cost_spike turn off only at four fifths of theirs. Margins, undercut and MAP are about the price that
 * shoppers pay, price_drift about the regular one. Shortfalls are minor units of the item's currency per unit. Unknown
 * inputs leave an alert unchanged.
 */
export function itemSignals(input: SignalInput): AlertSignal[] {
  const { item, cost, market, rules, policy } = input;
  const paid = paidBy(input);
  const { marginFactors } = policy;
  const earning = isKnownIn(item.currency, marginFactors) ? item : { ...item, cost: null };
  return [
    belowCost(earning, paid, marginFactors),
    marginBelowFloor(earning, paid, rules, marginFactors),
    undercut(item, paid, market, policy.undercut),
    costSpike(item, policy.costSpike),
    priceDrift(item),
    staleCost(cost),
    market.observations.length > 0 && market.fresh === 0
      ? on("stale_market", "info", null, "No competitor price is recent enough to compare with.")
      : STALE_MARKET.off,
    mapViolation(item, paid),
  ];
}

function paidBy({ item, shopWindow }: SignalInput): Paid {
  const price = shopWindow === null ? item.price : shopWindow.shopperPrice;
  if (price === null || price <= 0n) return { minor: null, name: null };
  return { minor: price, name: paidText(shopWindow, item.currency) };
}

function belowCost(item: EngineItem, paid: Paid, marginFactors: MarginFactors): AlertSignal {
  if (paid.minor === null || item.cost === null) return BELOW_COST.keep;
  const profit = profitPerUnit(paid.minor, item.cost, marginFactors);
  if (profit >= 0n) return BELOW_COST.off;
  const loss = formatAmount(-profit, item.currency);
  const price = paid.name ?? amount(item, paid.minor);
  return on("below_cost", "critical", -profit, `Every unit sold at ${price} loses ${loss}.`);
}

function marginBelowFloor(
  { cost }: EngineItem,
  paid: Paid,
  scope: CompiledScope,
  marginFactors: MarginFactors,
): AlertSignal {
  const floor = scope.marginFloor;
  if (floor === null) return MARGIN.off;
  if (paid.minor === null || cost === null) return MARGIN.keep;
  const margin = marginRatio(paid.minor, cost, marginFactors);
  if (margin.num * floor.ratio.den >= floor.ratio.num * margin.den) return MARGIN.off;
  const shortfall = floor.price === null ? null : priceAtCost(cost, floor.price) - paid.minor;
  const now = formatPercent(margin.num, margin.den);
  const at = paid.name === null ? "" : ` at ${paid.name}`;
  return on(
    "margin_below_floor",
    "warning",
    shortfall,
    `The margin of ${now}${at} is below the ${floor.percent} floor${floor.limit === null ? "" : ` (${floor.limit})`}.`,
  );
}

function undercut(item: EngineItem, paid: Paid, market: MarketView, threshold: Ratio): AlertSignal {
  const { minor: price, name } = paid;
  if (price === null) return UNDERCUT.keep;
  const lowest = market.lowestInStock;
  if (lowest === null) {
    // All sellers out of stock is known information; no observation at all is not.
    const soldOut = market.refusals.out_of_stock + market.figures.used;
    const { superseded, seller_not_counted: others, too_low: low } = market.refusals;
    const left = superseded + others + low + (market.tier?.outside ?? 0);
    const allSoldOut = soldOut > 0 && soldOut + left === market.observations.length;
    return allSoldOut ? UNDERCUT.off : UNDERCUT.keep;
  }
  const below = price - lowest;
  const signal = hysteresis(below, price, threshold);
  if (signal !== "on") return UNDERCUT[signal];
  const less = `${formatPercent(below, price)} less${name === null ? "" : ` than ${name}`}`;
  return on(
    "competitor_undercut",
    "warning",
    below,
    `The lowest competitor asks ${amount(item, lowest)}${market.withDelivery ? ", delivery counted on both sides" : ""}, ${less}.`,
  );
}

function costSpike(item: EngineItem, threshold: Ratio): AlertSignal {
  const { cost, baselineCost } = item;
  if (cost === null || baselineCost === null) return COST_SPIKE.keep;
  const rise = cost - baselineCost;
  const signal = hysteresis(rise, baselineCost, threshold);
  if (signal !== "on") return COST_SPIKE[signal];
  const from = formatAmount(baselineCost, item.currency);
  return on("cost_spike", "warning", rise, `The cost rose from ${from} to ${amount(item, cost)}.`);
}

/** On from the threshold, off up to four fifths of it, unchanged in between. A difference of 0 is never on. */
function hysteresis(difference: bigint, base: bigint, threshold: Ratio): "on" | "off" | "keep" {
  if (difference <= 0n) return "off";
  if (difference * threshold.den >= base * threshold.num) return "on";
  return 5n * difference * threshold.den <= 4n * base * threshold.num ? "off" : "keep";
}

function priceDrift(item: EngineItem): AlertSignal {
  const { price, baselinePrice } = item;
  if (price === null || baselinePrice === null) return DRIFT.keep;
  if (price === baselinePrice) return DRIFT.off;
  const from = formatAmount(baselinePrice, item.currency);
  return on(
    "price_drift",
    "info",
    null,
    `The price in the store went from ${from} to ${amount(item, price)}.`,
  );
}

function staleCost(cost: CostView): AlertSignal {
  if (cost.state === "fresh") return STALE_COST.off;
  return on("stale_cost", cost.state === "unknown" ? "warning" : "info", null, cost.message);
}

function mapViolation(item: EngineItem, { minor: price, name }: Paid): AlertSignal {
  const { mapPrice } = item;
  if (mapPrice === null || mapPrice <= 0n) return MAP.off;
  if (price === null) return MAP.keep;
  if (price >= mapPrice) return MAP.off;
  const map = formatAmount(mapPrice, item.currency);
  const subject = name === null ? amount(item, price) : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const violation = `${subject} is below the minimum advertised price of ${map}.`;
  return on("map_violation", "critical", mapPrice - price, violation);
}

const amount = ({ currency }: EngineItem, minor: bigint): string =>
  `${formatAmount(minor, currency)} ${currency}`;
