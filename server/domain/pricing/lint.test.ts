import { describe, expect, it } from "vitest";
import { CURRENCIES } from "@/server/domain/currency";
import { compilePolicy } from "@/server/domain/pricing/engine/compile";
import { scopeFor } from "@/server/domain/pricing/engine/scope";
import { lintPolicy } from "@/server/domain/pricing/lint";
import { DEFAULT_POLICY } from "@/server/domain/pricing/policy";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { item } from "@/server/domain/pricing/testing";
import { drawnMatch, drawnSubject } from "@/server/testing/matches";
import { cases } from "@/server/testing/pricing-cases";
import { fc } from "@/server/testing/seed";

type Json = Readonly<Record<string, unknown>>;

function documentOf(fields: Json) {
  const result = readPolicyDocument({ version: 1, currency: "EUR", ...fields });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.document;
}
const lint = (fields: Json) =>
  lintPolicy(documentOf(fields)).map(({ level, path, code }) => [level, path, code]);

const market = { type: "position", against: "median" };
const tagged = (name: string, tag: string, more: Json = {}) => ({ name, match: { tags: [tag] }, ...more });
const bands = (...list: Json[]) => ({ defaults: { rounding: { bands: list } } });

describe("lintPolicy", () => {
  it.each([...CURRENCIES])("finds nothing in the policy a new workspace starts with, in %s", (currency) => {
    expect(lintPolicy(DEFAULT_POLICY(currency))).toEqual([]);
  });

  it.each<[string, Json, [string, string, string][]]>([
    [
      "no floor under a price that follows the market",
      { defaults: { constraints: { margin_floor: null } } },
      [["error", "defaults.constraints.margin_floor", "no_floor"]],
    ],
    [
      "no floor under a price that does not",
      {
        scopes: [tagged("Sale", "sale", { strategy: { type: "hold" }, constraints: { margin_floor: null } })],
      },
      [["warning", "scopes.0.constraints.margin_floor", "no_floor"]],
    ],
    [
      "nothing where a markup or a profit keeps prices above their cost",
      { defaults: { constraints: { margin_floor: null, markup_floor: "0.1" } } },
      [],
    ],
    [
      "limits on change that are never reached",
      {
        defaults: { constraints: { max_change: "0.10", max_decrease: "0.20", max_increase: "0.05" } },
        scopes: [tagged("Up", "up", { constraints: { direction: "up", max_decrease: "0.05" } })],
      },
      [
        ["warning", "scopes.0.constraints.max_decrease", "limit_unused"],
        ["warning", "defaults.constraints.max_decrease", "limit_unused"],
      ],
    ],
    [
      "a least change above the largest",
      { defaults: { constraints: { max_change: "0.10", min_change: { ratio: "0.11" } } } },
      [["error", "defaults.constraints.min_change", "no_change_possible"]],
    ],
    [
      "limits with opposite directions, where an item may be of both",
      {
        limits: [
          { name: "Up", match: { tags: ["new"] }, constraints: { direction: "up" } },
          { name: "Down", match: {}, constraints: { direction: "down" } },
          { name: "Dear", match: { price_from: "10" }, constraints: { direction: "down" } },
        ],
      },
      [
        ["error", "limits.1.constraints.direction", "opposite_directions"],
        ["error", "limits.2.constraints.direction", "opposite_directions"],
      ],
    ],
    [
      "two scopes that may both take an item",
      { scopes: [tagged("Sale", "sale"), { name: "Mugs", match: { categories: ["Mugs"] } }] },
      [["error", "scopes.1", "tie"]],
    ],
    [
      "no tie where a priority says who goes first",
      { scopes: [tagged("Sale", "sale", { priority: 1 }), tagged("New", "new")] },
      [],
    ],
    [
      "no tie where no item can have both",
      {
        scopes: [
          { name: "Mugs", match: { categories: ["Mugs"] } },
          { name: "Pots", match: { categories: ["Pots"] } },
          { name: "Cheap Alp", match: { brands: ["Alp"], price_to: "10.00" } },
          { name: "Dear Alp", match: { brands: ["Alp"], price_from: "10.00" } },
        ],
      },
      [],
    ],
    [
      "a scope that another takes whole",
      {
        scopes: [
          tagged("Both", "sale", { match: { tags: ["sale", "new"] }, priority: 1 }),
          tagged("Sale", "sale"),
        ],
      },
      [["error", "scopes.1.match", "unreachable_scope"]],
    ],
    [
      "a scope for prices that there are not",
      { scopes: [{ name: "Free", match: { price_to: "0.01" } }] },
      [["error", "scopes.0.match", "unreachable_scope"]],
    ],
    [
      "a scope and a limit that leave out all that they are for",
      {
        scopes: [
          { name: "Mugs", match: { categories: ["Mugs"], except: { categories: ["Mugs", "Pots"] } } },
          { name: "Sale", match: { all_tags: ["sale", "new"], price_from: "5", except: { tags: ["new"] } } },
        ],
        limits: [
          {
            name: "One",
            match: { skus: ["A"], except: { skus: ["A", "B"] } },
            constraints: { margin_floor: "0.3" },
          },
        ],
      },
      [
        ["error", "scopes.0.match.except", "nothing_left"],
        ["error", "scopes.1.match.except", "nothing_left"],
        ["error", "limits.0.match.except", "nothing_left"],
      ],
    ],
    [
      "a scope that leaves out what it is not for",
      { scopes: [{ name: "Mugs", match: { categories: ["Mugs"], except: { categories: ["Pots"] } } }] },
      [["warning", "scopes.0.match.except", "except_unused"]],
    ],
    [
      "a scope that leaves out prices that nothing has",
      { scopes: [{ name: "Mugs", match: { categories: ["Mugs"], except: { price_to: "0.01" } } }] },
      [["warning", "scopes.0.match.except", "except_unused"]],
    ],
    [
      "no tie where what one is for is left out of the other, or has another sku or stock",
      {
        scopes: [
          tagged("Sale", "sale", { match: { tags: ["sale"], brands: ["Alp"] } }),
          { name: "Mugs", match: { categories: ["Mugs"], except: { tags: ["sale", "new"] } } },
          { name: "One", match: { skus: ["A"], price_from: "1" }, priority: 1 },
          { name: "Others", match: { skus: ["B", "C"], price_to: "9" }, priority: 1 },
          { name: "Few", match: { stock_to: 5 }, priority: 2 },
          { name: "Many", match: { stock_from: 5 }, priority: 2 },
        ],
      },
      [],
    ],
    [
      "a scope of which another leaves out nothing",
      {
        scopes: [
          { name: "Mugs", match: { categories: ["Mugs"], except: { brands: ["Berg"] } }, priority: 1 },
          { name: "Alp", match: { categories: ["Mugs"], brands: ["Alp"] } },
        ],
      },
      [["error", "scopes.1.match", "unreachable_scope"]],
    ],
    [
      "a target below the floor",
      {
        defaults: { strategy: { type: "cost_plus", markup: "0.20" }, constraints: { margin_floor: "0.20" } },
      },
      [["error", "defaults.strategy", "target_below_floor"]],
    ],
    [
      "no contradiction in a target at the floor",
      {
        defaults: { strategy: { type: "cost_plus", markup: "0.25" }, constraints: { margin_floor: "0.20" } },
      },
      [],
    ],
    [
      "a target beyond the distance to the market",
      {
        defaults: {
          strategy: { ...market, ratio: "0.10" },
          constraints: { market_distance: { against: "median", above: "0.05" } },
        },
      },
      [["error", "defaults.constraints.market_distance", "target_beyond_distance"]],
    ],
    [
      "an index beyond the distance to the market, but not one that reaches into it",
      {
        defaults: {
          strategy: { type: "index", against: "median", index: "0.80", tolerance: "0.05" },
          constraints: { market_distance: { against: "median", below: "0.10" } },
        },
        scopes: [
          tagged("Wide", "wide", {
            strategy: { type: "index", against: "median", index: "0.80", tolerance: "0.10" },
          }),
        ],
      },
      [["error", "defaults.constraints.market_distance", "target_beyond_distance"]],
    ],
    [
      "a day that allows less than a run, and prices that may move by any amount",
      {
        defaults: { constraints: { max_change: "0.10", max_change_per_day: "0.05" } },
        scopes: [tagged("Sale", "sale", { constraints: { max_change: null, max_change_per_day: null } })],
      },
      [
        ["warning", "scopes.0.constraints.max_change", "no_max_change"],
        ["warning", "defaults.constraints.max_change", "run_limit_unused"],
      ],
    ],
    [
      "gates left open",
      {
        defaults: { gates: { max_cost_age_days: null, max_observation_age_days: null, outlier_ratio: null } },
      },
      [
        ["warning", "defaults.gates.max_cost_age_days", "no_cost_age"],
        ["warning", "defaults.gates.max_observation_age_days", "no_market_age"],
        ["warning", "defaults.gates.outlier_ratio", "no_outlier_gate"],
      ],
    ],
    [
      "gates that let nothing pass",
      { defaults: { gates: { outlier_ratio_others: "1.001", min_observations: 50 } } },
      [
        ["error", "defaults.gates.outlier_ratio_others", "refuses_everything"],
        ["warning", "defaults.gates.min_observations", "many_observations"],
      ],
    ],
    [
      "one seller to follow and two observations to have",
      { defaults: { strategy: { type: "position", against: "seller", seller: "a" } } },
      [["warning", "defaults.gates.min_observations", "one_seller"]],
    ],
    [
      "a hold of what is held anyway",
      { defaults: { strategy: { type: "hold" }, when_sold_out: "hold" } },
      [["warning", "defaults.when_sold_out", "sold_out_unused"]],
    ],
    [
      "a target above the suggested price that prices keep",
      { defaults: { strategy: { type: "position", against: "msrp", ratio: "0.10" } } },
      [["error", "defaults.strategy", "target_beyond_base"]],
    ],
    [
      "a target below the cost",
      { defaults: { strategy: { type: "index", against: "cost", index: "0.9", tolerance: "0.05" } } },
      [["error", "defaults.strategy", "target_beyond_base"]],
    ],
    [
      "a side to round to without an ending",
      { defaults: { rounding: { endings: [], direction: "up" } } },
      [["warning", "defaults.rounding.direction", "direction_unused"]],
    ],
    [
      "endings that no price of their band has",
      bands({ price_from: "10.00", price_to: "20.00", endings: ["49.99"] }),
      [["error", "defaults.rounding.bands.0.endings", "ending_never_met"]],
    ],
    [
      "one ending of several that no price of its band has",
      bands({ price_from: "10.00", price_to: "20.00", endings: ["9.99", "49.99"] }),
      [
        ["warning", "defaults.rounding.bands.0.endings.1", "ending_unused"],
        ["warning", "defaults.rounding.bands.0.endings", "endings_too_far"],
      ],
    ],
    [
      "a band that earlier ones take whole",
      bands(
        { price_to: "20.00", endings: [".99"] },
        { price_from: "20.00", price_to: "50.00", endings: [".49", ".99"] },
        { price_from: "10.00", price_to: "40.00", endings: [".95"] },
      ),
      [["warning", "defaults.rounding.bands.2", "band_never_used"]],
    ],
    [
      "no breaker, and VAT that is none",
      { pricing: { includes_vat: true }, breaker: { max_share: null, max_median_move: null } },
      [
        ["warning", "pricing.vat_rate", "vat_without_rate"],
        ["warning", "breaker", "no_breaker"],
      ],
    ],
  ])("finds %s", (_, fields, found) => {
    expect(lint(fields)).toEqual(found);
  });

  it("tells a scope only of what it says itself", () => {
    const document = { defaults: { gates: { outlier_ratio: null } }, scopes: [tagged("Sale", "sale")] };
    expect(lint(document)).toEqual([["warning", "defaults.gates.outlier_ratio", "no_outlier_gate"]]);
  });

  it("tells every finding in a sentence, and at a place", () => {
    fc.assert(
      fc.property(cases, ({ document }) => {
        for (const { path, message } of lintPolicy(document)) {
          expect(message).toMatch(/^[A-Z].*\.$/);
          expect(path).toMatch(/^(scopes\.\d+|defaults|pricing|breaker)/);
        }
      }),
      { numRuns: 500 },
    );
  }, 60_000);
});

