import { describe, expect, it } from "vitest";
import { CURRENCIES } from "@/server/domain/currency";
import { compilePolicy } from "@/server/domain/pricing/engine/compile";
import { DEFAULT_POLICY } from "@/server/domain/pricing/policy";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { resolvePolicy } from "@/server/domain/pricing/resolve";

const read = (fields: Record<string, unknown>) =>
  readPolicyDocument({ version: 1, currency: "EUR", ...fields });
const issues = (fields: Record<string, unknown>) => {
  const result = read(fields);
  return result.ok ? [] : result.issues.map(({ path, code }) => [path, code]);
};

describe("the policy a new workspace starts with", () => {
  it("is the one the product promises", () => {
    expect(DEFAULT_POLICY("EUR")).toEqual({
      version: 1,
      currency: "EUR",
      pricing: { includes_vat: false, vat_rate: "0", fee_rate: "0", fee_base: "gross" },
      scopes: [],
      defaults: {
        strategy: { type: "position", against: "median" },
        constraints: {
          margin_floor: "0.20",
          max_change: "0.15",
          max_change_per_day: null,
          market_distance: null,
          item_limits: true,
          map: true,
          msrp: true,
        },
        rounding: { endings: [".99", ".49"], bands: [] },
        gates: {
          max_cost_age_days: 90,
          max_observation_age_days: 14,
          min_observations: 2,
          in_stock_only: true,
          outlier_ratio: "3",
          outlier_ratio_others: "3",
          pack_size: "not_different",
        },
      },
      reopen_threshold: "0.01",
      alerts: { undercut: "0.05", cost_spike: "0.10" },
      breaker: { max_share: "0.5", max_median_move: "0.12", min_items: 100 },
    });
  });

  it.each([...CURRENCIES])("is accepted and compiles in %s", (currency) => {
    const result = readPolicyDocument(DEFAULT_POLICY(currency));
    expect(result.ok && compilePolicy(result.document).currency).toBe(currency);
  });

  it("does not exist for what is no currency", () => {
    expect(() => DEFAULT_POLICY("EURO")).toThrow(/ISO 4217/);
  });
});

