import { formatPrice } from "@/server/domain/money";
import type { ShopPricing } from "@/server/domain/pricing/shop-pricing";
import { divideHalfEven, formatPercent, parseRatio } from "@/server/domain/ratio";

/** A competitor's price without tax, as it compares with a shop's own prices. */
export type ComparableNet =
  | {
      readonly outcome: "price";
      /** Minor units. */
      readonly price: bigint;
      /** What was made of it; null where it is compared as it stands. */
      readonly reason: string | null;
    }
  | { readonly outcome: "no_price"; readonly reason: string };

/**
 * Makes a price that a competitor states without tax comparable with a shop's prices: as it stands where those are
 * without tax too, else with the shop's rate, rounded half to even. Not comparable where the shop's rate is 0, and
 * where only the page's data say that the tax is missing, which often say it of prices with tax.
 * @param net minor units of `currency`
 * @param stated what says it, and whether a reader of the page sees it
 */
export function comparableNet(
  net: bigint,
  currency: string,
  stated: { readonly words: string; readonly shown: boolean },
  own: Omit<ShopPricing, "currency">,
): ComparableNet {
  if (!own.pricesIncludeVat) return { outcome: "price", price: net, reason: null };
  const said = `The page states ${formatPrice(net, currency)} without VAT ("${stated.words}")`;
  if (!stated.shown) {
    const reason = `${said}, which only its data say: whether a buyer pays more is not known.`;
    return { outcome: "no_price", reason };
  }
  const { num, den } = parseRatio(own.vatRate);
  if (num === 0n) return { outcome: "no_price", reason: `${said}, and the workspace has no rate to add.` };
  const price = divideHalfEven(net * (den + num), den);
  const added = `with ${formatPercent(num, den)} it is ${formatPrice(price, currency)}`;
  return { outcome: "price", price, reason: `${said}; ${added}.` };
}