describe("scopes in which the lint finds no tie", { timeout: 60_000 }, () => {
  const scopes = fc
    .array(fc.record({ match: drawnMatch, priority: fc.integer({ min: 0, max: 2 }) }), {
      minLength: 2,
      maxLength: 4,
    })
    .map((list) => list.map((scope, index) => ({ ...scope, name: `Scope ${index}` })));

  it("take the same item whatever their order, and none that is called unreachable takes any", () => {
    fc.assert(
      fc.property(scopes, fc.array(drawnSubject, { minLength: 30, maxLength: 30 }), (list, overs) => {
        const result = readPolicyDocument({ version: 1, currency: "EUR", scopes: list });
        fc.pre(result.ok);
        if (!result.ok) return;
        const findings = lintPolicy(result.document);
        const names = (document: typeof result.document) => {
          const policy = compilePolicy(document);
          return overs.map((over) => scopeFor(policy, item(over)).name);
        };
        const scopeNames = names(result.document);
        for (const { code, path } of findings)
          if (code === "unreachable_scope" || code === "nothing_left")
            expect(scopeNames).not.toContain(`Scope ${path.split(".")[1]}`);
        if (findings.some(({ code }) => code === "tie")) return;
        expect(names({ ...result.document, scopes: result.document.scopes?.toReversed() })).toEqual(
          scopeNames,
        );
      }),
      { numRuns: 2000 },
    );
  });
});
