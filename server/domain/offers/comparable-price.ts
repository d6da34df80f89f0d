import { formatPrice } from "@/server/domain/money";
import { type ShopPricing, sameVat } from "@/server/domain/pricing/shop-pricing";
import { divideHalfEven, formatPercent, parseRatio, type Ratio } from "@/server/domain/ratio";

/** A competitor's price as it compares with a shop's own prices. */
export type ComparablePrice =
  | {
      readonly outcome: "price";
      /** Minor units. */
      readonly price: bigint;
      /** What was made of it; null where it is compared as it stands. */
      readonly reason: string | null;
    }
  | { readonly outcome: "no_price"; readonly reason: string };

/** How a shop states its prices; `confirmedAt` is null until a person has confirmed it. */
export type ComparedPricing = Omit<ShopPricing, "currency"> & { readonly confirmedAt: Date | null };

/** Returns whether competitors' prices compare alike with both. */
export const comparesAlike = (a: ComparedPricing, b: ComparedPricing): boolean =>
  (a.confirmedAt === null) === (b.confirmedAt === null) && sameVat(a, b);

/** What a page says of the tax of its price, and whether a reader of the page sees it. */
interface StatedTax {
  readonly included: boolean;
  readonly words: string;
  readonly shown: boolean;
}

/**
 * Makes a competitor's price comparable with a shop's prices: as it stands where its page says nothing of the tax, or
 * states it as the shop does, else converted by the shop's rate.
 * @param stated minor units of `currency`
 * @param tax what the page says of the tax; null where it says nothing
 */
export function comparablePrice(
  stated: bigint,
  currency: string,
  tax: StatedTax | null,
  own: ComparedPricing,
): ComparablePrice {
  if (tax === null || tax.included === own.pricesIncludeVat) return asItStands(stated);
  const rate = parseRatio(own.vatRate);
  const said = `The page states ${formatPrice(stated, currency)} ${tax.included ? "with" : "without"} VAT ("${tax.words}")`;
  return tax.included
    ? withoutVat(stated, currency, said, own.confirmedAt === null ? null : rate)
    : withVat(stated, currency, { said, shown: tax.shown }, rate);
}

const asItStands = (price: bigint): ComparablePrice => ({ outcome: "price", price, reason: null });

/**
 * Rounded half to even. A new workspace counts as one without VAT until somebody has said so, and without a rate its
 * shoppers pay its prices as they stand: both compare with what shoppers pay elsewhere.
 */
function withoutVat(gross: bigint, currency: string, said: string, rate: Ratio | null): ComparablePrice {
  if (rate === null || rate.num === 0n) return asItStands(gross);
  const { num, den } = rate;
  const price = divideHalfEven(gross * den, den + num);
  const removed = `without ${formatPercent(num, den)} it is ${formatPrice(price, currency)}`;
  return { outcome: "price", price, reason: `${said}; ${removed}.` };
}

/**
 * Rounded half to even. Not comparable where the rate is 0, and where only the page's data say that the tax is missing,
 * which often say it of prices with tax.
 */
function withVat(
  net: bigint,
  currency: string,
  { said, shown }: { readonly said: string; readonly shown: boolean },
  { num, den }: Ratio,
): ComparablePrice {
  if (!shown) {
    const reason = `${said}, which only its data say: whether a buyer pays more is not known.`;
    return { outcome: "no_price", reason };
  }
  if (num === 0n) return { outcome: "no_price", reason: `${said}, and the workspace has no rate to add.` };
  const price = divideHalfEven(net * (den + num), den);
  const added = `with ${formatPercent(num, den)} it is ${formatPrice(price, currency)}`;
  return { outcome: "price", price, reason: `${said}; ${added}.` };
}
