import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { marginRatio } from "@/server/domain/margin";
import { compilePolicy, type Policy } from "@/server/domain/pricing/compile";
import { decide } from "@/server/domain/pricing/engine";
import { brokenGuards } from "@/server/domain/pricing/guards";
import type { EngineItem, EngineObservation } from "@/server/domain/pricing/inputs";
import type { Outcome } from "@/server/domain/pricing/outcome";
import { outcomeToJson } from "@/server/domain/pricing/outcome-json";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { DAY, item, NOW, seen } from "@/server/domain/pricing/testing";

const ENDINGS: Record<string, string[][]> = {
  EUR: [[], [".99"], [".99", ".49"], [".95", "9.90"], [".00", ".25", ".50", ".75"]],
  JPY: [[], ["0"], ["80", "00"], ["8", "0"]],
  KWD: [[], [".990"], [".500", ".990"], ["5.000"]],
};

const decimal = (min: number, max: number) =>
  fc.integer({ min: min * 1000, max: max * 1000 }).map((n) => (n / 1000).toFixed(3));
const ratio = decimal(0, 0.3);

const strategy = fc.oneof(
  fc.constant({ type: "hold" }),
  decimal(0, 0.6).map((margin) => ({ type: "cost_plus", margin })),
  decimal(0, 2).map((markup) => ({ type: "cost_plus", markup })),
  fc.record({
    type: fc.constant("position"),
    against: fc.constantFrom("min", "median", "max"),
    ratio: decimal(-0.2, 0.2),
  }),
);

const compiled = fc.constantFrom("EUR", "JPY", "KWD").chain((currency) =>
  fc
    .record({
      pricing: fc.record({
        includes_vat: fc.boolean(),
        vat_rate: ratio,
        fee_rate: decimal(0, 0.15),
        fee_base: fc.constantFrom("gross", "net"),
      }),
      strategy,
      margin_floor: fc.option(ratio),
      max_change: fc.option(decimal(0.01, 0.5)),
      endings: fc.constantFrom(...(ENDINGS[currency] ?? [])),
      min_observations: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ pricing, margin_floor, max_change, endings, min_observations, ...rest }) =>
      read({
        version: 1,
        currency,
        pricing,
        defaults: {
          strategy: rest.strategy,
          constraints: { margin_floor, max_change },
          rounding: { endings },
          gates: { min_observations },
        },
      }),
    ),
);

function read(document: unknown): Policy {
  const reading = readPolicyDocument(document);
  if (!reading.ok) throw new Error(JSON.stringify(reading.issues));
  return compilePolicy(reading.document);
}

const amount = fc.bigInt({ min: 1n, max: 50_000n });
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 2 });

const items: fc.Arbitrary<Partial<EngineItem>> = fc.record({
  price: fc.option(amount, { freq: 20 }),
  cost: fc.option(amount, { freq: 20 }),
  costUpdatedAtMs: fc
    .option(fc.integer({ min: 0, max: 100 }), { freq: 20 })
    .map((days) => (days === null ? null : NOW - days * DAY)),
  mapPrice: maybe(amount),
  minPrice: maybe(amount),
  maxPrice: maybe(amount),
});

/** Mostly near the item's own price, so that many of them pass the gates. */
const observations = (currency: string, price: bigint | null): fc.Arbitrary<EngineObservation[]> =>
  fc.array(
    fc
      .record({
        percent: fc.bigInt({ min: 40n, max: 350n }),
        seller: fc.constantFrom("a", "b", "c", "d", "e"),
        id: fc.uuid(),
        foreign: fc.constantFrom(false, false, false, true),
        inStock: fc.constantFrom(true, true, false, null),
        days: fc.integer({ min: 0, max: 20 }),
      })
      .map(({ percent, seller, id, foreign, inStock, days }) =>
        seen(((price ?? 2000n) * percent) / 100n, {
          seller,
          id,
          inStock,
          currency: foreign ? "USD" : currency,
          observedAtMs: NOW - days * DAY,
        }),
      ),
    { maxLength: 7 },
  );

type Case = { policy: Policy; subject: EngineItem; observed: EngineObservation[] };
const cases: fc.Arbitrary<Case> = fc.tuple(compiled, items).chain(([policy, over]) => {
  const subject = item({ ...over, currency: policy.currency });
  return observations(policy.currency, subject.price).map((observed) => ({ policy, subject, observed }));
});

const run = ({ policy, subject, observed }: Case): Outcome => decide(subject, observed, policy, NOW);

function newPrice(outcome: Outcome): bigint | null {
  return outcome.kind === "recommendation" ? outcome.recommendation.recommendedPrice : null;
}

const holds = (promise: (one: Case) => void, numRuns = 3000) =>
  fc.assert(fc.property(cases, promise), { numRuns });

