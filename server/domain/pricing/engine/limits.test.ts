import { describe, expect, it } from "vitest";
import { compilePolicy } from "@/server/domain/pricing/engine/compile";
import { decide } from "@/server/domain/pricing/engine/engine";
import { brokenGuards } from "@/server/domain/pricing/engine/guards";
import type { EngineItem, EngineObservation } from "@/server/domain/pricing/inputs";
import { outcomeToJson } from "@/server/domain/pricing/outcome-json";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { diffPolicies } from "@/server/domain/pricing/policy-diff";
import { item, NOW, policy, seen } from "@/server/domain/pricing/testing";
import { cases } from "@/server/testing/pricing-cases";
import { fc } from "@/server/testing/seed";

type Json = Readonly<Record<string, unknown>>;

const SCOPE = {
  name: "Bestsellers",
  match: { tags: ["bestseller"] },
  priority: 1,
  strategy: { type: "position", against: "min", ratio: "-0.01" },
};
const FLOOR = {
  name: "Boots never below 35 %",
  match: { categories: ["Boots"] },
  constraints: { margin_floor: "0.35" },
};
const DEFAULTS = {
  strategy: { type: "hold" },
  constraints: { margin_floor: "0", max_change: null },
  gates: { min_observations: 1 },
  rounding: { endings: [] },
};
const shop = (fields: Json) => policy({ defaults: DEFAULTS, scopes: [SCOPE], ...fields });

const boot = (over: Partial<EngineItem> = {}): EngineItem =>
  item({ sku: "BOT-7", price: 17399n, cost: 11483n, category: "Boots", tags: ["bestseller"], ...over });
const RIVAL = [seen(15920n)];

/** The price that is found for an item, the rule that bound it with its label, and the reason. */
function found(fields: Json, subject = boot(), observed: readonly EngineObservation[] = RIVAL) {
  const outcome = decide(subject, observed, shop(fields), NOW);
  const price = outcome.kind === "recommendation" ? outcome.recommendation.recommendedPrice : null;
  const bound = outcome.evidence.steps.filter((step) => step.bound).map(({ label }) => label);
  const reason = outcome.kind === "recommendation" ? outcome.recommendation.reason : outcome.message;
  return { price, bound, reason, scope: outcome.evidence.scope };
}

