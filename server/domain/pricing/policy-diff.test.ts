import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY, type PolicyDocument, type PolicyScope } from "@/server/domain/pricing/policy";
import { diffPolicies } from "@/server/domain/pricing/policy-diff";

const base: PolicyDocument = { version: 1, currency: "EUR" };
const shoes = { name: "Shoes", match: { categories: ["Shoes"] }, strategy: { type: "hold" as const } };
const hats = { name: "Hats", match: { tags: ["hat"], price_from: "10" } };

describe("what changed between two policies", () => {
  it("is nothing where a default is spelled out", () => {
    expect(diffPolicies(base, DEFAULT_POLICY("EUR"))).toEqual([]);
  });

  it("is told setting by setting, before and after, in words", () => {
    const after: PolicyDocument = {
      ...base,
      pricing: { includes_vat: true, vat_rate: "0.19" },
      defaults: {
        strategy: { type: "position", against: "min", ratio: "-0.025" },
        constraints: { margin_floor: null, market_distance: { against: "median", above: "0.1" } },
        rounding: { bands: [{ price_to: "5", endings: [".09"] }] },
      },
      breaker: { max_share: null },
    };
    expect(diffPolicies(base, after).map(({ label, before, after: now }) => [label, before, now])).toEqual([
      ["Prices include VAT", "no", "yes"],
      ["VAT", "0 %", "19 %"],
      ["Aim", "meet the market median", "2.5 % below the cheapest offer"],
      ["Margin at least", "20 %", "no limit"],
      ["Distance to the market", "no limit", "at most 10 % above the market median"],
      ["Endings of price bands", "none", "0 to below 5 EUR: .09"],
      ["Held when a run moves more of the items than", "50 %", "no limit"],
    ]);
  });

  it("tells amounts with the currency of each policy", () => {
    const defaults: PolicyDocument["defaults"] = {
      strategy: { type: "cost_plus", markup: "0.4", amount: "2.50" },
      fallback: [{ type: "position", against: "min", amount: "-1.00" }],
      constraints: { min_profit: "6.00", min_change: { ratio: "0.01", amount: "0.10" } },
      gates: { ignore_below: "9.50" },
    };
    const lane = { name: "Small", decided_by: "two_people", at_most: { money: "5.00" } } as const;
    const after: PolicyDocument = {
      ...base,
      pricing: { shipping_cost: "4.90" },
      defaults,
      lanes: [lane],
      scopes: [hats],
    };
    const changed = (from: PolicyDocument, to: PolicyDocument) =>
      new Map(diffPolicies(from, to).map(({ label, after: now }) => [label, now]));
    const texts = [...changed(base, after).values()].join("\n");
    for (const text of [
      "4.90 EUR",
      "cost plus 40 % and 2.50 EUR",
      "the cheapest offer − 1.00 EUR",
      "6.00 EUR",
      "1 % or 0.10 EUR",
      "9.50 EUR",
      "5.00 EUR",
    ])
      expect(texts).toContain(text);
    const inFrancs = changed(after, { ...after, currency: "CHF" });
    expect(inFrancs.get("Shipping that the shop bears, a unit")).toBe("4.90 CHF");
    expect(inFrancs.get("For")).toBe("tag hat; price from 10 CHF");
  });

  it("tells scopes that came, went, changed or changed places", () => {
    const changed = { ...shoes, strategy: { type: "cost_plus" as const, margin: "0.3" } };
    const differences = diffPolicies(
      { ...base, scopes: [shoes, hats] },
      { ...base, scopes: [hats, changed] },
    );
    expect(differences).toEqual([
      {
        path: "scopes.1.strategy",
        scope: "Shoes",
        label: "Aim",
        before: "hold the price",
        after: "a margin of 30 %",
      },
      {
        path: "scopes",
        scope: null,
        label: "Order of the scopes",
        before: "Shoes → Hats",
        after: "Hats → Shoes",
      },
    ]);
    expect(diffPolicies(base, { ...base, scopes: [hats] })).toEqual([
      {
        path: "scopes.0.match",
        scope: "Hats",
        label: "For",
        before: null,
        after: "tag hat; price from 10 EUR",
      },
      { path: "scopes.0.priority", scope: "Hats", label: "Priority", before: null, after: "0" },
    ]);
    expect(diffPolicies({ ...base, scopes: [hats] }, base)).toMatchObject([
      { scope: "Hats", label: "For", before: "tag hat; price from 10 EUR", after: null },
      { scope: "Hats", label: "Priority", before: "0", after: null },
    ]);
  });

  it("tells names that read like several, and not the order in which a match gives its conditions", () => {
    const limits = (match: PolicyScope["match"]): PolicyDocument => ({
      ...base,
      limits: [{ name: "Floor", match, constraints: { margin_floor: "0.3" } }],
    });
    expect(diffPolicies(limits({ skus: ["A", "B"] }), limits({ skus: ["A or B"] }))).toMatchObject([
      { label: "For", before: '{"skus":["A","B"]}', after: '{"skus":["A or B"]}' },
    ]);
    const [few, none] = [{ tags: ["sale"], brands: ["Q"] }, { tags: ["sale with brand Q"] }];
    expect(diffPolicies(limits({ except: few }), limits({ except: none }))).toHaveLength(1);
    expect(
      diffPolicies(limits({ except: few }), limits({ except: { brands: ["Q"], tags: ["sale"] } })),
    ).toEqual([]);
  });

  it.each<[PolicyScope["match"], string]>([
    [{ skus: ["A-1", "A-2"], all_tags: ["sale", "new"] }, "SKU A-1 or A-2; tags sale and new"],
    [{ stock_from: 5, stock_to: 100 }, "stock from 5 to below 100"],
    [{ stock_from: 101, except: { stock_to: 500 } }, "stock from 101; except stock below 500"],
    [{ except: { tags: ["sale", "new"] } }, "all items except tag sale or new"],
    [
      { categories: ["Mugs"], except: { tags: ["sale"], price_to: "5" } },
      "category Mugs; except tag sale with price below 5 EUR",
    ],
  ])("says which items %j is for", (match, words) => {
    const [said] = diffPolicies(base, { ...base, scopes: [{ name: "New", match }] });
    expect(said).toMatchObject({ path: "scopes.0.match", label: "For", after: words });
  });
});
