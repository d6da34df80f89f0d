import { type MarginFactors, marginRatio, priceAtCost, profitPerUnit } from "@/server/domain/margin";
import { formatAmount } from "@/server/domain/money";
import type { Policy } from "@/server/domain/pricing/compile";
import type { CompiledScope } from "@/server/domain/pricing/compile-scope";
import type { CostView } from "@/server/domain/pricing/cost";
import type { EngineItem } from "@/server/domain/pricing/inputs";
import type { MarketView } from "@/server/domain/pricing/market";
import type { AlertSeverity, AlertSignal, ItemAlertKind } from "@/server/domain/pricing/outcome";
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
  readonly cost: CostView;
  readonly market: MarketView;
  readonly scope: CompiledScope;
  readonly policy: Policy;
};

/**
 * Returns the signal for each item alert kind, in the order of ITEM_ALERT_KINDS. Thresholds are the policy's;
 * undercut and cost_spike turn off only at four fifths of theirs. Shortfalls are minor units of the item's currency
 * per unit. Unknown inputs leave an alert unchanged.
 */
export function itemSignals({ item, cost, market, scope, policy }: SignalInput): AlertSignal[] {
  const price = item.price !== null && item.price > 0n ? item.price : null;
  return [
    belowCost(item, price, policy.marginFactors),
    marginBelowFloor(item, price, scope, policy.marginFactors),
    undercut(item, price, market, policy.undercut),
    costSpike(item, policy.costSpike),
    priceDrift(item),
    staleCost(cost),
    market.observations.length > 0 && market.fresh === 0
      ? on("stale_market", "info", null, "No competitor price is recent enough to compare with.")
      : STALE_MARKET.off,
    mapViolation(item, price),
  ];
}

function belowCost(item: EngineItem, price: bigint | null, marginFactors: MarginFactors): AlertSignal {
  if (price === null || item.cost === null) return BELOW_COST.keep;
  const profit = profitPerUnit(price, item.cost, marginFactors);
  if (profit >= 0n) return BELOW_COST.off;
  const loss = formatAmount(-profit, item.currency);
  return on("below_cost", "critical", -profit, `Every unit sold at ${amount(item, price)} loses ${loss}.`);
}

function marginBelowFloor(
  item: EngineItem,
  price: bigint | null,
  scope: CompiledScope,
  marginFactors: MarginFactors,
): AlertSignal {
  const floor = scope.marginFloor;
  if (floor === null) return MARGIN.off;
  if (price === null || item.cost === null) return MARGIN.keep;
  const margin = marginRatio(price, item.cost, marginFactors);
  if (margin.num * floor.ratio.den >= floor.ratio.num * margin.den) return MARGIN.off;
  const shortfall = floor.price === null ? null : priceAtCost(item.cost, floor.price) - price;
  const now = formatPercent(margin.num, margin.den);
  return on(
    "margin_below_floor",
    "warning",
    shortfall,
    `The margin of ${now} is below the ${floor.percent} floor.`,
  );
}

function undercut(item: EngineItem, price: bigint | null, market: MarketView, threshold: Ratio): AlertSignal {
  if (price === null) return UNDERCUT.keep;
  const lowest = market.lowestInStock;
  if (lowest === null) {
    // All sellers out of stock is known information; no observation at all is not.
    const soldOut = market.refusals.out_of_stock + market.figures.used;
    const allSoldOut = soldOut > 0 && soldOut + market.refusals.superseded === market.observations.length;
    return allSoldOut ? UNDERCUT.off : UNDERCUT.keep;
  }
  const below = price - lowest;
  const signal = hysteresis(below, price, threshold);
  if (signal !== "on") return UNDERCUT[signal];
  const by = formatPercent(below, price);
  return on(
    "competitor_undercut",
    "warning",
    below,
    `The lowest competitor asks ${amount(item, lowest)}, ${by} less.`,
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

function mapViolation(item: EngineItem, price: bigint | null): AlertSignal {
  const { mapPrice } = item;
  if (mapPrice === null || mapPrice <= 0n) return MAP.off;
  if (price === null) return MAP.keep;
  if (price >= mapPrice) return MAP.off;
  const map = formatAmount(mapPrice, item.currency);
  const violation = `${amount(item, price)} is below the minimum advertised price of ${map}.`;
  return on("map_violation", "critical", mapPrice - price, violation);
}

const amount = (item: EngineItem, minor: bigint): string =>
  `${formatAmount(minor, item.currency)} ${item.currency}`;
