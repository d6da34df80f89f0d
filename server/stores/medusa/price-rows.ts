import { z } from "zod";
import { formatAmount } from "@/server/domain/money";
import { minorUnitsOf } from "@/server/stores/decimal";
import { isExactNumber } from "@/server/stores/medusa/exact-json";
import { StoreError } from "@/server/stores/port";

/** One price of a variant's price set. Its numbers are the texts that the server sent. */
export const priceRowShape = z.object({
  id: z.string(),
  amount: z.string(),
  currency_code: z.string(),
  min_quantity: z.string().nullish(),
  max_quantity: z.string().nullish(),
  /** The conditions of the price, such as a region; empty for the price of everybody. */
  rules: z.record(z.string(), z.string()).default({}),
});
export type PriceRow = z.output<typeof priceRowShape>;

/**
 * The fields of a variant that `priceRowShape` reads. The server shows a price's conditions only where they are asked
 * for, and without them a region's price looks like that of everybody.
 */
export const PRICE_ROW_FIELDS = "*prices,prices.price_rules.attribute,prices.price_rules.value";

/** The only condition that the server's own forms give a variant's price, and the only one that it shows in full. */
const REGION = "region_id";

type Conditions = Pick<PriceRow, "currency_code" | "min_quantity"> & { readonly rules: object };

/** Whether everybody who buys one piece in the currency may be charged the price. */
export const isForEverybody = (
  { currency_code, min_quantity, rules }: Conditions,
  currency: string,
): boolean =>
  currency_code.toUpperCase() === currency &&
  Object.keys(rules).length === 0 &&
  Number(min_quantity ?? 0) <= 1;

/** A variant's price for everybody in minor units, and whether it is the only one. */
export interface BasePrice {
  readonly price: bigint;
  readonly complete: boolean;
}

/**
 * Returns the price for everybody; null without one, or where one cannot be expressed in the currency's minor unit. Of
 * several, which concurrent writers can leave, the shop charges the lowest.
 */
export function basePriceOf(rows: readonly PriceRow[], currency: string): BasePrice | null {
  const prices = rows
    .filter((row) => isForEverybody(row, currency))
    .map(({ amount }) => minorUnitsOf(amount, currency));
  const known = prices.filter((price) => price !== null);
  if (known.length === 0 || known.length < prices.length) return null;
  const price = known.reduce((lowest, each) => (each < lowest ? each : lowest));
  return { price, complete: known.length === 1 };
}

/**
 * Returns the whole price set with the base price replaced. The server deletes the prices that a write leaves out,
 * takes two that differ in nothing but their amount for one, and replaces the conditions that are sent.
 * @param target minor units of `currency`
 * @throws StoreError `rejected` for a price set that cannot be sent without changing more than the price
 */
export function priceSetWith(rows: readonly PriceRow[], target: bigint, currency: string): PriceRow[] {
  const [base, ...more] = rows.filter((row) => isForEverybody(row, currency));
  if (base === undefined) throw refusal(`The shop has no price in ${currency} for this variant.`);
  if (more.length > 0 || new Set(rows.map(conditionsOf)).size < rows.length)
    throw refusal(
      "The shop has two prices for the same buyers of this variant and would delete one: correct them there.",
    );
  if (rows.some(({ rules }) => Object.keys(rules).some((name) => name !== REGION)))
    throw refusal(
      "This variant has a price under a condition that the shop does not show in full, so that a write could change it.",
    );
  const wanted = rows.map((row) => (row === base ? { ...row, amount: formatAmount(target, currency) } : row));
  const coarse = wanted.find(({ amount }) => !isExactNumber(amount));
  if (coarse) throw refusal(`The shop cannot hold the amount ${coarse.amount} exactly.`);
  return wanted;
}

/** Returns the JSON of a price set, with the amounts as they are written. */
export const priceSetJson = (rows: readonly PriceRow[]): string => `[${rows.map(rowJson).join(",")}]`;

function rowJson({ id, amount, currency_code, min_quantity, max_quantity, rules }: PriceRow): string {
  const fields = [
    `"id":${JSON.stringify(id)}`,
    `"amount":${amount}`,
    `"currency_code":${JSON.stringify(currency_code)}`,
    ...(typeof min_quantity === "string" ? [`"min_quantity":${min_quantity}`] : []),
    ...(typeof max_quantity === "string" ? [`"max_quantity":${max_quantity}`] : []),
    ...(Object.keys(rules).length === 0 ? [] : [`"rules":${JSON.stringify(rules)}`]),
  ];
  return `{${fields.join(",")}}`;
}

/** What tells two prices of a variant apart, besides their amount. */
const conditionsOf = ({ currency_code, min_quantity, max_quantity, rules }: PriceRow): string =>
  JSON.stringify([
    currency_code.toLowerCase(),
    min_quantity ?? null,
    max_quantity ?? null,
    Object.entries(rules).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);

/** Whether two price sets have the same prices under the same ids, in any order. */
export function isSamePriceSet(rows: readonly PriceRow[], others: readonly PriceRow[]): boolean {
  const lines = (set: readonly PriceRow[]) =>
    set.map((row) => `${row.id} ${Number(row.amount)} ${conditionsOf(row)}`).sort();
  return JSON.stringify(lines(rows)) === JSON.stringify(lines(others));
}

const refusal = (message: string): StoreError => new StoreError("rejected", "definite", message);
