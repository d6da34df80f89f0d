import { describe, expect, it } from "vitest";
import { compileMatch, matches } from "@/server/domain/pricing/engine/match";
import { covers, isEmpty, leavesNothing, mayOverlap } from "@/server/domain/pricing/match-sets";
import type { Match } from "@/server/domain/pricing/policy-match";
import { item } from "@/server/domain/pricing/testing";
import { drawnMatch, drawnSubject } from "@/server/testing/matches";
import { fc } from "@/server/testing/seed";

const isMatched = (match: Match, over: Parameters<typeof item>[0]) =>
  matches(compileMatch(match, "EUR"), item(over));

describe("what is said about the items of two rules", () => {
  it("is never refuted by an item", () => {
    const said = { covers: 0, apart: 0, nothing: 0 };
    fc.assert(
      fc.property(drawnMatch, drawnMatch, fc.array(drawnSubject, { minLength: 40 }), (a, b, subjects) => {
        const ofA = subjects.filter((each) => isMatched(a, each));
        const ofB = subjects.filter((each) => isMatched(b, each));
        if (covers(a, b, "EUR")) {
          said.covers += 1;
          expect(ofA).toEqual(expect.arrayContaining(ofB));
        }
        if (!mayOverlap(a, b, "EUR")) {
          said.apart += 1;
          expect(ofA.filter((each) => ofB.includes(each))).toEqual([]);
        }
        if (isEmpty(a, "EUR") || leavesNothing(a, "EUR")) {
          said.nothing += 1;
          expect(ofA).toEqual([]);
        }
      }),
      { numRuns: 3_000 },
    );
    for (const count of Object.values(said)) expect(count).toBeGreaterThan(10);
  }, 60_000);

  it.each<[string, Match, Match, boolean]>([
    ["one tag is one of two", { tags: ["a", "b"] }, { tags: ["a"] }, true],
    ["an item with all of two tags has one of them", { tags: ["a", "c"] }, { all_tags: ["a", "b"] }, true],
    ["an item with one of two tags may lack the other", { all_tags: ["a"] }, { tags: ["a", "b"] }, false],
    ["an item with one certain tag has it", { all_tags: ["a"] }, { tags: ["a"] }, true],
    ["some of the skus", { skus: ["A", "B"] }, { skus: ["B"] }, true],
    [
      "what leaves out less",
      { except: { tags: ["a"], brands: ["P"] } },
      { except: { tags: ["a", "b"] } },
      true,
    ],
    ["what leaves out more", { except: { tags: ["a", "b"] } }, { except: { tags: ["a"] } }, false],
    ["what has nothing of what is left out", { except: { brands: ["P"] } }, { brands: ["Q"] }, true],
    ["a narrower band of stock", { stock_from: 5 }, { stock_from: 5, stock_to: 10 }, true],
    ["a wider band of stock", { stock_from: 5, stock_to: 10 }, { stock_from: 5 }, false],
    ["unknown stock", { stock_to: 10 }, {}, false],
    ["stock outside of what is left out", { except: { stock_to: 5 } }, { stock_from: 5 }, true],
    ["an unknown brand", { except: { brands: ["P"] } }, { tags: ["a"] }, false],
  ])("covers %s", (_, outer, inner, does) => {
    expect(covers(outer, inner, "EUR")).toBe(does);
  });
});