describe("limits", () => {
  it("hold beside the scope that decides, and the trail names the one that bound", () => {
    expect(found({})).toMatchObject({ price: 15761n, scope: "Bestsellers" });
    expect(found({ limits: [FLOOR] })).toEqual({
      price: 17667n,
      bound: ["Margin floor 35 % (Boots never below 35 %)"],
      reason:
        "Raise from 173.99 to 176.67 EUR to bring the margin back over the 35 % floor (Boots never below 35 %), 11 % above the market median.",
      scope: "Bestsellers",
    });
    expect(found({ limits: [FLOOR] }, boot({ category: "Mugs" })).price).toBe(15761n);
  });

  it("all hold at once, of each kind the tightest, whatever their order", () => {
    const looser = { name: "Everything", match: {}, constraints: { margin_floor: "0.10" } };
    const step = { name: "Small steps", match: {}, constraints: { max_change: "0.01" } };
    for (const limits of [
      [looser, FLOOR],
      [FLOOR, looser],
    ])
      expect(found({ limits }).price).toBe(17667n);
    expect(found({ limits: [FLOOR, step] })).toMatchObject({
      price: null,
      reason:
        "No price is permitted: Margin floor 35 % (Boots never below 35 %) asks for at least 176.67, At most +1 % a run (Small steps) allows 175.72 at most.",
    });
    expect(found({ limits: [looser, step] })).toMatchObject({
      price: 17226n,
      bound: ["At most −1 % a run (Small steps)"],
    });
  });

  it("loosen neither the scope nor one another", () => {
    const loose = {
      name: "Loose",
      match: {},
      constraints: { margin_floor: null, max_change: null, map: false, item_limits: false, msrp: false },
    };
    const strict = { scopes: [{ ...SCOPE, constraints: { margin_floor: "0.35" } }] };
    expect(found({ ...strict, limits: [loose] })).toMatchObject({
      price: 17667n,
      bound: ["Margin floor 35 %"],
    });
    expect(found({ limits: [loose] }, boot({ mapPrice: 17000n })).price).toBe(17000n);
  });

  it("bring back what a scope switched off", () => {
    const scopes = [{ ...SCOPE, constraints: { map: false, market_distance: null } }];
    const limits = [
      { name: "Agreed", match: {}, constraints: { map: true } },
      { name: "Near", match: {}, constraints: { market_distance: { against: "min", below: "0.005" } } },
    ];
    expect(found({ scopes, limits: limits.slice(0, 1) }, boot({ mapPrice: 16000n }))).toMatchObject({
      price: 16000n,
      bound: ["Minimum advertised price (Agreed)"],
    });
    expect(found({ scopes, limits })).toMatchObject({
      price: 15841n,
      bound: ["At most 0.5 % below the lowest market price (Near)"],
      reason:
        "Lower from 173.99 to 158.41 EUR to stay at most 0.5 % below the lowest market price (Near), 0.5 % below the market median.",
    });
  });

  it("are guards of an approval and of the margin alert as well", () => {
    const subject = { item: boot(), observations: RIVAL };
    expect(brokenGuards(subject, 15761n, shop({}), NOW)).toEqual([]);
    expect(brokenGuards(subject, 15761n, shop({ limits: [FLOOR] }), NOW)).toEqual(["margin_floor"]);
    const { signals } = decide(boot(), RIVAL, shop({ limits: [FLOOR] }), NOW);
    expect(signals.find(({ kind }) => kind === "margin_below_floor")?.message).toBe(
      "The margin of 34 % is below the 35 % floor (Boots never below 35 %).",
    );
  });

  it("hold for a price band by the price as it is, and a price that would leave its limits does not stand", () => {
    const limits = [{ name: "Dear", match: { price_to: "170.00" }, constraints: { margin_floor: "0.35" } }];
    expect(found({ limits })).toMatchObject({
      price: null,
      reason: "157.61 EUR would not stand: other limits would hold and ask for 176.67.",
    });
  });

  it("change no outcome of any policy when there are none", () => {
    fc.assert(
      fc.property(cases, ({ document, subject, observed }) => {
        const json = (limits: Json) =>
          JSON.stringify(
            outcomeToJson(decide(subject, observed, compilePolicy({ ...document, ...limits }), NOW)),
          );
        expect(json({ limits: [] })).toBe(json({}));
      }),
      { numRuns: 500 },
    );
  }, 60_000);
});

describe("a document with limits", () => {
  const read = (limits: unknown) => readPolicyDocument({ version: 1, currency: "EUR", limits });

  it("names what cannot be used", () => {
    const result = read([
      FLOOR,
      { ...FLOOR, match: { price_from: "20.00", price_to: "10.00" } },
      { ...FLOOR, name: "All", constraints: { margin_floor: "1" } },
    ]);
    expect(!result.ok && result.issues.map(({ path, code }) => [path, code])).toEqual([
      ["limits.1.name", "duplicate"],
      ["limits.1.match.price_to", "empty_band"],
      ["limits.2.constraints.margin_floor", "unreachable"],
    ]);
  });

  it("differs from one without by each limit, and not by their order", () => {
    const other = { ...FLOOR, name: "Other", match: {} };
    const [none, one, two] = [[], [FLOOR, other], [other, FLOOR]].map((limits) => {
      const result = read(limits);
      if (!result.ok) throw new Error(JSON.stringify(result.issues));
      return result.document;
    });
    if (none === undefined || one === undefined || two === undefined) throw new Error("unread");
    expect(diffPolicies(none, one)).toMatchObject([
      { path: "limits.0.match", scope: FLOOR.name, label: "For", before: null, after: "category Boots" },
      { path: "limits.0.constraints.margin_floor", before: null, after: "35 %" },
      { path: "limits.1.match", scope: "Other", after: "all items" },
      { path: "limits.1.constraints.margin_floor" },
    ]);
    expect(diffPolicies(one, two)).toEqual([]);
  });
});
