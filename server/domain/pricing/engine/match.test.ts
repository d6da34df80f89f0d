import { describe, expect, it } from "vitest";
import { compilePolicy } from "@/server/domain/pricing/engine/compile";
import { scopeFor } from "@/server/domain/pricing/engine/scope";
import type { EngineItem } from "@/server/domain/pricing/inputs";
import { lintPolicy } from "@/server/domain/pricing/lint";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import type { Match } from "@/server/domain/pricing/policy-match";
import { item, policy } from "@/server/domain/pricing/testing";
import { found, type Json, MUG_MARKET } from "@/server/testing/mug-market";

const scopeOf = (matches: Readonly<Record<string, Match>>, over: Partial<EngineItem> = {}) => {
  const scopes = Object.entries(matches).map(([name, match]) => ({ name, match }));
  return scopeFor(policy({ scopes }), item(over)).name;
};

describe("the items of a rule", () => {
  it.each<[string, Match, Partial<EngineItem>, boolean]>([
    ["of one of its skus", { skus: ["CUP-1", "MUG-350"] }, {}, true],
    ["of another sku", { skus: ["CUP-1", "MUG"] }, {}, false],
    ["with all of its tags", { all_tags: ["sale", "camping"] }, { tags: ["camping", "new", "sale"] }, true],
    ["with one of all its tags", { all_tags: ["sale", "camping"] }, {}, false],
    ["with any of some and all of others", { tags: ["a", "b"], all_tags: ["c"] }, { tags: ["c", "b"] }, true],
    ["that it leaves out", { categories: ["Mugs"], except: { brands: ["Alp"] } }, {}, false],
    ["that it does not leave out", { categories: ["Mugs"], except: { brands: ["Berg"] } }, {}, true],
    ["with a part of what it leaves out", { except: { tags: ["camping"], brands: ["Berg"] } }, {}, true],
    ["with all of what it leaves out", { except: { tags: ["camping"], brands: ["Alp"] } }, {}, false],
    ["at the end of what it leaves out", { except: { price_from: "10", price_to: "20" } }, {}, true],
    ["just below that end", { except: { price_from: "10", price_to: "20" } }, { price: 1999n }, false],
    ["with an unknown price", { except: { price_from: "10" } }, { price: null }, true],
    ["with as much stock as asked for", { stock_from: 12 }, {}, true],
    ["with less stock", { stock_from: 13 }, {}, false],
    ["with as much stock as the end of a band", { stock_from: 3, stock_to: 12 }, {}, false],
    ["with less stock than none", { stock_to: 5 }, { stock: -1 }, true],
    ["of unknown stock", { stock_to: 5 }, { stock: null }, false],
    ["of unknown stock, which is not left out", { except: { stock_to: 5 } }, { stock: null }, true],
  ])("a rule is, or is not, for an item %s", (_, match, over, is) => {
    expect(scopeOf({ Rule: match }, over)).toBe(is ? "Rule" : "Everything else");
  });

  it("the rule with most conditions wins: each word is one, and so is all that is left out together", () => {
    const category: Match = { categories: ["Mugs"] };
    const left: Match = { ...category, except: { tags: ["sale"], brands: ["Berg"] } };
    expect(scopeOf({ category, left })).toBe("left");
    expect(scopeOf({ left, more: { ...left, skus: ["MUG-350"] } })).toBe("more");
    expect(scopeOf({ two: { ...category, all_tags: ["camping"] }, left })).toBe("two");
    expect(scopeOf({ category, few: { ...category, stock_from: 1, stock_to: 100 } })).toBe("few");
    expect(scopeOf({ left, few: { ...category, stock_from: 1, stock_to: 100 } })).toBe("left");
    expect(scopeOf({ left, two: { ...category, all_tags: ["camping"] } })).toBe("left");
  });
});

const DEFAULTS = {
  strategy: { type: "position", against: "min" },
  constraints: { margin_floor: "0", max_change: "0.50" },
  rounding: { endings: [] },
  gates: { min_observations: 1 },
};

it("much stock goes under the cheapest, little above the median, and the rest as everything else", () => {
  const scopes = [
    { name: "Much", match: { stock_from: 101 }, strategy: { ...DEFAULTS.strategy, ratio: "-0.05" } },
    {
      name: "Little",
      match: { stock_to: 5 },
      strategy: { type: "position", against: "median", ratio: "0.10" },
    },
  ];
  const constraints = { margin_floor: "0.10", max_change: "0.50" };
  const rules = policy({ defaults: { ...DEFAULTS, constraints }, scopes });
  const prices = [150, 101, 100, 12, 5, 4, 3, null].map((stock) => [stock, found(rules, { stock }).price]);
  expect(prices).toEqual([
    [150, 1710n],
    [101, 1710n],
    [100, 1800n],
    [12, 1800n],
    [5, 1800n],
    [4, 2062n],
    [3, 2062n],
    [null, 1800n],
  ]);
});

it("five roles of forty categories are 45 rules, and each of the 200 pairs is decided by its two", () => {
  const floors: Readonly<Record<string, string>> = { a: "0.10", b: "0.15", c: "0.20", d: "0.25", e: "0.30" };
  const lowest: Readonly<Record<string, bigint>> = { a: 1112n, b: 1177n, c: 1250n, d: 1334n, e: 1429n };
  const limits = Object.entries(floors).map(([role, margin_floor]) => ({
    name: `Role ${role}`,
    match: { tags: [role] },
    constraints: { margin_floor },
  }));
  const scopes = Array.from({ length: 40 }, (_, index): Json => {
    const markup = (0.02 * (index + 1)).toFixed(2);
    return {
      name: `Category ${index}`,
      match: { categories: [`C${index}`] },
      strategy: { type: "cost_plus", markup },
    };
  });
  const reading = readPolicyDocument({ version: 1, currency: "EUR", defaults: DEFAULTS, scopes, limits });
  if (!reading.ok) throw new Error(JSON.stringify(reading.issues));
  expect(scopes.length + limits.length).toBe(45);
  expect(lintPolicy(reading.document)).toEqual([]);
  const rules = compilePolicy(reading.document);
  const pairs = scopes.flatMap((_, index) => Object.keys(floors).map((role) => [index, role] as const));
  expect(pairs).toHaveLength(200);
  for (const [index, role] of pairs) {
    const aim = 1000n + 20n * BigInt(index + 1);
    const floor = lowest[role] ?? 0n;
    const { price } = found(rules, { category: `C${index}`, tags: [role] }, MUG_MARKET);
    expect([index, role, price]).toEqual([index, role, aim > floor ? aim : floor]);
  }
});
