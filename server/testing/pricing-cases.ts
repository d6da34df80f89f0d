import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import type { StoredWindow } from "@/server/domain/items/shop-window";
import { compilePolicy, type Policy } from "@/server/domain/pricing/engine/compile";
import { type EngineItem, type EngineObservation, ITEM_BASES } from "@/server/domain/pricing/inputs";
import type { PolicyDocument } from "@/server/domain/pricing/policy";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { item, NOW, seen, shown } from "@/server/domain/pricing/testing";
import { fc } from "@/server/testing/seed";

/** A generated policy, item and market for property-based tests of the engine. */
export type Case = {
  readonly document: PolicyDocument;
  readonly policy: Policy;
  readonly subject: EngineItem;
  readonly observed: EngineObservation[];
};

const CURRENCIES = ["EUR", "JPY", "KWD"] as const;
type Currency = (typeof CURRENCIES)[number];
const ENDINGS: Record<Currency, string[][]> = {
  EUR: [[], [".99"], [".99", ".49"], [".95", "9.90"], [".00", ".25", ".50", ".75"]],
  JPY: [[], ["0"], ["80", "00"], ["8", "0"]],
  KWD: [[], [".990"], [".500", ".990"], ["5.000"]],
};
/** The middle of the generated prices, in major units, where price bands of scopes and endings meet. */
const MIDDLE: Record<Currency, string> = { EUR: "200", JPY: "20000", KWD: "20" };
const SELLERS = ["a", "b", "c", "d", "e"];
const PACKS = [null, null, null, null, "6 x 0.33 l", "330 ml", "6×330ml"];

const decimal = (min: number, max: number) =>
  fc.integer({ min: min * 1000, max: max * 1000 }).map((n) => (n / 1000).toFixed(3));
const often = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const rarely = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const reference = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom("min", "median", "mean", "mode", "max").map((against) => ({ against })),
  },
  { weight: 1, arbitrary: fc.constantFrom(1, 2, 3).map((rank) => ({ against: "rank", rank })) },
  { weight: 1, arbitrary: fc.constantFrom(...ITEM_BASES).map((against) => ({ against })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...SELLERS)
      .map((seller) => ({ against: "seller", seller: seller.toUpperCase() })),
  },
);
const simple = fc.oneof(
  fc.constant({ type: "hold" }),
  decimal(0, 0.6).map((margin) => ({ type: "cost_plus", margin })),
  decimal(0, 2).map((markup) => ({ type: "cost_plus", markup })),
  fc
    .tuple(decimal(0, 0.4), fc.constantFrom("margin", "markup"), fc.constantFrom("1", "3"))
    .map(([share, kind, amount]) => ({ type: "cost_plus", [kind]: share, amount })),
  fc.tuple(reference, decimal(-0.2, 0.2)).map(([to, ratio]) => ({ type: "position", ...to, ratio })),
  fc
    .tuple(reference, fc.constantFrom("-1", "0", "2"))
    .map(([to, amount]) => ({ type: "position", ...to, amount })),
  fc
    .tuple(reference, decimal(0.7, 1.3), decimal(0, 0.1))
    .map(([to, index, tolerance]) => ({ type: "index", ...to, index, tolerance })),
);
const lastKnown = fc
  .constantFrom("min", "median", "mean", "max")
  .map((against) => ({ type: "position", against, last_known_days: 30 }));
const bestOf = fc.record({
  type: fc.constant("best_of"),
  pick: fc.constantFrom("lowest", "highest"),
  of: fc.array(simple, { minLength: 2, maxLength: 3 }),
});
const strategy = fc.oneof({ weight: 6, arbitrary: simple }, { weight: 1, arbitrary: bestOf });
const constraints = fc.record({
  margin_floor: fc.option(decimal(0, 0.3)),
  max_change: fc.option(decimal(0.02, 0.5), { freq: 2 }),
  max_change_per_day: fc.option(decimal(0.02, 0.5), { freq: 2 }),
  market_distance: fc.option(
    fc
      .tuple(
        fc.constantFrom(
          { against: "min" },
          { against: "median" },
          { against: "max" },
          { against: "mean" },
          { against: "rank", rank: 2 },
        ),
        fc.record({ above: decimal(0, 0.4), below: fc.option(decimal(0, 0.4)) }),
      )
      .map(([to, how]) => ({ ...to, ...how })),
    { freq: 3 },
  ),
  msrp: fc.boolean(),
});
/** Constraints that most policies do not have. */
const extras = fc
  .record({
    max_decrease: rarely(decimal(0.02, 0.5)),
    max_increase: rarely(decimal(0.02, 0.5)),
    direction: fc.constantFrom(undefined, undefined, "up", "down"),
    min_change: rarely(decimal(0.001, 0.1).map((share) => ({ ratio: share, amount: "1" }))),
    min_hours_between: rarely(fc.constantFrom(1, 24)),
    min_profit: rarely(fc.constantFrom("1", "20")),
    markup_floor: rarely(decimal(0, 1)),
  })
  .map(defined);
