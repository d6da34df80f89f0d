import { describe, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { comparePacks } from "@/server/domain/items/pack-size";
import { brokenWindowGuards } from "@/server/domain/items/shop-window";
import { parseAmount } from "@/server/domain/money";
import { compilePolicy } from "@/server/domain/pricing/engine/compile";
import { decide } from "@/server/domain/pricing/engine/engine";
import { brokenGuards } from "@/server/domain/pricing/engine/guards";
import { marketOf } from "@/server/domain/pricing/engine/market";
import { scopeFor } from "@/server/domain/pricing/engine/scope";
import { type Outcome, PRICING_RULES, type PricingRule } from "@/server/domain/pricing/outcome";
import { outcomeToJson } from "@/server/domain/pricing/outcome-json";
import type { FullRules } from "@/server/domain/pricing/policy";
import { resolvePolicy, resolveRules } from "@/server/domain/pricing/resolve";
import { NOW } from "@/server/domain/pricing/testing";
import { type Case, cases } from "@/server/testing/pricing-cases";
import { fc } from "@/server/testing/seed";

const RUNS = 1000;
const NEVER_BINDING: ReadonlySet<PricingRule> = new Set([
  "ending",
  "hold",
  "min_change",
  "min_hours_between",
  "sale_price",
  "compare_at",
]);
/** The limits that spread a move over several runs. */
const ON_CHANGE: ReadonlySet<PricingRule> = new Set([
  "max_change",
  "max_change_per_day",
  "max_decrease",
  "max_increase",
]);
const run = ({ policy, subject, observed }: Case): Outcome => decide(subject, observed, policy, NOW);

const changeOf = (outcome: Outcome) =>
  outcome.kind === "recommendation" && outcome.recommendation.kind === "price_change"
    ? outcome.recommendation
    : null;
const newPrice = (outcome: Outcome): bigint | null => changeOf(outcome)?.recommendedPrice ?? null;
const priced = (one: Case, price: bigint): Case => ({ ...one, subject: { ...one.subject, price } });

/** The rules that apply to the item, resolved from the document independently of the compiled policy. */
function rulesOf({ document, policy, subject }: Case): FullRules {
  const full = resolvePolicy(document);
  const { name } = scopeFor(policy, subject);
  const scope = full.scopes.find((each) => each.name === name);
  return scope ? resolveRules(scope, full.defaults) : full.defaults;
}

/** What the rules say about the item because it has no stock; null where nothing else follows from that. */
function soldOutRule(one: Case): "hold" | "item_max" | null {
  const { when_sold_out: rule = "ignore" } = rulesOf(one);
  const { stock } = one.subject;
  return rule === "ignore" || stock === null || stock > 0 ? null : rule;
}

/** The guards that approval and sending would find broken at once. */
const guardsBroken = ({ subject, observed, policy }: Case, price: bigint) => [
  ...brokenGuards({ item: subject, observations: observed }, price, policy, NOW),
  ...brokenWindowGuards(subject.shopWindow, subject.price, price, NOW),
];

/** The average of the used prices, weighted in tenths, rounded half to even. */
function meanOf({ gates: { tiers } }: FullRules, used: Outcome["evidence"]["observations"]): bigint | null {
  const weightOf = (seller: string): bigint => {
    const tier = tiers?.find(({ sellers }) => sellers?.some((name) => name.toLowerCase() === seller));
    const at = tier?.sellers?.findIndex((name) => name.toLowerCase() === seller) ?? 0;
    return BigInt(Math.round(Number(tier?.weights?.[at] ?? "1") * 10));
  };
  const sum = used.reduce((total, { price, seller }) => total + price * weightOf(seller), 0n);
  const weight = used.reduce((total, { seller }) => total + weightOf(seller), 0n);
  if (weight === 0n) return null;
  const [down, rest] = [sum / weight, sum % weight];
  return rest * 2n > weight || (rest * 2n === weight && down % 2n === 1n) ? down + 1n : down;
}

/** The prices of the item's market, or of one in which prices count for so many days. */
function usedIn({ document, policy, subject, observed }: Case, days?: number) {
  const { gates, ...rest } = document.defaults ?? {};
  const longer = { ...document, defaults: { ...rest, gates: { ...gates, max_observation_age_days: days } } };
  const rules = days === undefined ? policy : compilePolicy(longer);
  return marketOf(subject, observed, rules, NOW).observations.filter(({ used }) => used);
}

const thousandths = (text: string | undefined): bigint => BigInt(Math.round(Number(text ?? "0") * 1000));
/** Whether |price − base| ≤ base × share, for a share with three decimals. */
const within = (price: bigint, base: bigint, share: string): boolean =>
  (price < base ? base - price : price - base) * 1000n <= base * thousandths(share);

/** (net − cost − fees) / net ≥ floor, computed from the document's own terms without the engine's arithmetic. */
function keepsMargin({ document, subject }: Case, price: bigint, floor: string): boolean {
  const { includes_vat, vat_rate, fee_rate, fee_base, payment_rate, ...each } =
    resolvePolicy(document).pricing;
  const [vat, fee] = [1000n + thousandths(vat_rate), thousandths(fee_rate)];
  // In units of 1/(1000 × vat) of a minor unit.
  const net = includes_vat ? price * 1000n * 1000n : price * 1000n * vat;
  const gross = includes_vat ? price * 1000n * vat : price * vat * vat;
  const fees = ((fee_base === "gross" ? gross : net) * fee + gross * thousandths(payment_rate)) / 1000n;
  const fixed = [each.fee_fixed, each.shipping_cost].map((text) =>
    parseAmount(text ?? "0", document.currency, true),
  );
  const cost = fixed.reduce((sum, amount) => sum + amount, subject.cost ?? 0n) * 1000n * vat;
  return (net - cost - fees) * 1000n >= net * thousandths(floor);
}

const holds = (promise: (one: Case) => void, numRuns = RUNS) =>
  fc.assert(fc.property(cases, promise), { numRuns });

/** Checks only cases with a new price; the others are drawn again. */
const whenPriced = (promise: (price: bigint, one: Case, outcome: Outcome) => void, numRuns = RUNS / 2) =>
  holds((one) => {
    const outcome = run(one);
    const price = newPrice(outcome);
    fc.pre(price !== null);
    if (price !== null) promise(price, one, outcome);
  }, numRuns);

/** Thousands of cases take long on a busy machine. */
const TEST_OPTIONS = { timeout: 120_000 };

describe("whatever item, market and policy", TEST_OPTIONS, () => {
  it("a new price never has a margin below the floor, nor is below MAP or the item's lowest price", () => {
    whenPriced((price, one) => {
      const { margin_floor: floor } = rulesOf(one).constraints;
      if (floor !== null) expect(keepsMargin(one, price, floor)).toBe(true);
      expect(price >= (one.subject.mapPrice ?? 1n)).toBe(true);
      expect(price >= (one.subject.minPrice ?? 1n)).toBe(true);
    });
  });

  it("a new price is never above the item's highest price, nor above its suggested retail price", () => {
    whenPriced((price, one) => {
      const { maxPrice, msrp } = one.subject;
      if (maxPrice !== null && maxPrice > 0n) expect(price <= maxPrice).toBe(true);
      if (rulesOf(one).constraints.msrp && msrp !== null && msrp > 0n) expect(price <= msrp).toBe(true);
    });
  });

  it("a new price never moves further than a run allows, and never stands still", () => {
    whenPriced((price, one) => {
      const before = one.subject.price ?? 0n;
      expect(price).not.toBe(before);
      const { max_change: limit } = rulesOf(one).constraints;
      if (limit !== null) expect(within(price, before, limit)).toBe(true);
      const { max_decrease: fall, max_increase: rise, direction, min_change } = rulesOf(one).constraints;
      if (fall && price < before) expect(within(price, before, fall)).toBe(true);
      if (rise && price > before) expect(within(price, before, rise)).toBe(true);
      if (direction) expect(price > before).toBe(direction === "up");
      const least = min_change?.ratio;
      const isCorrection = guardsBroken(one, before).length > 0;
      if (least && !isCorrection && thousandths(least) > 0n) {
        const change = price < before ? before - price : price - before;
        expect(change * 1000n >= before * thousandths(least)).toBe(true);
      }
    });
  });

  it("a new price never lies further from the day's first one than a day allows, unless it was there already", () => {
    whenPriced((price, one) => {
      const before = one.subject.price ?? 0n;
      const { max_change_per_day: limit } = rulesOf(one).constraints;
      const day = one.subject.dayPrice ?? before;
      if (limit === null || day === 0n) return;
      const back = day > before ? price > before && price <= day : price < before && price >= day;
      expect(back || within(price, day, limit)).toBe(true);
    });
  });

  it("a new price keeps its distance to the market as its evidence shows it", () => {
    whenPriced((price, one, { evidence: { market, observations } }) => {
      const { market_distance: distance } = rulesOf(one).constraints;
      if (distance === null) return;
      const used = observations.filter((seenThere) => seenThere.used);
      const { lowest: min, median, highest: max } = market;
      const ranked = used[(distance.rank ?? 1) - 1]?.price ?? null;
      const base = { min, median, max, rank: ranked, mean: meanOf(rulesOf(one), used) }[distance.against];
      if (base === null) throw new Error("a price was found without a market to keep a distance to");
      const limit = price > base ? distance.above : distance.below;
      if (typeof limit === "string") expect(within(price, base, limit)).toBe(true);
    });
  });

  it("a new price has an ending that its price band allows", () => {
    whenPriced((price, one) => {
      const band = scopeFor(one.policy, one.subject).bands.find(
        ({ from, to }) => price >= from && price <= to,
      );
      const endings = band?.endings ?? [];
      if (endings.length > 0) expect(endings.some(({ step, rest }) => price % step === rest)).toBe(true);
    });
  });

  it("a new price needs a known, recent cost and a current price", () => {
    whenPriced((_price, { subject }) => {
      expect(subject.cost).not.toBeNull();
      expect(subject.price).not.toBeNull();
      expect(NOW - (subject.costUpdatedAtMs ?? 0)).toBeLessThanOrEqual(90 * DAY_MS);
    });
  });

  it("a new price passes the guards that are checked again before it is written", () => {
    whenPriced((price, one) => {
      expect(guardsBroken(one, price)).toEqual([]);
    });
  });

  it("a new price, once applied, yields no further one, unless a limit on change stopped it short", () => {
    whenPriced((price, one, outcome) => {
      const rule = changeOf(outcome)?.bindingRule;
      if (rule !== null && rule !== undefined && ON_CHANGE.has(rule)) return;
      expect(newPrice(run(priced(one, price)))).toBeNull();
    });
  });

  it("a price that a day's limit stopped short, once applied, yields no further one on that day", () => {
    whenPriced((price, one, outcome) => {
      if (changeOf(outcome)?.bindingRule !== "max_change_per_day" || one.subject.dayPrice === null) return;
      const after = priced(one, price);
      const sameScope = scopeFor(one.policy, one.subject) === scopeFor(one.policy, after.subject);
      const again = run(after);
      const sameMarket = again.evidence.market.used === outcome.evidence.market.used;
      if (sameScope && sameMarket) expect(newPrice(again)).toBeNull();
    });
  });

  it("a move in several steps never turns back", () => {
    whenPriced((price, one) => {
      const next = newPrice(run(priced(one, price)));
      if (next !== null) expect(next > price).toBe(price > (one.subject.price ?? 0n));
    });
  });

  it("a higher cost never lowers the price", () => {
    fc.assert(
      fc.property(cases, fc.bigInt({ min: 1n, max: 500n }), (one, more) => {
        const { cost } = one.subject;
        const { ignore_below: below } = rulesOf(one).gates;
        // Where prices below the cost do not count, a higher cost is judged by another market.
        if (cost === null || below === "cost" || below === "floor") return;
        const cheap = newPrice(run(one));
        const dear = newPrice(run({ ...one, subject: { ...one.subject, cost: cost + more } }));
        if (cheap !== null && dear !== null) expect(dear >= cheap).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it("a sold-out item moves only as the policy says for it", () => {
    whenPriced((_price, one, { evidence: { steps } }) => {
      const rule = soldOutRule(one);
      const { price, maxPrice } = one.subject;
      if (rule !== null) expect(steps.map(({ effect }) => effect)).not.toContain("tried");
      if (rule === "hold") expect(steps[0]?.amount).toBe(price);
      if (rule === "item_max") expect(steps[0]?.amount).toBe(maxPrice);
    }, RUNS);
  });

  it("a new price is that of the first strategy that has one, and never measured from an unknown figure", () => {
    whenPriced((_price, one, { evidence }) => {
      if (soldOutRule(one) !== null) return;
      const { strategy, fallback = [], gates } = rulesOf(one);
      const hasPrice = (tried: FullRules["strategy"]): boolean => {
        if (tried.type === "best_of") return tried.of.every(hasPrice);
        if (!("against" in tried)) return true;
        // A new price needs a known cost, which may be 0.
        if (tried.against === "cost") return true;
        const { msrp, mapPrice: map, maxPrice: item_max, shopWindow } = one.subject;
        const bases: Partial<Record<string, bigint | null>> = {
          msrp,
          map,
          item_max,
          compare_at: shopWindow.compareAt,
        };
        if (tried.against in bases) return (bases[tried.against] ?? 0n) > 0n;
        const used = usedIn(one, tried.last_known_days);
        if (used.length < gates.min_observations) return false;
        if (tried.against === "rank") return used.length >= (tried.rank ?? 1);
        if (tried.against === "mode") return new Set(used.map(({ price }) => price)).size < used.length;
        return (
          tried.against !== "seller" ||
          used.some(({ seller }) => seller.toUpperCase() === tried.seller?.toUpperCase())
        );
      };
      const first = [strategy, ...fallback].findIndex(hasPrice);
      const tried = evidence.steps.filter(
        ({ effect, label }) => effect === "tried" && !/^Tier \d/.test(label),
      );
      expect(tried.filter(({ amount }) => amount === null)).toHaveLength(first);
      const followed = [strategy, ...fallback][first];
      const target = evidence.steps.find(({ effect }) => effect === "target")?.amount ?? 0n;
      const others = tried.flatMap(({ amount }) => amount ?? []);
      expect(others).toHaveLength(followed?.type === "best_of" ? followed.of.length - 1 : 0);
      for (const other of others)
        expect(
          followed?.type === "best_of" && followed.pick === "lowest" ? other >= target : other <= target,
        ).toBe(true);
    }, RUNS);
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
      { numRuns: RUNS },
    );
  });

  it("the order of the items changes nothing, to the byte", () => {
    fc.assert(
      fc.property(fc.array(cases, { minLength: 2, maxLength: 5 }), ([first, ...rest]) => {
        if (first === undefined) return;
        const batch = [first, ...rest].map((each) => ({ ...each, policy: first.policy }));
        const texts = (list: readonly Case[]) => list.map((each) => JSON.stringify(outcomeToJson(run(each))));
        expect(texts(batch.toReversed()).toReversed()).toEqual(texts(batch));
      }),
      { numRuns: RUNS / 5 },
    );
  });

  it("prices of another currency change nothing about the price, and are never used", () => {
    holds((one) => {
      const own = one.observed.filter((seenThere) => seenThere.currency === one.policy.currency);
      const outcome = run(one);
      expect(newPrice(outcome)).toBe(newPrice(run({ ...one, observed: own })));
      for (const used of outcome.evidence.observations) {
        if (used.used) expect(used.currency).toBe(one.policy.currency);
      }
    });
  });

  it("every observation is shown once, and what is refused says why", () => {
    holds((one) => {
      const { observations } = run(one).evidence;
      expect(observations.map(({ id }) => id).sort()).toEqual(one.observed.map(({ id }) => id).sort());
      for (const { used, refusal, note } of observations) {
        expect(used).toBe(refusal === null);
        expect(note).toMatch(/^[A-Z0-9].*\.$/);
      }
    });
  });

  it("a price that its seller, the cost or an amount keeps from counting is never used", () => {
    holds((one) => {
      const { sellers, ignore_below: below, tiers, min_observations: least } = rulesOf(one).gates;
      const { cost, currency } = one.subject;
      const counted = run(one).evidence.observations.filter(({ used }) => used);
      if (tiers && counted.length > 0) {
        const named = new Set(tiers.flatMap((tier) => tier.sellers ?? []).map((name) => name.toLowerCase()));
        const isOf = (names: readonly string[] | undefined, seller: string) =>
          names?.some((name) => name.toLowerCase() === seller) ?? !named.has(seller);
        const tier = tiers.find(({ sellers: names }) => counted.every(({ seller }) => isOf(names, seller)));
        expect(counted.length).toBeGreaterThanOrEqual(
          Math.max(tier === undefined ? 99 : (tier.at_least ?? 1), least),
        );
      }
      for (const { used, seller, price } of run(one).evidence.observations) {
        if (!used) continue;
        if (sellers?.only) expect(sellers.only).toContain(seller);
        if (sellers?.except) expect(sellers.except).not.toContain(seller);
        if (below === "cost" && cost !== null) expect(keepsMargin(one, price, "0")).toBe(true);
        const { margin_floor: floor } = rulesOf(one).constraints;
        if (below === "floor" && cost !== null && floor !== null)
          expect(keepsMargin(one, price, floor)).toBe(true);
        if (below && below !== "cost" && below !== "floor")
          expect(price >= parseAmount(below, currency)).toBe(true);
      }
    });
  });

  it("a pack known to be another is never used where the policy looks at packs", () => {
    holds((one) => {
      const gate = rulesOf(one).gates.pack_size;
      if (gate === "any") return;
      for (const { used, packSize } of run(one).evidence.observations) {
        const match = comparePacks(one.subject.packSize, packSize);
        if (match === "different" || (gate === "same" && match !== "same")) expect(used).toBe(false);
      }
    });
  });

  it("the target is met as nearly as the rules allow: no permitted price lies nearer", () => {
    whenPriced((price, one, outcome) => {
      const target = outcome.evidence.steps.find(({ effect }) => effect === "target")?.amount ?? price;
      const { bands, roundingDirection: direction } = scopeFor(one.policy, one.subject);
      // A price on the side that the policy rounds to stands although one on the other side may be nearer, and one on
      // the other side is found only where that side has none.
      const isSaid = (candidate: bigint): boolean => candidate > target === (direction === "up");
      const mattersTo = (candidate: bigint): boolean =>
        direction === null || direction === "nearest" || isSaid(candidate) || !isSaid(price);
      const permitted = (candidate: bigint): boolean => {
        const endings = bands.find(({ from, to }) => candidate >= from && candidate <= to)?.endings ?? [];
        if (endings.length > 0 && !endings.some(({ step, rest }) => candidate % step === rest)) return false;
        return guardsBroken(one, candidate).length === 0;
      };
      const away = target > price ? target - price : price - target;
      for (let nearer = away > 200n ? away - 200n : 0n; nearer < away; nearer += 1n)
        for (const candidate of [target - nearer, target + nearer])
          if (candidate >= 1n && mattersTo(candidate)) expect(permitted(candidate)).toBe(false);
      if (direction === "nearest" || direction === null || price === target || isSaid(price)) return;
      for (let further = 1n; further <= away + 200n; further += 1n)
        expect(permitted(direction === "up" ? target + further : target - further)).toBe(false);
    }, 200);
  });

  it("enough of the cases end in a new price, by every rule, for these promises to mean something", () => {
    const outcomes = fc.sample(cases, { numRuns: 20_000, seed: 7 }).map(run);
    const changes = outcomes.flatMap((one) => changeOf(one) ?? []);
    expect(changes.length).toBeGreaterThan(600);
    const rules = new Set(changes.map(({ bindingRule }) => bindingRule));
    // A strategy that holds the price changes it only because of a limit, and endings have no limit of their own. The
    // shop window refuses a price and moves none.
    expect([...rules].sort()).toEqual(PRICING_RULES.filter((rule) => !NEVER_BINDING.has(rule)).sort());
    const withTried = outcomes.filter(
      (one) => changeOf(one) !== null && one.evidence.steps.some(({ effect }) => effect === "tried"),
    );
    expect(withTried.length).toBeGreaterThan(20);
    const picked = withTried.filter((one) =>
      one.evidence.steps.some(({ effect, amount }) => effect === "tried" && amount !== null),
    );
    expect(picked.length).toBeGreaterThan(20);
    const reasons = new Set(outcomes.map(({ skipReason }) => skipReason));
    for (const reason of [
      "no_stable_price",
      "no_seller_price",
      "no_base_price",
      "sold_out",
      "no_permitted_ending",
      "sale_price",
      "compare_at",
    ])
      expect(reasons).toContain(reason);
  });
});
