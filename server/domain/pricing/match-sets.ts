import { parseAmount } from "@/server/domain/money";
import type { PolicyScope } from "@/server/domain/pricing/policy";

type Match = PolicyScope["match"];

type Band = { readonly from: bigint; readonly to: bigint | null };

const bandOf = ({ price_from, price_to }: Match, currency: string): Band => ({
  from: price_from === undefined ? 0n : parseAmount(price_from, currency),
  to: price_to === undefined ? null : parseAmount(price_to, currency),
});

/**
 * Whether no item can match; prices begin at one minor unit. The policy check refuses a band whose end is not above its
 * start.
 */
export const isEmpty = (match: Match, currency: string): boolean => {
  const { to } = bandOf(match, currency);
  return to !== null && to <= 1n;
};

const hasPriceBand = ({ price_from, price_to }: Match): boolean =>
  price_from !== undefined || price_to !== undefined;

/** Whether every item that matches `inner` matches `outer`. */
export function covers(outer: Match, inner: Match, currency: string): boolean {
  const includes = (wide: string[] | undefined, narrow: string[] | undefined) =>
    wide === undefined || (narrow?.every((name) => wide.includes(name)) ?? false);
  if (!includes(outer.tags, inner.tags)) return false;
  if (!includes(outer.categories, inner.categories) || !includes(outer.brands, inner.brands)) return false;
  if (!hasPriceBand(outer)) return true;
  const [wide, narrow] = [bandOf(outer, currency), bandOf(inner, currency)];
  const below = wide.to === null || (narrow.to !== null && narrow.to <= wide.to);
  return hasPriceBand(inner) && wide.from <= narrow.from && below;
}

/** Whether one item can match both: an item has one category, one brand and one price, but any number of tags. */
export function mayOverlap(a: Match, b: Match, currency: string): boolean {
  const common = (left: string[] | undefined, right: string[] | undefined) =>
    left === undefined || right === undefined || left.some((name) => right.includes(name));
  if (!common(a.categories, b.categories) || !common(a.brands, b.brands)) return false;
  const [left, right] = [bandOf(a, currency), bandOf(b, currency)];
  return (left.to === null || right.from < left.to) && (right.to === null || left.from < right.to);
}