const allConstraints = fc.tuple(constraints, extras).map(([usual, more]) => ({ ...usual, ...more }));
const someSellers = fc.subarray(SELLERS, { minLength: 1, maxLength: 4 });
const usualGates = fc.record({
  min_observations: fc.constantFrom(1, 1, 2, 3),
  outlier_ratio: fc.constantFrom(null, "3", "1.5"),
  outlier_ratio_others: fc.constantFrom(null, "3", "1.2"),
  pack_size: fc.constantFrom("any", "any", "not_different", "same"),
  in_stock_only: fc.boolean(),
});
/** Gates that most policies do not have. */
const extraGates = (currency: Currency) =>
  fc
    .record({
      sellers: rarely(
        fc.oneof(
          someSellers.map((only) => ({ only })),
          someSellers.map((except) => ({ except })),
          fc.constant(null),
        ),
      ),
      ignore_below: rarely(fc.constantFrom("cost", "floor", MIDDLE[currency], null)),
      delivered: rarely(fc.constantFrom({ own_shipping: "0" }, { own_shipping: "4" }, null)),
      tiers: rarely(
        fc.constantFrom(
          [{ sellers: ["a", "B"], weights: ["2", "0.5"] }, {}],
          [{ at_least: 2 }, { sellers: ["c", "d"] }],
          [{ sellers: ["a"] }, { sellers: ["b", "c"], at_least: 2 }],
          null,
        ),
      ),
    })
    .map(defined);
const gates = (currency: Currency) =>
  fc.tuple(usualGates, extraGates(currency)).map(([usual, more]) => ({ ...usual, ...more }));

const rounding = (currency: Currency) =>
  fc
    .tuple(
      fc.constantFrom(...ENDINGS[currency]),
      often(fc.constantFrom(...ENDINGS[currency])),
      rarely(fc.constantFrom("nearest", "up", "down")),
    )
    .map(([endings, dear, direction]) => ({
      ...defined({ direction }),
      endings,
      bands: dear === undefined ? [] : [{ price_from: MIDDLE[currency], endings: dear }],
    }));

const rules = (currency: Currency) =>
  fc
    .record({
      strategy,
      fallback: rarely(fc.array(fc.oneof({ weight: 3, arbitrary: strategy }, lastKnown), { maxLength: 3 })),
      when_sold_out: rarely(fc.constantFrom("hold", "item_max", "ignore")),
      constraints: allConstraints,
      rounding: rounding(currency),
      gates: gates(currency),
    })
    .map(defined);

const scopes = (currency: Currency) =>
  fc
    .tuple(often(rules(currency)), often(rules(currency)), often(rules(currency)))
    .map(([cheap, dear, camping]) => [
      ...(cheap ? [{ name: "Cheap", match: { price_to: MIDDLE[currency] }, ...cheap }] : []),
      ...(dear ? [{ name: "Dear", match: { price_from: MIDDLE[currency] }, ...dear }] : []),
      ...(camping ? [{ name: "Camping", match: { tags: ["camping"] }, priority: 1, ...camping }] : []),
    ]);

