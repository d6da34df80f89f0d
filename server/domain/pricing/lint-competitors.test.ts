import { describe, expect, it } from "vitest";
import { lintPolicy } from "@/server/domain/pricing/lint";
import { lintSellers, namedSellers } from "@/server/domain/pricing/lint-sellers";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import type { Json } from "@/server/testing/mug-market";

const read = (rules: Json, more: Json = {}) =>
  readPolicyDocument({ version: 1, currency: "EUR", defaults: rules, ...more });

function documentOf(rules: Json, more: Json = {}) {
  const reading = read(rules, more);
  if (!reading.ok) throw new Error(JSON.stringify(reading.issues));
  return reading.document;
}
const lint = (rules: Json) =>
  lintPolicy(documentOf(rules)).map(({ level, path, message }) => [level, path, message]);
const faults = (rules: Json) => {
  const reading = read(rules);
  return reading.ok ? [] : reading.issues.map(({ path, message }) => [path, message]);
};
const position = (more: Json) => ({ type: "position", ...more });

describe("words about competitors", () => {
  it("are refused with their place where they cannot be meant", () => {
    const strategy = (more: Json) => faults({ strategy: position(more) });
    expect(strategy({ against: "rank", rank: 0 })).toEqual([
      ["defaults.strategy.rank", "Too small: expected number to be >=1"],
    ]);
    const sayRank = [["defaults.strategy", 'Say which rank with against "rank", and with no other.']];
    expect([strategy({ against: "rank" }), strategy({ against: "min", rank: 2 })]).toEqual([
      sayRank,
      sayRank,
    ]);
    expect(
      faults({ constraints: { market_distance: { against: "rank", above: "0.1" } } }).map(
        ([, message]) => message,
      ),
    ).toEqual(['Say which rank with against "rank", and with no other.']);
    expect(faults({ strategy: position({ against: "moda" }) })).toMatchObject([
      ["defaults.strategy.against", expect.stringContaining('did you mean "mode"?')],
    ]);
    const gates = (more: Json) => faults({ gates: more });
    expect(gates({ sellers: { onyl: ["a"] } })).toContainEqual([
      "defaults.gates.sellers.onyl",
      '"onyl" is no known setting; did you mean "only"?',
    ]);
    const either = [["defaults.gates.sellers", "Give either only or except."]];
    expect([gates({ sellers: {} }), gates({ sellers: { only: ["a"], except: ["b"] } })]).toEqual([
      either,
      either,
    ]);
    expect(gates({ sellers: { only: [] } })).toMatchObject([
      ["defaults.gates.sellers.only", expect.any(String)],
    ]);
    const below = 'Write "cost", "floor" or an amount above 0, for example "9.99".';
    for (const text of ["costs", "0.00", "-1"])
      expect(gates({ ignore_below: text })).toEqual([["defaults.gates.ignore_below", below]]);
    expect(gates({ ignore_below: "9.999" })).toMatchObject([
      ["defaults.gates.ignore_below", expect.any(String)],
    ]);
  });

  it.each<[string, Json, unknown[]]>([
    [
      "one seller where two prices are asked for",
      { gates: { sellers: { only: ["a", "A "] } } },
      [
        [
          "error",
          "defaults.gates.sellers",
          "Only one seller counts, and 2 prices are asked for: no item gets a price.",
        ],
      ],
    ],
    [
      "a seller who does not count",
      {
        strategy: position({ against: "seller", seller: "Bravo" }),
        gates: { sellers: { except: ["bravo"] }, min_observations: 1 },
      },
      [["error", "defaults.strategy", "Prices are measured from Bravo, a seller that does not count."]],
    ],
    [
      "a rank that few items have",
      { strategy: position({ against: "rank", rank: 3 }) },
      [
        [
          "warning",
          "defaults.strategy.rank",
          "Items with fewer than 3 competitor prices get no price: that many are needed for this rank.",
        ],
      ],
    ],
    [
      "a rank that no item has",
      { strategy: position({ against: "rank", rank: 3 }), gates: { sellers: { only: ["a", "b"] } } },
      [["error", "defaults.strategy.rank", "Only 2 sellers count: no item has a price of rank 3."]],
    ],
    [
      "a limit on the distance to a rank that few items have",
      { constraints: { market_distance: { against: "rank", rank: 4, above: "0.1" } } },
      [
        [
          "warning",
          "defaults.constraints.market_distance.rank",
          "Items with fewer than 4 competitor prices get no price: that many are needed for this rank.",
        ],
      ],
    ],
    [
      "nothing in sellers and ranks that prices may have",
      { strategy: position({ against: "rank", rank: 2 }), gates: { sellers: { only: ["a", "b"] } } },
      [],
    ],
    [
      "nothing where prices do not follow the market",
      { strategy: { type: "hold" }, gates: { sellers: { only: ["a"] } } },
      [],
    ],
  ])("are doubted where they leave no price: %s", (_, rules, findings) => {
    expect(lint(rules)).toEqual(findings);
  });

  it("name sellers of whom no price is known, with the nearest known one", () => {
    const document = documentOf(
      { gates: { sellers: { only: ["amazon", "brvao"] } } },
      {
        scopes: [
          {
            name: "Sale",
            match: { tags: ["sale"] },
            strategy: position({ against: "seller", seller: "Charlie" }),
            gates: { sellers: { except: ["nobody.example"] } },
          },
        ],
      },
    );
    const found = lintSellers(namedSellers(document), ["Amazon", "bravo", "charlie"]);
    expect(found.map(({ level, path, message }) => [level, path, message])).toEqual([
      ["warning", "scopes.0.gates.sellers.except.0", 'No price of "nobody.example" is known.'],
      ["warning", "defaults.gates.sellers.only.1", 'No price of "brvao" is known; did you mean "bravo"?'],
    ]);
  });

  it.each<[string, Json, unknown[]]>([
    [
      "after a price that every item has",
      { strategy: { type: "hold" }, fallback: [position({ against: "msrp" })] },
      [["defaults.fallback.0", "What is tried before it has a price for every item: this never decides."]],
    ],
    [
      "from the market where the market is missing, and after the cost",
      {
        fallback: [
          position({ against: "mean" }),
          position({ against: "cost", ratio: "0.5" }),
          { type: "hold" },
        ],
      },
      [
        [
          "defaults.fallback.0",
          "Where what is tried before it has no price, this has none either: this never decides.",
        ],
        ["defaults.fallback.2", "What is tried before it has a price for every item: this never decides."],
      ],
    ],
    [
      "a higher rank, or the same seller again",
      {
        strategy: position({ against: "rank", rank: 2 }),
        fallback: [
          position({ against: "rank", rank: 3 }),
          position({ against: "seller", seller: "a" }),
          position({ against: "seller", seller: "A" }),
        ],
      },
      [0, 2].map((index) => [
        `defaults.fallback.${index}`,
        "Where what is tried before it has no price, this has none either: this never decides.",
      ]),
    ],
    [
      "without the market that a limit needs",
      {
        constraints: { market_distance: { against: "min", above: "0.5" } },
        fallback: [{ type: "hold" }],
      },
      [
        [
          "defaults.fallback.0",
          "The limit on the distance to the market leaves no price where the market is missing: this never decides.",
        ],
      ],
    ],
    [
      "nothing where each may decide",
      {
        strategy: position({ against: "seller", seller: "a" }),
        fallback: [
          position({ against: "rank", rank: 3 }),
          position({ against: "rank", rank: 2 }),
          position({ against: "median" }),
          position({ against: "msrp", ratio: "-0.1" }),
          { type: "hold" },
        ],
      },
      [],
    ],
  ])("names what is tried and never reached: %s", (_, rules, findings) => {
    const errors = lint(rules).filter(([level]) => level === "error");
    expect(errors).toEqual(findings.map((finding) => ["error", ...(finding as string[])]));
  });

  it("lets a scope hold its prices although the general rules try something else", () => {
    const document = documentOf(
      { fallback: [{ type: "cost_plus", markup: "0.4" }] },
      { scopes: [{ name: "Sale", match: { tags: ["sale"] }, strategy: { type: "hold" } }] },
    );
    expect(lintPolicy(document)).toEqual([]);
  });

  it("looks at each that is tried as at the strategy", () => {
    const fallback = [
      position({ against: "seller", seller: "bravo" }),
      position({ against: "msrp", ratio: "0.1" }),
    ];
    expect(
      lint({
        strategy: position({ against: "rank", rank: 2 }),
        gates: { sellers: { except: ["bravo"] } },
        fallback,
      }),
    ).toEqual([
      [
        "error",
        "defaults.fallback.1",
        "The strategy asks for more than the suggested retail price, which prices have to keep.",
      ],
      ["error", "defaults.fallback.0", "Prices are measured from bravo, a seller that does not count."],
    ]);
    expect(faults({ fallback: [{ type: "position", against: "rank", rank: 0 }] })).toMatchObject([
      ["defaults.fallback.0.rank", expect.any(String)],
    ]);
    expect(faults({ fallback: [{ type: "cost_plus", amount: "0.001" }] })).toMatchObject([
      ["defaults.fallback.0.amount", expect.any(String)],
    ]);
  });

  it("refuses a pick of fewer than two, and warns of a part that stands in it twice", () => {
    const pick = (of: Json[]) => ({ type: "best_of", pick: "lowest", of });
    const [cost, min] = [{ type: "cost_plus", markup: "0.5" }, position({ against: "min" })];
    expect(faults({ strategy: pick([min]) })).toMatchObject([["defaults.strategy.of", expect.any(String)]]);
    expect(faults({ strategy: { ...pick([min, cost]), pick: "lowst" } })).toEqual([
      ["defaults.strategy.pick", '"lowst" is none of lowest, highest; did you mean "lowest"?'],
    ]);
    expect(faults({ strategy: pick([min, pick([min, cost])]) })).toMatchObject([
      ["defaults.strategy.of.1.type", expect.stringContaining('"best_of" is none of hold, cost_plus')],
    ]);
    expect(faults({ strategy: pick([min, { ...cost, markupp: "1" }]) })).toEqual([
      ["defaults.strategy.of.1.markupp", '"markupp" is no known setting; did you mean "markup"?'],
    ]);
    expect(lint({ fallback: [pick([cost, { ...cost }])] })).toEqual([
      ["warning", "defaults.fallback.0.of.1", "The same stands in this pick already: it changes nothing."],
    ]);
    const seller = position({ against: "seller", seller: "bravo" });
    expect(
      lint({
        strategy: pick([cost, seller]),
        gates: { sellers: { except: ["Bravo"] }, min_observations: 1 },
      }),
    ).toEqual([
      ["error", "defaults.strategy.of.1", "Prices are measured from bravo, a seller that does not count."],
    ]);
    const named = namedSellers(documentOf({ strategy: pick([cost, seller]) }));
    expect(named).toEqual([{ path: "defaults.strategy.of.1.seller", seller: "bravo" }]);
  });

  it("knows that a pick has no price where one of its parts has none", () => {
    const pick = (of: Json[]) => ({ type: "best_of", pick: "highest", of });
    const [cost, min] = [{ type: "cost_plus", markup: "0.5" }, position({ against: "min" })];
    const errors = (rules: Json) => lint(rules).map(([, path]) => path);
    expect(errors({ strategy: pick([cost, { type: "hold" }]), fallback: [min] })).toEqual([
      "defaults.fallback.0",
    ]);
    expect(errors({ strategy: min, fallback: [pick([cost, min])] })).toEqual(["defaults.fallback.0"]);
    const seller = position({ against: "seller", seller: "bravo" });
    expect(errors({ strategy: pick([cost, seller]), fallback: [min, cost] })).toEqual([]);
    expect(errors({ strategy: pick([min, seller]), fallback: [seller] })).toEqual(["defaults.fallback.0"]);
    expect(errors({ strategy: pick([min, seller]), fallback: [min] })).toEqual([]);
  });

  it("are last known only where they are tried, and for longer than prices count anyway", () => {
    const min = position({ against: "min" });
    const known = (days: number) => ({ ...min, last_known_days: days });
    expect(lint({ strategy: known(30) })).toEqual([
      [
        "error",
        "defaults.strategy.last_known_days",
        "Last known prices are for what is tried without a price: say here how old prices may be in general.",
      ],
    ]);
    expect(lint({ strategy: min, fallback: [known(14)] })).toContainEqual([
      "error",
      "defaults.fallback.0.last_known_days",
      "Prices count for 14 days anyway: this reaches no farther.",
    ]);
    expect(lint({ strategy: min, fallback: [known(30), known(60)] })).toEqual([]);
    expect(lint({ strategy: min, fallback: [known(60), known(30)] })).toMatchObject([
      ["error", "defaults.fallback.1", expect.any(String)],
    ]);
    expect(faults({ fallback: [{ ...known(30), against: "msrp" }] }).map(([, message]) => message)).toEqual([
      "Only prices of the market are last known at a time: leave last_known_days out.",
    ]);
    expect(faults({ fallback: [{ ...min, last_known_day: 30 }] }).map(([, message]) => message)).toEqual([
      '"last_known_day" is no known setting; did you mean "last_known_days"?',
    ]);
  });
});
