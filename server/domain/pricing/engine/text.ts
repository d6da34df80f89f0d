import { hoursText } from "@/server/domain/durations";
import type { WindowBound, WindowGuard } from "@/server/domain/items/shop-window";
import { formatAmount, MAX_MINOR } from "@/server/domain/money";
import type { CompiledScope, FollowedScope } from "@/server/domain/pricing/engine/compile-scope";
import type { CompiledMinChange } from "@/server/domain/pricing/engine/constraints";
import { priceName, shoppersSentence, timeText } from "@/server/domain/pricing/engine/evidence-window";
import type { Bound, Interval } from "@/server/domain/pricing/engine/interval";
import type { Wait } from "@/server/domain/pricing/engine/min-wait";
import { followsMarket } from "@/server/domain/pricing/engine/strategy";
import type { EvidenceWindow } from "@/server/domain/pricing/outcome";
import { formatPercent } from "@/server/domain/ratio";

/** The inputs of the explanation of a price change; amounts in minor units of `currency`. */
export type Change = {
  readonly from: bigint;
  readonly to: bigint;
  readonly currency: string;
  readonly bound: Bound | null;
  readonly marketMedian: bigint | null;
  /** Whether the median is of prices with delivery. */
  readonly withDelivery: boolean;
  /** What shoppers see; null where the regular price alone is known. */
  readonly shopWindow: EvidenceWindow | null;
};

/**
 * "Raise from 89.90 to 97.49 EUR to bring the margin back over the 20 % floor, 2.5 % below the market median." Where
 * shoppers pay another price than the regular one, the reason names the price that changes, and the one they pay.
 */
export function changeReason(change: Change, scope: FollowedScope): string {
  const { to, currency, marketMedian, shopWindow } = change;
  const besides =
    followsMarket(scope.strategy) && change.bound === null
      ? ""
      : besideMarket(to, marketMedian, change.withDelivery);
  return `${moveText(change)} ${purpose(change, scope)}${besides}.${shoppersSentence(shopWindow, currency, to)}`;
}

/** "Raise from 89.90 to 97.49 EUR", or "Raise the regular price from …" where shoppers pay another price. */
export function moveText({
  from,
  to,
  currency,
  shopWindow,
}: Pick<Change, "from" | "to" | "currency" | "shopWindow">): string {
  const verb = to > from ? "Raise" : "Lower";
  const amounts = `from ${formatAmount(from, currency)} to ${formatAmount(to, currency)} ${currency}`;
  return `${verb} ${priceName(shopWindow)}${amounts}`;
}

/** The limits of the shop window, as steps of a price name them. */
export const WINDOW_LABELS: Readonly<Record<WindowGuard, string>> = {
  sale_price: "Above the sale price in the store",
  compare_at: "Below the struck-through price in the store",
};

/** Returns why a permitted price is not recommended: what shoppers see beside it would end or become false. */
export function windowGuardMessage(price: bigint, { guard, amount }: WindowBound, currency: string): string {
  const found = `${formatAmount(price, currency)} ${currency}`;
  return guard === "sale_price"
    ? `${found} would end the sale in the store, whose price is ${formatAmount(amount - 1n, currency)}.`
    : `${found} would make the struck-through price of ${formatAmount(amount + 1n, currency)} in the store false.`;
}

/** The purpose of a change, with the policy's limit that bound it in brackets. */
function purpose(change: Change, scope: FollowedScope): string {
  const { bound } = change;
  if (bound === null) return scope.strategy.purpose;
  const text = boundPurpose(change, bound, scope);
  // The label of a distance to the market already names the limit.
  return bound.limit === null || bound.rule === "market_distance" ? text : `${text} (${bound.limit})`;
}

function boundPurpose({ from, to, currency }: Change, bound: Bound, scope: FollowedScope): string {
  const at = formatAmount(bound.amount, currency);
  switch (bound.rule) {
    case "margin_floor": {
      const floor = `the ${scope.marginFloor?.percent ?? ""} floor`;
      return from < bound.amount
        ? `to bring the margin back over ${floor}`
        : `and no lower, to keep ${floor}`;
    }
    case "below_cost":
      if (from < bound.amount) return "to stop selling it at a loss";
      return to > from
        ? `${scope.strategy.purpose}, at a price that covers its cost`
        : "and no lower, to cover its cost";
    case "map":
      return `to keep the minimum advertised price of ${at}`;
    case "item_min":
      return `to keep the item's lowest price of ${at}`;
    case "item_max":
      return `to keep the item's highest price of ${at}`;
    case "msrp":
      return `to go no higher than the suggested retail price of ${at}`;
    case "market_distance":
      return `to stay ${bound.label.charAt(0).toLowerCase()}${bound.label.slice(1)}`;
    case "max_change_per_day":
      return `${scope.strategy.purpose}, as far as ${scope.maxChangePerDay?.percent ?? ""} a day allows`;
    case "max_change":
      return `${scope.strategy.purpose}, as far as ${scope.maxChange?.percent ?? ""} a run allows`;
    case "max_decrease":
      return `${scope.strategy.purpose}, as far as a fall of ${scope.maxDecrease?.percent ?? ""} a run allows`;
    case "max_increase":
      return `${scope.strategy.purpose}, as far as a rise of ${scope.maxIncrease?.percent ?? ""} a run allows`;
    case "direction":
      return `${scope.strategy.purpose}, in the only direction that the policy allows`;
    case "min_profit": {
      const least = `${scope.minProfit?.text ?? ""} profit a unit`;
      return from < bound.amount ? `to make at least ${least}` : `and no lower, to make ${least}`;
    }
    case "markup_floor": {
      const floor = `the ${scope.markupFloor?.percent ?? ""} markup floor`;
      return from < bound.amount ? `to bring the price back over ${floor}` : `and no lower, to keep ${floor}`;
    }
  }
}

