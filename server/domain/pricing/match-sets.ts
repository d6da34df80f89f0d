import { parseAmount } from "@/server/domain/money";
import type { Conditions, Match } from "@/server/domain/pricing/policy-match";

/** Half-open; null where it has no end on that side. */
type Band = { readonly from: bigint | null; readonly to: bigint | null };

const priceBand = ({ price_from, price_to }: Conditions, currency: string): Band => ({
  from: price_from === undefined ? null : parseAmount(price_from, currency),
  to: price_to === undefined ? null : parseAmount(price_to, currency),
});

const stockBand = ({ stock_from, stock_to }: Conditions): Band => ({
  from: stock_from === undefined ? null : BigInt(stock_from),
  to: stock_to === undefined ? null : BigInt(stock_to),
});

/**
 * Whether no price is in the band; prices begin at one minor unit. The policy check refuses a band whose end is not
 * above its start.
 */
export const isEmpty = (match: Conditions, currency: string): boolean => {
  const { to } = priceBand(match, currency);
  return to !== null && to <= 1n;
};

/** Whether every item that meets the conditions is left out again. */
export const leavesNothing = (match: Match, currency: string): boolean => leavesOut(match, [match], currency);

const leavesOut = ({ except }: Match, met: readonly Conditions[], currency: string): boolean =>
  except !== undefined && follows(except, met, currency);

/** Whether every item that matches `inner` matches `outer`; false when in doubt. */
export const covers = (outer: Match, inner: Match, currency: string): boolean =>
  follows(outer, [inner], currency) &&
  (outer.except === undefined || !mayOverlap(outer.except, inner, currency));

/** Whether one item can match both: an item has one sku, category, brand and price, but any number of tags. */
export function mayOverlap(a: Match, b: Match, currency: string): boolean {
  return (
    common(a.skus, b.skus) &&
    common(a.categories, b.categories) &&
    common(a.brands, b.brands) &&
    meet(priceBand(a, currency), priceBand(b, currency)) &&
    meet(stockBand(a), stockBand(b)) &&
    ![a, b].some((match) => leavesOut(match, [a, b], currency))
  );
}

const meet = (left: Band, right: Band): boolean => begins(right, left) && begins(left, right);

const begins = ({ from }: Band, { to }: Band): boolean => from === null || to === null || from < to;

/** Whether an item that meets all of `met` meets the wide conditions, each because it meets one of `met`. */
const follows = (wide: Conditions, met: readonly Conditions[], currency: string): boolean =>
  FOLLOWS.every((doesFollow) => met.some((narrow) => doesFollow(wide, narrow, currency)));

const includes = (wide: string[] | undefined, narrow: string[] | undefined): boolean =>
  wide === undefined || (narrow?.every((name) => namesOf(wide).has(name)) ?? false);

const common = (left: string[] | undefined, right: string[] | undefined): boolean =>
  left === undefined || right === undefined || left.some((name) => namesOf(right).has(name));

/** Each list is compared with those of all other rules, and may have hundreds of names. */
const NAMES = new WeakMap<readonly string[], ReadonlySet<string>>();

function namesOf(list: readonly string[]): ReadonlySet<string> {
  const names = NAMES.get(list) ?? new Set(list);
  NAMES.set(list, names);
  return names;
}

/** For each condition, whether it follows from other conditions. */
const FOLLOWS: readonly ((wide: Conditions, narrow: Conditions, currency: string) => boolean)[] = [
  (wide, narrow) => includes(wide.skus, narrow.skus),
  (wide, narrow) =>
    includes(wide.tags, narrow.tags) || (narrow.all_tags?.some((tag) => wide.tags?.includes(tag)) ?? false),
  (wide, narrow) => wide.all_tags?.every((tag) => requires(narrow, tag)) ?? true,
  (wide, narrow) => includes(wide.categories, narrow.categories),
  (wide, narrow) => includes(wide.brands, narrow.brands),
  (wide, narrow, currency) => isWithin(priceBand(narrow, currency), priceBand(wide, currency)),
  (wide, narrow) => isWithin(stockBand(narrow), stockBand(wide)),
];

const requires = ({ tags, all_tags: all }: Conditions, tag: string): boolean =>
  all?.includes(tag) === true || (tags?.every((each) => each === tag) ?? false);

/** What is unknown is in no band with an end. */
const isWithin = (narrow: Band, wide: Band): boolean =>
  (wide.from === null || (narrow.from !== null && wide.from <= narrow.from)) &&
  (wide.to === null || (narrow.to !== null && narrow.to <= wide.to));
