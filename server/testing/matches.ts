import type { EngineItem } from "@/server/domain/pricing/inputs";
import type { Conditions, Match } from "@/server/domain/pricing/policy-match";
import { fc } from "@/server/testing/seed";

const SKUS = ["S-1", "S-2", "S-30", "S-none"];
export const TAGS = ["sale", "new", "sale, new"];
export const CATEGORIES = ["Shoes", "Tents"];
export const BRANDS = ["Alma", "Berg"];

const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
const seldom = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const some = (names: readonly string[]) => seldom(fc.subarray([...names], { minLength: 1 }));

/** A band with one end, two ends in their order, or none. */
const band = <T extends string | number>(name: string, ...steps: readonly T[]) =>
  fc
    .tuple(seldom(fc.nat(steps.length - 2)), seldom(fc.integer({ min: 1, max: steps.length - 1 })))
    .map(([from, to]) => ({
      ...(from === undefined ? {} : { [`${name}_from`]: steps[from] }),
      ...(to === undefined || (from !== undefined && to <= from) ? {} : { [`${name}_to`]: steps[to] }),
    }));

const conditions: fc.Arbitrary<Conditions> = fc
  .tuple(
    fc.record({
      skus: some(SKUS),
      tags: some(TAGS),
      all_tags: some(TAGS),
      categories: some(CATEGORIES),
      brands: some(BRANDS),
    }),
    band("price", "10.00", "20.00", "30.00"),
    band("stock", 0, 5, 100),
  )
  .map(([lists, ...bands]) => Object.assign(defined(lists), ...bands));

/** Conditions of a scope or a limit, with and without items left out; some match every item, and some none. */
export const drawnMatch: fc.Arbitrary<Match> = fc
  .tuple(conditions, seldom(conditions.filter((each) => Object.keys(each).length > 0)))
  .map(([met, except]) => (except === undefined ? met : { ...met, except }));

/** What an item's scope depends on, at and beside the ends of the bands. */
export const drawnSubject: fc.Arbitrary<Partial<EngineItem>> = fc.record({
  sku: fc.constantFrom(...SKUS, "S-3"),
  tags: fc.subarray(TAGS),
  category: fc.constantFrom(...CATEGORIES, null),
  brand: fc.constantFrom(...BRANDS, null),
  stock: fc.constantFrom(null, -1, 0, 4, 5, 99, 100),
  price: fc.constantFrom(null, 1n, 999n, 1_000n, 1_999n, 2_000n, 2_999n, 3_000n, 9_000n),
});