function besideMarket(price: bigint, median: bigint | null, withDelivery: boolean): string {
  if (median === null) return "";
  const figure = `the market median${withDelivery ? " with delivery" : ""}`;
  if (price === median) return `, at ${figure}`;
  const distance = price < median ? median - price : price - median;
  return `, ${formatPercent(distance, median)} ${price < median ? "below" : "above"} ${figure}`;
}

/** Returns why no price is permitted: the two contradicting rules, or a target that cannot be computed. */
export function emptyIntervalMessage({ loBound, hiBound }: Interval, currency: string): string {
  if (loBound?.rule === "below_cost" && loBound.amount > MAX_MINOR)
    return "Fees leave nothing of any price to cover the cost with.";
  if (loBound === null || hiBound === null)
    return "Fees and margin floor leave no price that could be asked.";
  const low = `${loBound.label} asks for at least ${formatAmount(loBound.amount, currency)}`;
  return `No price is permitted: ${low}, ${hiBound.label} allows ${formatAmount(hiBound.amount, currency)} at most.`;
}

/** Returns why no ending fits: the ends of the permitted interval and the endings that do not occur between them. */
export function noEndingMessage({ lo, hi }: Interval, scope: FollowedScope, currency: string): string {
  const range = `between ${formatAmount(lo, currency)} and ${formatAmount(hi, currency)} ${currency}`;
  return `No price ending in ${scope.endingsText} is permitted ${range}.`;
}

/** Returns why a permitted price is not recommended: once applied, it would change again at once. */
export function unstablePriceMessage(
  price: bigint,
  next: { readonly price: bigint; readonly scope: CompiledScope },
  scope: CompiledScope,
  currency: string,
): string {
  const [here, there] = [formatAmount(price, currency), formatAmount(next.price, currency)];
  const why =
    next.scope === scope
      ? `other competitor prices ${scope.aims.some(({ pick }) => pick !== null) ? "or another aim " : ""}would count`
      : next.scope.name === scope.name
        ? "other limits would hold"
        : `the rules of ${next.scope.name} would apply`;
  return `${here} ${currency} would not stand: ${why} and ask for ${there}.`;
}

const ofLimit = (limit: string | null): string => (limit === null ? "" : ` (${limit})`);

/** Returns why a price stays although the strategy asks for another: it may move the other way only. */
export function wrongDirectionMessage(
  price: bigint,
  target: bigint,
  { side, limit }: Bound,
  currency: string,
): string {
  const [at, to] = [formatAmount(price, currency), formatAmount(target, currency)];
  const way = side === "floor" ? "up" : "down";
  return `${at} ${currency} stays: the policy moves it only ${way}${ofLimit(limit)}, and the target is ${to}.`;
}

/** Returns why a permitted price is not recommended: it is too near to the present one. */
export function smallChangeMessage(
  price: bigint,
  to: bigint,
  { text, limit }: CompiledMinChange,
  currency: string,
): string {
  const [at, next] = [formatAmount(price, currency), formatAmount(to, currency)];
  return `${at} ${currency} stays: a change to ${next} is too small, under ${text}${ofLimit(limit)}.`;
}

/** Returns why a permitted price is not recommended: the present one was changed a short time ago. */
export function changedRecentlyMessage(
  price: bigint,
  to: bigint,
  { hours, limit, changedAtMs, untilMs }: Wait,
  currency: string,
): string {
  const [at, next] = [formatAmount(price, currency), formatAmount(to, currency)];
  const apart = `the policy leaves ${hoursText(hours)} between two changes${ofLimit(limit)}`;
  return `${at} ${currency} stays: it was changed at ${timeText(new Date(changedAtMs))}, and ${apart}. From ${timeText(new Date(untilMs))} on it can become ${next}.`;
}
