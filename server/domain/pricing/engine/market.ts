import { DAY_MS } from "@/server/domain/durations";
import { comparePacks } from "@/server/domain/items/pack-size";
import { type ChosenTier, chooseTier } from "@/server/domain/pricing/engine/choose-tier";
import type { Policy } from "@/server/domain/pricing/engine/compile";
import { counts, leastCounted, type MarketRules } from "@/server/domain/pricing/engine/counted";
import { comparedAmount } from "@/server/domain/pricing/engine/delivered";
import type { CompiledGates } from "@/server/domain/pricing/engine/gates";
import { type Evaluated, medianOf, refuseOutliers } from "@/server/domain/pricing/engine/outliers";
import { refusalNote, USED, USED_STOCK_UNKNOWN } from "@/server/domain/pricing/engine/refusal-text";
import { scopeFor } from "@/server/domain/pricing/engine/scope";
import type { EngineObservation, MarketSubject } from "@/server/domain/pricing/inputs";
import type {
  EvidenceMarket,
  EvidenceObservation,
  ObservationRefusal,
} from "@/server/domain/pricing/outcome";

/** How far in the future an observation counts: clocks run ahead, and observations arrive during a run. */
export const TOLERATED_AHEAD_MS = DAY_MS;

/** Number of observations refused by each gate. */
export type RefusalCounts = Readonly<Record<ObservationRefusal, number>>;

/** The market after the policy's gates; amounts in minor units of the item's currency. */
export type MarketView = {
  readonly figures: EvidenceMarket;
  readonly observations: readonly EvidenceObservation[];
  readonly refusals: RefusalCounts;
  /** The lowest used amount of a seller that is not out of stock. */
  readonly lowestInStock: bigint | null;
  /** The tier of sellers that the used prices are of; null without tiers. */
  readonly tier: ChosenTier | null;
  /** Number of observations in this currency that are recent enough, used or not. */
  readonly fresh: number;
  /** Whether delivery is counted on both sides. */
  readonly withDelivery: boolean;
};

/**
 * Evaluates every observation of an item: its currency, price, date, whether a newer one of the same seller exists,
 * age, whether its seller counts, stock, pack, what delivery costs where prices with delivery are compared, whether it
 * is so low that it does not count, whether it is too far from the others or from the item's own price to be the same
 * product, and whether its seller's tier is the market. The result does not depend on the order of the observations.
 */
export function evaluateMarket(
  item: MarketSubject,
  observations: readonly EngineObservation[],
  rules: MarketRules,
  nowMs: number,
): MarketView {
  const { gates } = rules;
  const evaluated: Evaluated[] = observations.map((observation) => ({
    observation,
    compared: comparedAmount(observation, gates.delivered) ?? observation.price,
    refusal: null,
    note: "",
  }));
  evaluated.sort(byAmountSellerAndId);
  for (const one of evaluated) one.refusal = basicRefusal(one.observation, item.currency, nowMs);
  refuseSuperseded(evaluated);
  const least = leastCounted(item, rules);
  let fresh = 0;
  for (const one of evaluated) {
    if (one.refusal !== null) continue;
    const { observation } = one;
    if (gates.maxObservationAgeMs !== null && nowMs - observation.observedAtMs > gates.maxObservationAgeMs) {
      one.refusal = "too_old";
      continue;
    }
    fresh += 1;
    if (!counts(gates.sellers, observation.seller)) one.refusal = "seller_not_counted";
    else if (gates.inStockOnly && observation.inStock === false) one.refusal = "out_of_stock";
    else if (isOtherPack(item.packSize, observation.packSize, gates.packSize)) one.refusal = "other_pack";
    else if (comparedAmount(observation, gates.delivered) === null) one.refusal = "shipping_unknown";
    else if (one.compared <= 0n) {
      one.refusal = "outlier";
      one.note = "With delivery it costs no more than the own delivery alone.";
    } else if (least !== null && one.compared < least.amount) {
      one.refusal = "too_low";
      one.note = least.note;
    }
  }
  refuseOutliers(evaluated, item.price, gates);
  const tier = chooseTier(evaluated, gates.tiers);
  return { ...view(evaluated, item, gates, nowMs), tier, fresh, withDelivery: gates.delivered !== null };
}

