import { amountKey, fieldAmount } from "@/server/market/extract/amount";
import { schemaAvailability } from "@/server/market/extract/availability/schema-availability";
import {
  isA,
  localName,
  nameOf,
  nodesOf,
  type SchemaNode,
  textOf,
  textsOf,
} from "@/server/market/extract/structured/schema-node";
import type { StructuredOffer } from "@/server/market/extract/structured/structured-offer";
import type { PriceHints } from "@/server/market/price-text/reading";

const MAX_DEPTH = 5;
const LIST_PRICE_TYPES =
  /listprice|srp|msrp|regularprice|strikethrough|minimumadvertised|invoiceprice|suggested/;
const OTHER_CHARGES = [
  "deliverychargespecification",
  "paymentchargespecification",
  "shippingdeliveryservice",
];
const ID_NAMES = [
  "sku",
  "productid",
  "mpn",
  "gtin",
  "gtin8",
  "gtin12",
  "gtin13",
  "gtin14",
  "@id",
  "serialnumber",
];

type Inherited = {
  readonly url: string | null;
  readonly ids: readonly string[];
  readonly currency: string | null;
};

/**
 * Returns the offers of a product item: its own, those of its variants, and those inside an aggregate. Excludes
 * amounts for something else: delivery, a unit of measure, a larger quantity, members, rental.
 */
export function offersOfProduct(product: SchemaNode, hints: PriceHints): readonly StructuredOffer[] {
  return offersBelow(product, { url: null, ids: [], currency: null }, hints, 0);
}

function offersBelow(
  product: SchemaNode,
  inherited: Inherited,
  hints: PriceHints,
  depth: number,
): readonly StructuredOffer[] {
  if (depth > MAX_DEPTH) return [];
  const own: Inherited = {
    url: textOf(product, "url") ?? inherited.url,
    ids: [...idsOf(product), ...inherited.ids],
    currency: nameOf(product, "pricecurrency") ?? inherited.currency,
  };
  const offered = nodesOf(product, "offers").flatMap((offer) => readOffer(offer, own, hints, depth));
  // Some pages put the price on the product itself.
  const direct =
    offered.length === 0 && priceTexts(product).length > 0 ? readOffer(product, own, hints, depth) : [];
  // `isVariantOf` leads up to the product group, which may list the other variants.
  const variants = ["hasvariant", "model", "isvariantof"].flatMap((name) =>
    nodesOf(product, name).flatMap((variant) => offersBelow(variant, own, hints, depth + 1)),
  );
  return [...offered, ...direct, ...variants];
}

const idsOf = (node: SchemaNode): readonly string[] =>
  ID_NAMES.flatMap((name) => textsOf(node, name)).filter((id) => id.trim() !== "");

const priceTexts = (node: SchemaNode): readonly string[] => textsOf(node, "price");

function readOffer(
  offer: SchemaNode,
  inherited: Inherited,
  hints: PriceHints,
  depth: number,
): readonly StructuredOffer[] {
  if (depth > MAX_DEPTH || /lease|rental|rent$/.test(nameOf(offer, "businessfunction") ?? "")) return [];
  if (forLargerQuantity(offer) || offer.properties.has("validformembertier")) return [];
  const own: Inherited = {
    url: textOf(offer, "url") ?? inherited.url,
    ids: [...idsOf(offer), ...inherited.ids],
    currency: nameOf(offer, "pricecurrency") ?? inherited.currency,
  };
  const inner = ["offers", "offer"].flatMap((name) => nodesOf(offer, name));
  const nested = inner.flatMap((node) => readOffer(node, own, hints, depth + 1));
  if (nested.some(({ amount }) => amount !== null)) return nested;
  return [toOffer(offer, own, hints)];
}

function toOffer(offer: SchemaNode, own: Inherited, hints: PriceHints): StructuredOffer {
  const specified = nodesOf(offer, "pricespecification");
  const priced = pricesOf(offer, specified, { ...hints, currency: own.currency });
  const currency = priced.currency ?? own.currency;
  return {
    format: offer.format,
    amount: priced.amount,
    currency: currency === null ? null : isoCurrency(currency),
    zero:
      priced.amount === null && textsOf(offer, "price").some((text) => /^0+(?:[.,]0+)?$/.test(text.trim())),
    low: priced.low,
    withoutTax: isWithoutTax([offer, ...specified]),
    availability: schemaAvailability(nameOf(offer, "availability")),
    used: /used|refurbished|damaged/i.test(nameOf(offer, "itemcondition") ?? ""),
    url: own.url,
    ids: own.ids,
    listPrices: priced.listPrices,
    snippet: offer.source,
  };
}

