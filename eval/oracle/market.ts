import type { Applying } from "@/eval/oracle/applying";
import { NOW } from "@/eval/oracle/case";
import { earningsOf } from "@/eval/oracle/earnings";
import { lowestThat, minorOf } from "@/eval/oracle/exact";
import { holdsFloors } from "@/eval/oracle/floors";
import { outliersOf } from "@/eval/oracle/outliers";
import { DAY_MS } from "@/server/domain/durations";
import { comparePacks } from "@/server/domain/items/pack-size";
import { type EngineItem, type EngineObservation, sellerKey } from "@/server/domain/pricing/inputs";
import type { FullRules, PolicyDocument } from "@/server/domain/pricing/policy";

/** An observation whose price is compared with the own one: with delivery where the policy says so. */
export interface Compared {
  readonly observation: EngineObservation;
  /** Minor units of the item's currency. */
  readonly price: bigint;
}

/** The prices that passed the gates, and what else says why there may be no market. */
export interface Gated {
  /** Passed every gate but that of outliers. */
  readonly passed: readonly Compared[];
  /** Those of them that are too far from the own price or the others. */
  readonly outliers: ReadonlySet<Compared>;
  readonly observations: number;
  /** Not in the item's currency. */
  readonly foreign: number;
  /** Neither foreign nor replaced by a newer price of the seller. */
  readonly current: number;
  /** Those of them that are too old. */
  readonly old: number;
}

/** Observations may be dated ahead of the decision by so much, since clocks differ. */
const AHEAD_MS = DAY_MS;

/**
 * Returns which observations pass the gates of an item's rules.
 * @param maxAgeDays null for any age
 */
export function gated(
  {
    document,
    item,
    observations,
  }: { document: PolicyDocument; item: EngineItem; observations: readonly EngineObservation[] },
  applying: Applying,
  maxAgeDays: number | null,
): Gated {
  const { gates } = applying.rules;
  const native = observations.filter(({ currency }) => currency === item.currency);
  const priced = native.filter(({ price, observedAtMs }) => price > 0n && observedAtMs <= NOW + AHEAD_MS);
  const amountOf = (each: EngineObservation) =>
    comparedOf(each, gates, document.currency)?.price ?? each.price;
  const newest = priced.filter((each) => !priced.some((other) => replaces(other, each, amountOf)));
  const old = newest.filter(({ observedAtMs }) => isOlder(observedAtMs, maxAgeDays));
  const recent = newest.filter((each) => !old.includes(each));
  const asked = recent.filter((each) => passes(each, item, gates));
  const compared = asked.flatMap((each) => comparedOf(each, gates, document.currency) ?? []);
  const lowest = ignoredBelow(document, item, applying);
  const passed = compared.filter(({ price }) => lowest === null || price <= 0n || price >= lowest);
  return {
    passed,
    outliers: outliersOf(passed, item.price, gates),
    observations: observations.length,
    foreign: observations.length - native.length,
    current: native.length - (priced.length - newest.length),
    old: old.length,
  };
}

/** The newest price of a seller counts; of two of the same time the one with the lower compared amount. */
function replaces(
  other: EngineObservation,
  each: EngineObservation,
  amountOf: (observation: EngineObservation) => bigint,
): boolean {
  if (other === each || other.seller !== each.seller) return false;
  if (other.observedAtMs !== each.observedAtMs) return other.observedAtMs > each.observedAtMs;
  const [low, high] = [amountOf(other), amountOf(each)];
  return low === high ? other.id < each.id : low < high;
}

const isOlder = (observedAtMs: number, days: number | null): boolean =>
  days !== null && NOW - observedAtMs > days * DAY_MS;

function passes(each: EngineObservation, item: EngineItem, gates: FullRules["gates"]): boolean {
  const { sellers, in_stock_only: inStockOnly, pack_size: packs } = gates;
  const isNamed = (names: readonly string[]) => names.map(sellerKey).includes(sellerKey(each.seller));
  if (sellers?.only && !isNamed(sellers.only)) return false;
  if (sellers?.except && isNamed(sellers.except)) return false;
  if (inStockOnly && each.inStock === false) return false;
  const pack = comparePacks(item.packSize, each.packSize);
  if (packs === "same") return pack === "same";
  return packs === "any" || pack !== "different";
}

/**
 * What the own price is compared with; null where the policy counts delivery and its price is not known, or in another
 * currency than that of the policy.
 */
function comparedOf(
  observation: EngineObservation,
  gates: FullRules["gates"],
  currency: string,
): Compared | null {
  const { price, shipping } = observation;
  if (!gates.delivered) return { observation, price };
  if (shipping === null || observation.currency !== currency) return null;
  return { observation, price: price + shipping - minorOf(gates.delivered.own_shipping, currency) };
}

/** The lowest price that counts by `ignore_below`, in minor units; null for all, also where the cost is not known. */
function ignoredBelow(
  document: PolicyDocument,
  item: EngineItem,
  { rules, constraints }: Applying,
): bigint | null {
  const below = rules.gates.ignore_below;
  if (!below) return null;
  if (below !== "cost" && below !== "floor") return minorOf(below, document.currency);
  if (item.cost === null) return null;
  const earnings = earningsOf(document, item.cost);
  return lowestThat(
    (price) =>
      earnings.covers(price) &&
      (below === "cost" ||
        constraints.every((each) => holdsFloors(price, each, earnings, document.currency))),
  );
}
