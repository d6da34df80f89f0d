import type { Earnings } from "@/eval/oracle/earnings";
import {
  fractionOf,
  isAtMost,
  lowestThat,
  minorOf,
  minus,
  nearestThat,
  nearestWhole,
  ONE,
  plus,
  times,
  whole,
} from "@/eval/oracle/exact";
import { figureOf } from "@/eval/oracle/references";
import type { Market } from "@/eval/oracle/tiers";
import type { EngineItem } from "@/server/domain/pricing/inputs";
import type { SkipReason } from "@/server/domain/pricing/outcome";
import type { FullRules } from "@/server/domain/pricing/policy";
import type { SimpleStrategy } from "@/server/domain/pricing/policy-rules";

/** What a strategy aims for, in minor units; `stays` where it is content with the price as it is. */
export interface Aim {
  readonly target: bigint;
  readonly stays: SkipReason | null;
  readonly market: Market;
}
/** Why a strategy has no price, and the market of older prices if that is why. */
export interface NoAim {
  readonly missing: SkipReason;
  readonly market?: Market;
}
export type Aimed = Aim | NoAim;

/** What strategies are measured from. Amounts are minor units of `currency`. */
export interface Basis {
  readonly currency: string;
  readonly item: EngineItem;
  readonly price: bigint;
  readonly cost: bigint;
  readonly earnings: Earnings;
  /** The market of prices of some age; of the usual age without one. */
  marketOf(lastKnownDays?: number): Market;
}

type Measured = Extract<SimpleStrategy, { readonly against: string }>;

/** Returns what a strategy aims for, or why it has no price. */
export function aimOf(strategy: FullRules["strategy"], basis: Basis): Aimed {
  if (strategy.type !== "best_of") return simpleAim(strategy, basis);
  const parts = strategy.of.map((part) => simpleAim(part, basis));
  const aims: Aim[] = [];
  for (const part of parts) {
    if ("missing" in part) return part;
    aims.push(part);
  }
  return aims.reduce((best, next) =>
    (strategy.pick === "lowest" ? next.target < best.target : next.target > best.target) ? next : best,
  );
}

function simpleAim(strategy: SimpleStrategy, basis: Basis): Aimed {
  const market = basis.marketOf();
  if (strategy.type === "hold") return { target: basis.price, stays: "hold", market };
  if (strategy.type === "cost_plus") return costPlus(strategy, basis);
  const measured = measuredFrom(strategy, basis);
  if ("missing" in measured) return measured;
  const { figure, market: followed } = measured;
  if (strategy.type === "index") return { ...indexAim(strategy, figure, basis), market: followed };
  const target =
    strategy.amount === undefined
      ? nearestWhole(times(whole(figure), plus(ONE, fractionOf(strategy.ratio ?? "0"))))
      : figure + minorOf(strategy.amount, basis.currency);
  return { target: atLeastOne(target), stays: null, market: followed };
}

const atLeastOne = (amount: bigint): bigint => (amount < 1n ? 1n : amount);

/** The lowest price that earns what is asked for. */
function costPlus(strategy: Extract<SimpleStrategy, { type: "cost_plus" }>, basis: Basis): Aimed {
  const { margin, markup, amount } = strategy;
  const more = amount === undefined ? 0n : minorOf(amount, basis.currency);
  const { earnings } = basis;
  const earns =
    markup === undefined
      ? (price: bigint) => earnings.leavesShare(price, fractionOf(margin ?? "0"), more)
      : (price: bigint) => earnings.leavesOfCost(price, fractionOf(markup), more);
  const target = lowestThat(earns);
  if (target === null) throw new Error("A drawn case asks for a price beyond the highest that is looked at.");
  return { target, stays: null, market: basis.marketOf() };
}

/**
 * Own price ÷ figure within `tolerance` of `index`: the price nearest to the own one for which that is so, and where
 * there is none, the one nearest to the index. A price that is there already stays, whatever its ending.
 */
function indexAim(
  { index, tolerance = "0" }: Extract<SimpleStrategy, { type: "index" }>,
  figure: bigint,
  { price }: Basis,
): Omit<Aim, "market"> {
  const exact = times(whole(figure), fractionOf(index));
  const off = times(whole(figure), fractionOf(tolerance));
  const [low, high] = [minus(exact, off), plus(exact, off)];
  const isWithin = (each: bigint) => isAtMost(low, whole(each)) && isAtMost(whole(each), high);
  const target = nearestThat(price, isWithin) ?? atLeastOne(nearestWhole(exact));
  return { target, stays: target === price ? "at_target" : null };
}

function measuredFrom(strategy: Measured, basis: Basis): { figure: bigint; market: Market } | NoAim {
  const usual = basis.marketOf();
  const own = ownFigure(strategy.against, basis);
  if (own !== undefined) return own === null ? { missing: "no_base_price" } : { figure: own, market: usual };
  const market = strategy.last_known_days === undefined ? usual : basis.marketOf(strategy.last_known_days);
  if (market.missing !== null) return { missing: market.missing, market };
  const figure = figureOf(strategy, market.counted);
  if (figure !== null) return { figure, market };
  return { missing: strategy.against === "seller" ? "no_seller_price" : "too_few_observations" };
}

/** A figure of the item itself, null if it has none; undefined for a figure of the market. */
function ownFigure(against: string, { item, cost }: Basis): bigint | null | undefined {
  const figures: Readonly<Record<string, bigint | null>> = {
    msrp: item.msrp,
    map: item.mapPrice,
    compare_at: item.shopWindow.compareAt,
    item_max: item.maxPrice,
    cost,
  };
  return figures[against];
}