/** Whether all that is said of the tax is that it is not included. */
function isWithoutTax(nodes: readonly SchemaNode[]): boolean {
  const stated = nodes.flatMap((node) => textsOf(node, "valueaddedtaxincluded")).map(localName);
  return stated.length > 0 && stated.every((text) => text === "false");
}

type Priced = Pick<StructuredOffer, "amount" | "currency" | "low" | "listPrices">;

function pricesOf(offer: SchemaNode, specified: readonly SchemaNode[], hints: PriceHints): Priced {
  const listPrices = specified
    .filter(isListPrice)
    .flatMap((spec) => amountsIn(spec, ["price"], hints))
    .map(({ amount }) => amount);
  const own = amountsIn(offer, ["price"], hints);
  const distinct = new Set(own.map(({ amount }) => amountKey(amount)));
  const [first] = own;
  if (first !== undefined && distinct.size === 1) return { ...first, low: false, listPrices };
  const current = specified.filter(
    (spec) => !isListPrice(spec) && !isOtherCharge(spec) && !forLargerQuantity(spec),
  );
  const sale = current.filter((spec) => /sale/.test(priceType(spec)));
  const [specific] = (sale.length > 0 ? sale : current).flatMap((spec) =>
    amountsIn(spec, ["price", "minprice"], hints).map((found) => ({
      ...found,
      currency: nameOf(spec, "pricecurrency") ?? found.currency,
    })),
  );
  if (specific !== undefined) return { ...specific, low: false, listPrices };
  const lowest = own.toSorted((left, right) => Number(left.amount) - Number(right.amount))[0];
  if (lowest !== undefined) return { ...lowest, low: true, listPrices };
  return { ...lowestOf(offer, hints), listPrices };
}

/** Returns the low end of an aggregate; exact when both ends are equal. */
function lowestOf(offer: SchemaNode, hints: PriceHints): Omit<Priced, "listPrices"> {
  const [low] = amountsIn(offer, ["lowprice", "minprice"], hints);
  const [high] = amountsIn(offer, ["highprice", "maxprice"], hints);
  const bound = low ?? high;
  if (bound === undefined) return { amount: null, currency: null, low: false };
  const same = low !== undefined && high !== undefined && amountKey(low.amount) === amountKey(high.amount);
  const alone = textOf(offer, "offercount") === "1";
  return { ...bound, low: !same && !alone };
}

const amountsIn = (node: SchemaNode, names: readonly string[], hints: PriceHints) =>
  names.flatMap((name) => textsOf(node, name)).flatMap((text) => fieldAmount(text, hints) ?? []);

const priceType = (node: SchemaNode): string => (nameOf(node, "pricetype") ?? "").toLowerCase();

const isListPrice = (node: SchemaNode): boolean => LIST_PRICE_TYPES.test(priceType(node));

/**
 * Whether a price is per kilogram or metre, for delivery, for a payment method, for members only, or one of several
 * monthly payments.
 */
function isOtherCharge(node: SchemaNode): boolean {
  if (isA(node, ...OTHER_CHARGES) || node.properties.has("validformembertier")) return true;
  const [reference] = nodesOf(node, "referencequantity");
  // A price that is billed by the month, week, year or day is an instalment.
  if (reference === undefined) return /mon|week|ann|day/i.test(textOf(node, "billingduration") ?? "");
  // C62, H87, EA: codes of UN/CEFACT for one piece.
  const unit = (textOf(reference, "unitcode") ?? textOf(reference, "unittext") ?? "").toUpperCase();
  const count = textOf(reference, "value") ?? "1";
  return !(count === "1" && ["", "C62", "H87", "EA", "PCE", "STK", "PIECE"].includes(unit));
}

function forLargerQuantity(node: SchemaNode): boolean {
  return ["eligiblequantity", "eligibletransactionvolume"]
    .flatMap((name) => nodesOf(node, name))
    .some((quantity) => Number(textOf(quantity, "minvalue") ?? textOf(quantity, "value") ?? "1") > 1);
}

/** Many shops still write the rouble by the code that it had until 1998. */
const STILL_WRITTEN: Readonly<Record<string, string>> = { RUR: "RUB" };

/** Returns a three-letter code in capitals, or null for any other text. */
export const isoCurrency = (text: string): string | null => {
  const code = text.trim().toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? (STILL_WRITTEN[code] ?? code) : null;
};
