import { divideCeil, formatRatio, lowest, type Ratio } from "@/server/domain/ratio";

/** How a workspace's shown prices relate to its revenue: VAT included or added, fees on gross or on net. */
export type VatAndFees = {
  readonly includesVat: boolean;
  readonly vatRate: Ratio;
  readonly feeRate: Ratio;
  readonly feeBase: "gross" | "net";
};

/** The same in integers: of a shown price p, net = p × net/den, and net less fees = p × kept/den. */
export type MarginFactors = { readonly net: bigint; readonly afterFees: bigint; readonly den: bigint };

/** A price derived from a cost: the smallest p with p × div ≥ cost × mul. */
export type PricePerCost = { readonly mul: bigint; readonly div: bigint };

/**
 * Converts terms to integers, once per policy. With VAT v and fee rate f: net = p / (1+v) when the shown price
 * includes VAT, else p; gross = p, else p × (1+v); fees = f × gross or f × net.
 */
export function toMarginFactors(vatAndFees: VatAndFees): MarginFactors {
  const { num: vn, den: vd } = vatAndFees.vatRate;
  const { num: fn, den: fd } = vatAndFees.feeRate;
  const withVat = vd + vn;
  const shown = vatAndFees.includesVat ? withVat : vd;
  const den = fd * shown;
  const net = fd * vd;
  const fees = fn * (vatAndFees.feeBase === "gross" ? withVat : vd);
  return { net, afterFees: net - fees, den };
}

/**
 * Returns the margin (net − cost − fees) / net of a shown price; amounts in minor units of one currency, price above
 * 0.
 */
export const marginRatio = (price: bigint, cost: bigint, vatAndFees: MarginFactors): Ratio => ({
  num: price * vatAndFees.afterFees - cost * vatAndFees.den,
  den: price * vatAndFees.net,
});

/** Returns the margin of a shown price (above 0) as a decimal string with four decimals. */
export const formatMargin = (price: bigint, cost: bigint, vatAndFees: MarginFactors): string =>
  formatRatio(price * vatAndFees.afterFees - cost * vatAndFees.den, price * vatAndFees.net);

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
  return -divideCeil(cost * vatAndFees.den - price * vatAndFees.afterFees, vatAndFees.den);
}

/** Returns the profit of one unit as `profitPerUnit` does; null when the price or the cost is unknown. */
export const profitIfKnown = (
  price: bigint | null,
  cost: bigint | null,
  vatAndFees: MarginFactors,
): bigint | null => (price === null || cost === null ? null : profitPerUnit(price, cost, vatAndFees));

/**
 * Returns the factor from cost to the smallest price whose margin is at least `margin`; null when no price reaches it
 * (fees and margin together leave nothing). From kept·p − cost·den ≥ margin·net·p.
 */
export function priceForMargin(margin: Ratio, vatAndFees: MarginFactors): PricePerCost | null {
  const remainder = vatAndFees.afterFees * margin.den - margin.num * vatAndFees.net;
  if (remainder <= 0n) return null;
  const factor = lowest(vatAndFees.den * margin.den, remainder);
  return { mul: factor.num, div: factor.den };
}

/**
 * Returns the factor from cost to the smallest price that earns `markup` × cost after VAT and fees; null when none
 * does.
 */
export function priceForMarkup(markup: Ratio, vatAndFees: MarginFactors): PricePerCost | null {
  if (vatAndFees.afterFees <= 0n) return null;
  const factor = lowest(vatAndFees.den * (markup.den + markup.num), vatAndFees.afterFees * markup.den);
  return { mul: factor.num, div: factor.den };
}

/**
 * Returns the smallest whole price in minor units, at least one, that satisfies `factor` at this cost: exact, rounded
 * up. With the factor of a margin this is the floor price.
 */
export function priceAtCost(cost: bigint, factor: PricePerCost): bigint {
  const price = divideCeil(cost * factor.mul, factor.div);
  return price < 1n ? 1n : price;
}
