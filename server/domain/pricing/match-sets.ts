import { parseAmount } from "@/server/domain/money";
import type { Conditions, Match } from "@/server/domain/pricing/policy-match";

type Band = { readonly from: bigint; readonly to: bigint | null };

const bandOf = ({ price_from, price_to }: Conditions, currency: string): Band => ({
  from: price_from === undefined ? 0n : parseAmount(price_from, currency),
  to: price_to === undefined ? null : parseAmount(price_to, currency),
});

/**
 * Whether no price is in the band; prices begin at one minor unit. The policy check refuses a band whose end is not
 * above its start.
 */
export const isEmpty = (match: Conditions, currency: string): boolean => {
  const { to } = bandOf(match, currency);
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
  const common = (left: string[] | undefined, right: string[] | undefined) =>
    left === undefined || right === undefined || left.some((name) => right.includes(name));
  return (
    common(a.skus, b.skus) &&
    common(a.categories, b.categories) &&
    common(a.brands, b.brands) &&
    meet(bandOf(a, currency), bandOf(b, currency)) &&
    ![a, b].some((match) => leavesOut(match, [a, b], currency))
  );
}

const meet = (left: Band, right: Band): boolean =>
  (left.to === null || right.from < left.to) && (right.to === null || left.from < right.to);

/** Whether an item that meets all of `met` meets the wide conditions, each because it meets one of `met`. */
const follows = (wide: Conditions, met: readonly Conditions[], currency: string): boolean =>
  FOLLOWS.every((doesFollow) => met.some((narrow) => doesFollow(wide, narrow, currency)));

const includes = (wide: string[] | undefined, narrow: string[] | undefined): boolean =>
  wide === undefined || (narrow?.every((name) => wide.includes(name)) ?? false);

/** For each condition, whether it follows from other conditions. */
const FOLLOWS: readonly ((wide: Conditions, narrow: Conditions, currency: string) => boolean)[] = [
  (wide, narrow) => includes(wide.skus, narrow.skus),
  (wide, narrow) =>
    includes(wide.tags, narrow.tags) || (narrow.all_tags?.some((tag) => wide.tags?.includes(tag)) ?? false),
  (wide, narrow) => wide.all_tags?.every((tag) => requires(narrow, tag)) ?? true,
  (wide, narrow) => includes(wide.categories, narrow.categories),
  (wide, narrow) => includes(wide.brands, narrow.brands),
  (wide, narrow, currency) =>
    !hasPriceBand(wide) ||
    (hasPriceBand(narrow) && isWithin(bandOf(narrow, currency), bandOf(wide, currency))),
];

const requires = ({ tags, all_tags: all }: Conditions, tag: string): boolean =>
  all?.includes(tag) === true || (tags?.every((each) => each === tag) ?? false);

const hasPriceBand = ({ price_from, price_to }: Conditions): boolean =>
  price_from !== undefined || price_to !== undefined;

const isWithin = (narrow: Band, wide: Band): boolean =>
  wide.from <= narrow.from && (wide.to === null || (narrow.to !== null && narrow.to <= wide.to));