const documents = fc.constantFrom(...CURRENCIES).chain((currency) =>
  fc
    .record({
      version: fc.constant(1),
      currency: fc.constant(currency),
      pricing: fc
        .record({
          includes_vat: fc.boolean(),
          vat_rate: decimal(0, 0.3),
          fee_rate: decimal(0, 0.15),
          fee_base: fc.constantFrom("gross", "net"),
          payment_rate: rarely(decimal(0, 0.05)),
          fee_fixed: rarely(fc.constantFrom("0", "1")),
          shipping_cost: rarely(fc.constantFrom("2")),
        })
        .map(defined),
      defaults: rules(currency),
      scopes: scopes(currency),
    })
    .map(readDocument),
);

function readDocument(json: unknown): PolicyDocument {
  const reading = readPolicyDocument(json);
  if (!reading.ok) throw new Error(JSON.stringify(reading.issues));
  return reading.document;
}

const amount = fc.bigInt({ min: 1n, max: 50_000n });
/** Values near the price, so that a limit binds now from one side and now from the other. */
const around = (price: bigint | null, from: bigint, to: bigint) =>
  fc.bigInt({ min: from, max: to }).map((percent) => ((price ?? 20_000n) * percent) / 100n);

const limits = (price: bigint | null): fc.Arbitrary<Partial<EngineItem>> =>
  fc
    .record({
      cost: fc.option(around(price, 20n, 90n), { freq: 30 }),
      costUpdatedAtMs: fc
        .option(fc.integer({ min: 0, max: 93 }), { freq: 30 })
        .map((days) => (days === null ? null : NOW - days * DAY_MS)),
      mapPrice: often(around(price, 60n, 108n)),
      minPrice: often(around(price, 50n, 105n)),
      maxPrice: often(around(price, 95n, 160n)),
      msrp: often(around(price, 95n, 160n)),
      dayPrice: fc.option(around(price, 80n, 120n), { freq: 4 }),
      priceChangedAtMs: fc.constantFrom(null, NOW - HOUR_MS, NOW - 23 * HOUR_MS, NOW - DAY_MS),
      packSize: fc.constantFrom(...PACKS),
      stock: fc.constantFrom(12, 12, 0, -1, null),
      tags: fc.constantFrom(["camping"], []),
      shopWindow: often(shopWindow(price)),
    })
    .map(defined);

/**
 * What shoppers see: mostly the regular price alone, else a past, running or planned sale, or a struck-through price.
 */
const shopWindow = (price: bigint | null): fc.Arbitrary<StoredWindow> =>
  fc
    .record({
      shopperPrice: fc.option(around(price, 70n, 100n), { freq: 2 }),
      compareAt: fc.option(around(price, 95n, 130n), { freq: 2 }),
      sale: fc.option(
        fc.record({
          price: around(price, 60n, 99n),
          from: fc.option(fc.constantFrom(-2, 1).map((days) => new Date(NOW + days * DAY_MS))),
          until: fc.option(fc.constantFrom(-1, 0, 2).map((days) => new Date(NOW + days * DAY_MS))),
        }),
        { freq: 2 },
      ),
    })
    .map(shown);

/** Prices mostly near the item's own, so that many of them pass the gates. */
const observations = (currency: string, price: bigint | null): fc.Arbitrary<EngineObservation[]> =>
  fc.array(
    fc
      .record({
        price: fc.oneof(around(price, 85n, 120n), around(price, 40n, 350n)),
        seller: fc.constantFrom(...SELLERS),
        id: fc.uuid(),
        foreign: fc.constantFrom(false, false, false, true),
        inStock: fc.constantFrom(true, true, false, null),
        packSize: fc.constantFrom(...PACKS),
        shipping: fc.constantFrom(null, 0n, 0n, 490n),
        days: fc.constantFrom(0, 1, 5, 13, 14, 20),
      })
      .map(({ foreign, days, price: seenFor, ...rest }) =>
        seen(seenFor, {
          ...rest,
          currency: foreign ? "USD" : currency,
          observedAtMs: NOW - days * DAY_MS,
        }),
      ),
    { maxLength: 7 },
  );

/** Any policy a workspace could activate, with an item and a market its rules apply to. */
export const cases: fc.Arbitrary<Case> = fc
  .tuple(documents, fc.option(amount, { freq: 40 }))
  .chain(([document, price]) =>
    fc.tuple(limits(price), observations(document.currency, price)).map(([over, observed]) => ({
      document,
      policy: compilePolicy(document),
      subject: item({ ...over, price, currency: document.currency }),
      observed,
    })),
  );
