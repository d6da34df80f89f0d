import { describe, expect, it } from "vitest";
import { compilePolicy } from "@/server/domain/pricing/engine/compile";
import { decide } from "@/server/domain/pricing/engine/engine";
import { lintPolicy } from "@/server/domain/pricing/lint";
import { lintOverlaps, type SharedItems } from "@/server/domain/pricing/lint-overlaps";
import { lostConstraints } from "@/server/domain/pricing/lost-constraints";
import { moveToLimits } from "@/server/domain/pricing/move-to-limits";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { resolvePolicy } from "@/server/domain/pricing/resolve";
import { item, NOW, seen } from "@/server/domain/pricing/testing";
import { cases } from "@/server/testing/pricing-cases";
import { fc } from "@/server/testing/seed";

type Json = Readonly<Record<string, unknown>>;

function documentOf(fields: Json) {
  const result = readPolicyDocument({
    version: 1,
    currency: "EUR",
    defaults: {
      strategy: { type: "hold" },
      constraints: { margin_floor: "0", max_change: null },
      gates: { min_observations: 1 },
      rounding: { endings: [] },
    },
    ...fields,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.document;
}

const LEADERS = {
  name: "Leaders",
  match: { tags: ["leader"] },
  priority: 1,
  strategy: { type: "position", against: "min", ratio: "-0.01" },
};
const FLOOR = { name: "Pans 40 %", match: { categories: ["Pans"] }, constraints: { margin_floor: "0.40" } };
const scoped = (loser: Json, winner: Json = LEADERS, more: Json = {}) =>
  documentOf({ scopes: [winner, loser], ...more });

const found = (document: ReturnType<typeof documentOf>, shared: SharedItems = { items: 2, sku: "PAN-1" }) => {
  const policy = resolvePolicy(document);
  return lintOverlaps(policy, lostConstraints(policy), () => shared);
};
const codes = (...given: Parameters<typeof found>) =>
  found(...given).map(({ level, path, code }) => [level, path, code]);

describe("a constraint of a scope that another goes before", () => {
  it("is found, an error for a margin floor, with how many items lose it and one of them", () => {
    expect(found(scoped(FLOOR))).toEqual([
      {
        level: "error",
        path: "scopes.1.constraints.margin_floor",
        code: "floor_lost",
        message:
          'It is lost for 2 items, PAN-1 among them: "Margin at least: 40 %" of "Pans 40 %" does not hold there, because "Leaders" goes first and asks for less. As a limit it would hold.',
      },
    ]);
  });

  it.each<[string, Json, Json, [string, string, string][]]>([
    [
      "a warning for anything but a floor",
      {
        ...FLOOR,
        constraints: { max_change: "0.02", map: true, market_distance: { against: "min", above: "0.1" } },
      },
      { ...LEADERS, constraints: { map: false } },
      [
        ["warning", "scopes.1.constraints.max_change", "constraint_lost"],
        ["warning", "scopes.1.constraints.market_distance", "constraint_lost"],
        ["warning", "scopes.1.constraints.map", "constraint_lost"],
      ],
    ],
    ["nothing where the first is as strict", FLOOR, { ...LEADERS, constraints: { margin_floor: "0.4" } }, []],
    [
      "nothing where it only repeats the defaults",
      { ...FLOOR, constraints: { margin_floor: "0" } },
      LEADERS,
      [],
    ],
    [
      "a warning where a narrower scope says the same itself, as an exception",
      FLOOR,
      {
        ...LEADERS,
        match: { categories: ["Pans"], tags: ["clearance"] },
        constraints: { margin_floor: "0.05" },
      },
      [["warning", "scopes.1.constraints.margin_floor", "floor_lost"]],
    ],
    ["nothing where no item can be under both", FLOOR, { ...LEADERS, match: { categories: ["Mugs"] } }, []],
    [
      "nothing where a distance is within another from the same figure",
      { ...FLOOR, constraints: { market_distance: { against: "min", above: "0.1" } } },
      { ...LEADERS, constraints: { market_distance: { against: "min", above: "0.05", below: "0.2" } } },
      [],
    ],
  ])("is %s", (_, loser, winner, expected) => {
    expect(codes(scoped(loser, winner))).toEqual(expected);
  });

  it("is no error while no item is under both scopes, and no loss where a limit asks for as much", () => {
    expect(codes(scoped(FLOOR), { items: 0, sku: null })).toEqual([
      ["warning", "scopes.1.constraints.margin_floor", "floor_lost"],
    ]);
    expect(codes(scoped(FLOOR, LEADERS, { limits: [{ ...FLOOR, match: {} }] }))).toEqual([]);
  });

  it.each([{ stock_from: 500 }, { except: { stock_to: 500 } }])(
    "is an error with nothing under both today where a delivery alone puts items there: %j",
    (match) => {
      const byStock = { ...LEADERS, match: { ...LEADERS.match, ...match } };
      expect(codes(scoped(FLOOR, byStock), { items: 0, sku: null })).toEqual([
        ["error", "scopes.1.constraints.margin_floor", "floor_lost"],
      ]);
    },
  );
});

describe("the move to limits", () => {
  it("keeps the floor whatever scope decides, and ends the finding", () => {
    const pan = item({ price: 17399n, cost: 10000n, category: "Pans", tags: ["leader"] });
    const priceOf = (document: ReturnType<typeof documentOf>) => {
      const outcome = decide(pan, [seen(15920n)], compilePolicy(document), NOW);
      return outcome.kind === "recommendation" ? outcome.recommendation.recommendedPrice : null;
    };
    const document = scoped(FLOOR);
    const moved = moveToLimits(document);
    if (moved === null) throw new Error("nothing was moved");
    expect(moved).toEqual({ ...document, scopes: [LEADERS], limits: [FLOOR] });
    expect([priceOf(document), priceOf(moved)]).toEqual([15761n, 16667n]);
    expect(codes(moved)).toEqual([]);
    expect(moveToLimits(moved)).toBeNull();
  });

  it("leaves the scope what else it says, and what the defaults would tighten", () => {
    const loser = {
      ...FLOOR,
      strategy: { type: "hold" },
      constraints: { margin_floor: "0.1", max_change: "0.05" },
    };
    const strict = { defaults: { constraints: { margin_floor: "0.2", max_change: null } } };
    expect(
      moveToLimits(scoped(loser, { ...LEADERS, constraints: { margin_floor: null } }, strict)),
    ).toMatchObject({
      scopes: [
        LEADERS,
        { name: FLOOR.name, strategy: { type: "hold" }, constraints: { margin_floor: "0.1" } },
      ],
      limits: [{ constraints: { margin_floor: "0.1", max_change: "0.05" } }],
    });
  });

  it("keeps a scope of which nothing is left while its place decides something", () => {
    const { constraints: _, ...empty } = FLOOR;
    const later = { name: "Sale", match: { tags: ["sale"] }, priority: -1, rounding: { endings: [".95"] } };
    const before = documentOf({ scopes: [LEADERS, FLOOR, later] });
    expect(moveToLimits(before)?.scopes).toEqual([LEADERS, empty, later]);
    const lanes = [{ name: "Small", decided_by: "one_person", items: { everything_else: true } }];
    expect(moveToLimits(scoped(FLOOR, LEADERS, { lanes }))?.scopes).toEqual([LEADERS, empty]);
  });

  it("gives a limit another name than those there are", () => {
    const limits = [{ name: FLOOR.name, match: { brands: ["Alp"] }, constraints: { map: true } }];
    expect(moveToLimits(scoped(FLOOR, LEADERS, { limits }))?.limits?.map(({ name }) => name)).toEqual([
      "Pans 40 %",
      "Pans 40 % 2",
    ]);
  });

  it("leaves any policy valid, decides no other scope's items anew, and leaves nothing to move", () => {
    fc.assert(
      fc.property(cases, ({ document, subject, observed }) => {
        const moved = moveToLimits(document);
        if (moved === null) return;
        expect(readPolicyDocument(moved).ok).toBe(true);
        expect(moveToLimits(moved)).toBeNull();
        const [before, after] = [document, moved].map((each) =>
          decide(subject, observed, compilePolicy(each), NOW),
        );
        expect(after?.evidence.cost).toEqual(before?.evidence.cost);
      }),
      { numRuns: 300 },
    );
  }, 60_000);
});

it("lint finds no missing floor where a limit of all its items has one, and a limit that asks for nothing", () => {
  const bare = {
    defaults: { strategy: { type: "position", against: "median" }, constraints: { margin_floor: null } },
  };
  const lint = (limits: unknown) => lintPolicy(documentOf({ ...bare, limits })).map(({ code }) => code);
  const floor = { name: "All", match: {}, constraints: { margin_floor: "0.1" } };
  expect(lint([])).toContain("no_floor");
  expect(lint([floor])).not.toContain("no_floor");
  expect(lint([{ ...floor, match: { tags: ["a"] } }])).toContain("no_floor");
  expect(lint([{ ...floor, constraints: { map: false, max_change: null } }])).toContain(
    "limit_without_constraint",
  );
});
