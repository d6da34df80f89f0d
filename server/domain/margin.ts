import { divideCeil, formatRatio, lowest, type Ratio } from "@/server/domain/ratio";

/**
 * How a workspace's shown prices relate to what it earns: VAT included or added, fees on gross or on net, the share of
 * gross that a payment costs, and what each unit costs besides.
 */
export type VatAndFees = {
  readonly includesVat: boolean;
  readonly vatRate: Ratio;
  readonly feeRate: Ratio;
  readonly feeBase: "gross" | "net";
  readonly paymentRate: Ratio;
  readonly fixed: FixedFees | null;
};

/** What each unit sold costs besides its cost: fixed fees, a payment's, shipping; in minor units of the currency. */
export type FixedFees = { readonly minor: bigint; readonly currency: string };

/**
 * The same in integers: of a shown price p, net = p × net/den, and net less fees that are shares of it = p ×
 * afterFees/den. `fixed` is null where nothing is taken a unit.
 */
export type MarginFactors = {
  readonly net: bigint;
  readonly afterFees: bigint;
  readonly den: bigint;
  readonly fixed: FixedFees | null;
};

/** A price derived from a cost: the smallest p with p × div ≥ cost × mul + plus. */
export type PricePerCost = { readonly mul: bigint; readonly div: bigint; readonly plus: bigint };

/**
 * Converts terms to integers, once per policy. With VAT v, fee rate f and payment rate a: net = p / (1+v) when the
 * shown price includes VAT, else p; gross = p, else p × (1+v); fees = f × gross or f × net, and a × gross.
 */
export function toMarginFactors(vatAndFees: VatAndFees): MarginFactors {
  const { num: vn, den: vd } = vatAndFees.vatRate;
  const { num: fn, den: fd } = vatAndFees.feeRate;
  const { num: an, den: ad } = vatAndFees.paymentRate;
  const withVat = vd + vn;
  const shown = vatAndFees.includesVat ? withVat : vd;
  const den = fd * ad * shown;
  const net = fd * ad * vd;
  const fees = fn * ad * (vatAndFees.feeBase === "gross" ? withVat : vd);
  const payment = an * fd * withVat;
  return { net, afterFees: net - fees - payment, den, fixed: vatAndFees.fixed };
}

/** What units cost together with their fixed fees, in minor units of the cost's currency. */
const withFixed = (cost: bigint, { fixed }: MarginFactors, units = 1n): bigint =>
  cost + (fixed?.minor ?? 0n) * units;

/** Whether margins of amounts in a currency are known: fixed fees are in that of the policy. */
export const isKnownIn = (currency: string, { fixed }: MarginFactors): boolean =>
  fixed === null || fixed.currency === currency;

/**
 * Returns the margin of a shown price above 0 as the two parts of a fraction: what is kept and net, each times `den`;
 * amounts in minor units of one currency. Every margin, floor and profit is derived from it. It is the contribution
 * margin of cost accounting: net revenue less the costs that each unit causes (cost of goods, commission, payment,
 * shipping), divided by net revenue; VAT is no revenue (IFRS 15, paragraph 47).
 * @param units of how many units price and cost are the sums
 */
export const marginParts = (
  price: bigint,
  cost: bigint,
  factors: MarginFactors,
  units = 1n,
): { readonly kept: bigint; readonly net: bigint } => ({
  kept: price * factors.afterFees - withFixed(cost, factors, units) * factors.den,
  net: price * factors.net,
});

/** Returns the margin (net − cost − fees) / net of a shown price, as `marginParts` does. */
export function marginRatio(price: bigint, cost: bigint, factors: MarginFactors): Ratio {
  const { kept, net } = marginParts(price, cost, factors);
  return { num: kept, den: net };
}

/**
 * Returns the margin of a shown price (above 0), or of a sum of so many units, as a decimal string with four decimals.
 */
export function formatMargin(price: bigint, cost: bigint, factors: MarginFactors, units = 1n): string {
  const { kept, net } = marginParts(price, cost, factors, units);
  return formatRatio(kept, net);
}

/**
 * Returns the margin as `formatMargin` does; null when the price or the cost is unknown, or the price is not above 0.
 */
export const marginIfKnown = (
  price: bigint | null,
  cost: bigint | null,
  vatAndFees: MarginFactors,
): string | null =>
  price === null || price <= 0n || cost === null ? null : formatMargin(price, cost, vatAndFees);

/**
 * Returns the profit of one unit at a shown price, net − fees − cost, in whole minor units. A fraction is rounded
 * down, so that a loss never appears smaller than it is.
 */
export function profitPerUnit(price: bigint, cost: bigint, vatAndFees: MarginFactors): bigint {
  return -divideCeil(-marginParts(price, cost, vatAndFees).kept, vatAndFees.den);
}

/** Returns the profit of one unit as `profitPerUnit` does; null when the price or the cost is unknown. */
export const profitIfKnown = (
  price: bigint | null,
  cost: bigint | null,
  vatAndFees: MarginFactors,
): bigint | null => (price === null || cost === null ? null : profitPerUnit(price, cost, vatAndFees));

/**
 * Returns the factor from cost to the smallest price whose margin is at least `margin`; null when no price reaches it
 * (fees and margin together leave nothing). From afterFees·p − (cost + fixed)·den ≥ margin·net·p.
 */
export function priceForMargin(margin: Ratio, vatAndFees: MarginFactors): PricePerCost | null {
  const remainder = vatAndFees.afterFees * margin.den - margin.num * vatAndFees.net;
  if (remainder <= 0n) return null;
  const factor = lowest(vatAndFees.den * margin.den, remainder);
  return { mul: factor.num, div: factor.den, plus: withFixed(0n, vatAndFees) * factor.num };
}

/**
 * Returns the factor from cost to the smallest price that earns `markup` × cost after VAT and fees; null when none
 * does. From afterFees·p − (cost + fixed)·den ≥ markup·cost·den.
 */
export function priceForMarkup(markup: Ratio, vatAndFees: MarginFactors): PricePerCost | null {
  if (vatAndFees.afterFees <= 0n) return null;
  const mul = vatAndFees.den * (markup.den + markup.num);
  const div = vatAndFees.afterFees * markup.den;
  const plus = withFixed(0n, vatAndFees) * vatAndFees.den * markup.den;
  if (plus > 0n) return { mul, div, plus };
  const factor = lowest(mul, div);
  return { mul: factor.num, div: factor.den, plus };
}

/**
 * Returns the smallest whole price in minor units, at least one, that satisfies `factor` at this cost: exact, rounded
 * up. With the factor of a margin this is the floor price.
 */
export function priceAtCost(cost: bigint, factor: PricePerCost): bigint {
  const price = divideCeil(cost * factor.mul + factor.plus, factor.div);
  return price < 1n ? 1n : price;
}