describe("whatever item, market and policy", () => {
  it("a new price never has a margin below the floor, nor is below MAP or the item's lowest price", () => {
    holds((one) => {
      const price = newPrice(run(one));
      if (price === null) return;
      const { subject, policy } = one;
      const floor = policy.fallback.marginFloor;
      if (floor !== null && subject.cost !== null) {
        const margin = marginRatio(price, subject.cost, policy.terms);
        expect(margin.num * floor.ratio.den >= floor.ratio.num * margin.den).toBe(true);
      }
      expect(price >= (subject.mapPrice ?? 1n)).toBe(true);
      expect(price >= (subject.minPrice ?? 1n)).toBe(true);
    });
  });

  it("a new price is never above the item's highest price", () => {
    holds((one) => {
      const price = newPrice(run(one));
      if (price !== null && one.subject.maxPrice !== null) expect(price <= one.subject.maxPrice).toBe(true);
    });
  });

  it("a new price never moves further than the policy allows, and never stands still", () => {
    holds((one) => {
      const price = newPrice(run(one));
      const before = one.subject.price;
      if (price === null || before === null) return;
      expect(price).not.toBe(before);
      const change = one.policy.fallback.maxChange;
      if (change === null) return;
      const moved = price < before ? before - price : price - before;
      expect(moved * change.ratio.den <= before * change.ratio.num).toBe(true);
    });
  });

  it("a new price has an allowed ending", () => {
    holds((one) => {
      const price = newPrice(run(one));
      const endings = one.policy.fallback.bands[0]?.endings ?? [];
      if (price === null || endings.length === 0) return;
      expect(endings.some(({ step, rest }) => price % step === rest)).toBe(true);
    });
  });

  it("a new price needs a known, recent cost and a current price", () => {
    holds((one) => {
      if (newPrice(run(one)) === null) return;
      expect(one.subject.cost).not.toBeNull();
      expect(one.subject.price).not.toBeNull();
      expect(NOW - (one.subject.costUpdatedAtMs ?? 0)).toBeLessThanOrEqual(90 * DAY);
    });
  });

  it("a new price passes the guards that are checked again before it is written", () => {
    holds((one) => {
      const price = newPrice(run(one));
      if (price === null) return;
      const broken = brokenGuards(one.subject, price, one.policy, NOW);
      // Only a policy without a margin floor can ask for a price below cost; the guard then stops it.
      if (one.policy.fallback.marginFloor !== null) expect(broken).toEqual([]);
      else expect(broken.filter((guard) => guard !== "below_cost")).toEqual([]);
    });
  });

  it("once applied, a new price yields no further one, unless the limit on change stopped it short", () => {
    holds((one) => {
      const outcome = run(one);
      const price = newPrice(outcome);
      if (price === null || outcome.kind !== "recommendation") return;
      if (outcome.recommendation.bindingRule === "max_change") return;
      // What is too far from the own price moves with it: another market is another question.
      const after = run({ ...one, subject: { ...one.subject, price } });
      const sameMarket = after.evidence.market.used === outcome.evidence.market.used;
      if (sameMarket) expect(newPrice(after)).toBeNull();
    });
  });

  it("a higher cost never lowers the price", () => {
    fc.assert(
      fc.property(cases, fc.bigInt({ min: 1n, max: 500n }), (one, more) => {
        const { cost } = one.subject;
        if (cost === null) return;
        const cheap = newPrice(run(one));
        const dear = newPrice(run({ ...one, subject: { ...one.subject, cost: cost + more } }));
        if (cheap !== null && dear !== null) expect(dear >= cheap).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it("the order of the observations changes nothing, to the byte", () => {
    const shuffled = cases.chain((one) =>
      fc
        .shuffledSubarray(one.observed, { minLength: one.observed.length, maxLength: one.observed.length })
        .map((other) => ({ one, other })),
    );
    fc.assert(
      fc.property(shuffled, ({ one, other }) => {
        const text = JSON.stringify(outcomeToJson(run(one)));
        expect(JSON.stringify(outcomeToJson(run({ ...one, observed: other })))).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  it("prices of another currency change nothing about the price", () => {
    holds((one) => {
      const own = one.observed.filter((seenThere) => seenThere.currency === one.policy.currency);
      const outcome = run(one);
      expect(newPrice(outcome)).toBe(newPrice(run({ ...one, observed: own })));
      for (const used of outcome.evidence.observations) {
        if (used.used) expect(used.currency).toBe(one.policy.currency);
      }
    });
  });

  it("the target is met as nearly as the rules allow: no permitted price lies nearer", () => {
    holds((one) => {
      const outcome = run(one);
      const price = newPrice(outcome);
      const target = outcome.evidence.trail[0]?.amount ?? null;
      if (price === null || target === null) return;
      const endings = one.policy.fallback.bands[0]?.endings ?? [];
      const away = target > price ? target - price : price - target;
      for (let nearer = away > 200n ? away - 200n : 0n; nearer < away; nearer += 1n) {
        for (const candidate of [target - nearer, target + nearer]) {
          if (candidate < 1n) continue;
          if (endings.length > 0 && !endings.some(({ step, rest }) => candidate % step === rest)) continue;
          const broken = brokenGuards(one.subject, candidate, one.policy, NOW);
          expect(broken.filter((guard) => guard !== "below_cost")).not.toEqual([]);
        }
      }
    }, 500);
  });

  it("enough of the cases end in a new price for these promises to mean something", () => {
    const outcomes = fc.sample(cases, { numRuns: 2000, seed: 7 }).map(run);
    const rules = new Set(
      outcomes.flatMap((one) =>
        newPrice(one) !== null && one.kind === "recommendation" ? [one.recommendation.bindingRule] : [],
      ),
    );
    expect(outcomes.filter((one) => newPrice(one) !== null).length).toBeGreaterThan(200);
    expect([...rules].sort()).toEqual(
      ["cost_plus", "item_max", "item_min", "map", "margin_floor", "max_change", "position"].sort(),
    );
  });
});