/**
 * Returns the market of an item by the rules of its scope under a policy, in minor units of the item's currency. The
 * median of an even number is the mean of the two middle prices, rounded half to even.
 * @param nowMs milliseconds since 1970; from it the ages of observations are counted
 */
export const marketOf = (
  item: MarketSubject,
  observations: readonly EngineObservation[],
  policy: Policy,
  nowMs: number,
): MarketView => evaluateMarket(item, observations, scopeFor(policy, item), nowMs);

/** Sorts by what is compared, seller and id, so that equal observations always have the same order. */
function byAmountSellerAndId(left: Evaluated, right: Evaluated): number {
  const a = left.observation;
  const b = right.observation;
  if (left.compared !== right.compared) return left.compared < right.compared ? -1 : 1;
  if (a.seller !== b.seller) return a.seller < b.seller ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

function basicRefusal(
  observation: EngineObservation,
  currency: string,
  nowMs: number,
): ObservationRefusal | null {
  if (observation.currency !== currency) return "other_currency";
  if (observation.price <= 0n) return "no_price";
  return observation.observedAtMs - nowMs > TOLERATED_AHEAD_MS ? "future" : null;
}

/** An unknown pack size refuses an observation only when the gate requires the same pack. */
function isOtherPack(own: string | null, theirs: string | null, gate: CompiledGates["packSize"]): boolean {
  if (gate === "any" || (gate === "not_different" && (own === null || theirs === null))) return false;
  const match = comparePacks(own, theirs);
  return match === "different" || (gate === "same" && match === "unknown");
}

function refuseSuperseded(evaluated: readonly Evaluated[]): void {
  for (let i = 0; i < evaluated.length; i += 1) {
    const one = evaluated[i];
    if (one === undefined || one.refusal !== null) continue;
    for (let j = i + 1; j < evaluated.length; j += 1) {
      const other = evaluated[j];
      if (other === undefined || other.refusal !== null) continue;
      if (other.observation.seller !== one.observation.seller) continue;
      if (other.observation.observedAtMs <= one.observation.observedAtMs) other.refusal = "superseded";
      else {
        one.refusal = "superseded";
        break;
      }
    }
  }
}

function view(
  evaluated: readonly Evaluated[],
  item: MarketSubject,
  gates: CompiledGates,
  nowMs: number,
): Omit<MarketView, "tier" | "fresh" | "withDelivery"> {
  const refusals = {
    other_currency: 0,
    no_price: 0,
    future: 0,
    too_old: 0,
    superseded: 0,
    out_of_stock: 0,
    other_pack: 0,
    outlier: 0,
    seller_not_counted: 0,
    too_low: 0,
    shipping_unknown: 0,
    other_tier: 0,
  };
  const used: Evaluated[] = [];
  let newestAtMs: number | null = null;
  for (const one of evaluated) {
    if (one.refusal !== null) {
      refusals[one.refusal] += 1;
      if (one.note === "") one.note = refusalNote(one.refusal, one.observation, item, gates, nowMs);
      continue;
    }
    used.push(one);
    const { observedAtMs, inStock } = one.observation;
    if (newestAtMs === null || observedAtMs > newestAtMs) newestAtMs = observedAtMs;
    one.note = inStock === null ? USED_STOCK_UNKNOWN : USED;
  }
  return {
    figures: {
      lowest: used[0]?.compared ?? null,
      median: used.length === 0 ? null : medianOf(used),
      highest: used.at(-1)?.compared ?? null,
      used: used.length,
      refused: evaluated.length - used.length,
      newestAtMs,
    },
    observations: evaluated.map(evidence),
    refusals,
    lowestInStock: used.find((one) => one.observation.inStock !== false)?.compared ?? null,
  };
}

const evidence = ({ observation, compared, refusal, note }: Evaluated): EvidenceObservation => ({
  id: observation.id,
  seller: observation.seller,
  price: observation.price,
  currency: observation.currency,
  inStock: observation.inStock,
  observedAtMs: observation.observedAtMs,
  url: observation.url,
  packSize: observation.packSize,
  shipping: observation.shipping,
  compared,
  used: refusal === null,
  refusal,
  note,
});