describe("a policy document", () => {
  it("is the starting policy when it says nothing", () => {
    const result = read({});
    expect(result.ok && resolvePolicy(result.document)).toEqual(DEFAULT_POLICY("EUR"));
  });

  it("changes only what it names", () => {
    const result = read({
      defaults: { constraints: { margin_floor: "0.30" }, gates: { min_observations: 3 } },
      scopes: [{ name: "Sale", match: { tags: ["sale"] }, constraints: { margin_floor: null } }],
    });
    if (!result.ok) throw new Error(JSON.stringify(result.issues));
    const policy = compilePolicy(result.document);
    expect(policy.fallback.marginFloor?.percent).toBe("30 %");
    expect(policy.fallback.maxChange?.percent).toBe("15 %");
    const [sale] = policy.scopes;
    expect(sale?.marginFloor).toBeNull();
    expect(sale?.gates.minObservations).toBe(3);
  });

  it("lets a scope's own endings stand against inherited price bands", () => {
    const result = read({
      defaults: { rounding: { bands: [{ price_from: "100.00", endings: ["9.00"] }] } },
      scopes: [{ name: "Sale", match: { tags: ["sale"] }, rounding: { endings: [".77"] } }],
    });
    if (!result.ok) throw new Error(JSON.stringify(result.issues));
    const policy = compilePolicy(result.document);
    expect(policy.fallback.bands).toHaveLength(2);
    expect(policy.scopes[0]?.bands.map((band) => band.endings.map((ending) => ending.text))).toEqual([
      [".77"],
    ]);
  });

  it("measures other observations as it measures the own price, until it tells them apart", () => {
    const ratios = (gates: Record<string, unknown>, scope: Record<string, unknown>) => {
      const result = read({
        defaults: { gates },
        scopes: [{ name: "Sale", match: { tags: ["sale"] }, gates: scope }],
      });
      if (!result.ok) throw new Error(JSON.stringify(result.issues));
      const { fallback, scopes } = compilePolicy(result.document);
      return [fallback, scopes[0]].map((each) => [
        each?.gates.outlierRatio?.num,
        each?.gates.outlierRatioOthers?.num,
      ]);
    };
    expect(ratios({ outlier_ratio: "5" }, {})).toEqual([
      [5n, 5n],
      [5n, 5n],
    ]);
    expect(ratios({ outlier_ratio: "5", outlier_ratio_others: "2" }, { outlier_ratio: null })).toEqual([
      [5n, 2n],
      [undefined, undefined],
    ]);
    expect(ratios({}, { outlier_ratio_others: "4" })).toEqual([
      [3n, 3n],
      [3n, 4n],
    ]);
  });

  it("is refused with the misspelt key", () => {
    const result = read({ defaults: { constraints: { margin_flor: "0.30" } } });
    expect(result).toEqual({
      ok: false,
      issues: [
        {
          path: "defaults.constraints.margin_flor",
          code: "unrecognized_keys",
          message: '"margin_flor" is no known setting; did you mean "margin_floor"?',
        },
      ],
    });
  });

  it.each([
    [
      "a percentage for a fraction",
      { defaults: { constraints: { margin_floor: "20" } } },
      "defaults.constraints.margin_floor",
    ],
    [
      "a number for a decimal string",
      { defaults: { constraints: { margin_floor: 0.2 } } },
      "defaults.constraints.margin_floor",
    ],
    [
      "a limit on change of nothing",
      { defaults: { constraints: { max_change: "0" } } },
      "defaults.constraints.max_change",
    ],
    [
      "an outlier ratio that refuses all",
      { defaults: { gates: { outlier_ratio: "1" } } },
      "defaults.gates.outlier_ratio",
    ],
    [
      "no observations at all",
      { defaults: { gates: { min_observations: 0 } } },
      "defaults.gates.min_observations",
    ],
    ["a strategy that is none", { defaults: { strategy: { type: "guess" } } }, "defaults.strategy.type"],
    [
      "margin and markup",
      { defaults: { strategy: { type: "cost_plus", margin: "0.2", markup: "0.2" } } },
      "defaults.strategy",
    ],
    ["neither margin nor markup", { defaults: { strategy: { type: "cost_plus" } } }, "defaults.strategy"],
    [
      "ratio and amount",
      { defaults: { strategy: { type: "position", against: "min", ratio: "0.1", amount: "1" } } },
      "defaults.strategy",
    ],
    [
      "a seller without a name",
      { defaults: { strategy: { type: "position", against: "seller" } } },
      "defaults.strategy",
    ],
    [
      "a seller that is not asked for",
      { defaults: { strategy: { type: "index", against: "min", seller: "a", index: "1" } } },
      "defaults.strategy",
    ],
    [
      "a price index of nothing",
      { defaults: { strategy: { type: "index", against: "min", index: "0" } } },
      "defaults.strategy.index",
    ],
    [
      "a distance without an end",
      { defaults: { constraints: { market_distance: { against: "median" } } } },
      "defaults.constraints.market_distance",
    ],
    [
      "a day without a change",
      { defaults: { constraints: { max_change_per_day: "0" } } },
      "defaults.constraints.max_change_per_day",
    ],
    ["an unknown look at packs", { defaults: { gates: { pack_size: "maybe" } } }, "defaults.gates.pack_size"],
    [
      "cents of a cent",
      { defaults: { strategy: { type: "position", against: "min", amount: "0.001" } } },
      "defaults.strategy.amount",
    ],
    [
      "an ending that cannot be",
      { defaults: { rounding: { endings: [".9"] } } },
      "defaults.rounding.endings.0",
    ],
    [
      "an empty band",
      { defaults: { rounding: { bands: [{ price_from: "2.00", price_to: "1.00", endings: [] }] } } },
      "defaults.rounding.bands.0.price_to",
    ],
    ["a scope for nothing", { scopes: [{ name: "All", match: {} }] }, "scopes.0.match"],
    [
      "a scope that leaves out all items",
      { scopes: [{ name: "All", match: { except: {} } }] },
      "scopes.0.match.except",
    ],
    [
      "an empty band of what is left out",
      { limits: [{ name: "Dear", match: { except: { price_from: "2.00", price_to: "2.00" } } }] },
      "limits.0.match.except.price_to",
    ],
    [
      "an empty band of stock",
      { scopes: [{ name: "Few", match: { stock_from: 5, stock_to: 5 } }] },
      "scopes.0.match.stock_to",
    ],
    [
      "a share of a piece",
      { scopes: [{ name: "Few", match: { except: { stock_to: 0.5 } } }] },
      "scopes.0.match.except.stock_to",
    ],
    [
      "two scopes of one name",
      { scopes: ["a", "b"].map((tag) => ({ name: "Same", match: { tags: [tag] } })) },
      "scopes.1.name",
    ],
    ["a floor that fees eat", { pricing: { fee_rate: "0.80" } }, "defaults.constraints.margin_floor"],
    ["an unknown currency", { currency: "EURO" }, "currency"],
    ["another version", { version: 2 }, "version"],
  ])("is refused for %s, at the field", (_what, fields, path) => {
    expect(issues(fields).map(([at]) => at)).toContain(path);
  });

  it("is refused for an unknown word with the nearest known one", () => {
    const reading = readPolicyDocument({
      version: 1,
      currency: "EUR",
      scopes: [{ name: "Mugs", match: { tag: ["mug"], except: { catgories: ["Mugs"], except: {} } } }],
      defaults: {
        strategy: { type: "position", against: "medain" },
        constraints: { max_decraese: "0.05" },
        rounding: { direction: "upp", unheard_of: true },
      },
      limits: [{ name: "All", constraints: {}, strategy: { type: "hold" } }],
    });
    expect(reading.ok ? [] : reading.issues.map(({ path, message }) => [path, message])).toEqual([
      ["scopes.0.match.except.catgories", '"catgories" is no known setting; did you mean "categories"?'],
      ["scopes.0.match.except.except", '"except" is no known setting.'],
      ["scopes.0.match.tag", '"tag" is no known setting; did you mean "tags"?'],
      ["limits.0.strategy", '"strategy" is no known setting.'],
      [
        "defaults.strategy.against",
        '"medain" is none of min, median, mean, mode, max, rank, seller, msrp, map, compare_at, item_max, cost; did you mean "median"?',
      ],
      [
        "defaults.constraints.max_decraese",
        '"max_decraese" is no known setting; did you mean "max_decrease"?',
      ],
      ["defaults.rounding.direction", '"upp" is none of nearest, up, down; did you mean "up"?'],
      ["defaults.rounding.unheard_of", '"unheard_of" is no known setting.'],
    ]);
    const kind = readPolicyDocument({
      version: 1,
      currency: "EUR",
      defaults: { strategy: { type: "postion" } },
    });
    expect(kind.ok ? [] : kind.issues.map(({ message }) => message)).toEqual([
      '"postion" is none of hold, cost_plus, position, index, best_of; did you mean "position"?',
    ]);
    const other = { strategy: { type: "cost_plus", margin: "0.3", ratoi: "0.1" } };
    const unknown = readPolicyDocument({ version: 1, currency: "EUR", defaults: other });
    expect(unknown.ok ? [] : unknown.issues.map(({ message }) => message)).toEqual([
      '"ratoi" is no known setting.',
    ]);
  });

  it("is refused with texts that cannot be kept", () => {
    for (const text of ["nul\u0000", "half \ud83d"])
      expect(issues({ scopes: [{ name: text, match: { tags: ["a", text], brands: [text] } }] })).toEqual([
        ["scopes.0.name", "custom"],
        ["scopes.0.match.tags.1", "custom"],
        ["scopes.0.match.brands.0", "custom"],
      ]);
  });

  it("is refused, not crashed on, whatever it is", () => {
    for (const json of [null, [], "policy", 1, {}, { version: 1, currency: 5 }]) {
      expect(readPolicyDocument(json).ok).toBe(false);
    }
  });
});
