import { describe, expect, it } from "vitest";
import { lintPolicy } from "@/server/domain/pricing/lint";
import { lintSellers, namedSellers } from "@/server/domain/pricing/lint-sellers";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import type { Json } from "@/server/testing/mug-market";

const AVERAGE = { type: "position", against: "mean" };
const read = (tiers: Json[], strategy: Json = AVERAGE, gates: Json = {}) =>
  readPolicyDocument({
    version: 1,
    currency: "EUR",
    defaults: { strategy, gates: { tiers, min_observations: 1, ...gates } },
  });
function documentOf(...given: Parameters<typeof read>) {
  const reading = read(...given);
  if (!reading.ok) throw new Error(JSON.stringify(reading.issues));
  return reading.document;
}
const lint = (...given: Parameters<typeof read>) =>
  lintPolicy(documentOf(...given)).map(({ level, path, message }) => [level, path, message]);
const faults = (tiers: Json[]) => {
  const reading = read(tiers);
  return reading.ok ? [] : reading.issues.map(({ path, message }) => [path, message]);
};
const AT = "defaults.gates.tiers";

describe("tiers of sellers", () => {
  it("are refused where they cannot be meant, and an unknown word names the nearest known one", () => {
    expect(faults([{ sellers: ["a"], weigths: ["1"] }])).toEqual([
      [`${AT}.0.weigths`, '"weigths" is no known setting; did you mean "weights"?'],
    ]);
    const each = [[`${AT}.0`, "Give one weight for each seller."]];
    expect([faults([{ sellers: ["a", "b"], weights: ["1"] }]), faults([{ weights: ["1"] }])]).toEqual([
      each,
      each,
    ]);
    expect(faults([{}, {}])).toEqual([[AT, "Only one tier can be of all other sellers."]]);
    expect(faults([{ sellers: ["a"], weights: ["-1"] }])).toMatchObject([
      [`${AT}.0.weights.0`, expect.any(String)],
    ]);
  });

  it("are doubted where they never count or change nothing, by their line", () => {
    expect(lint([{ sellers: ["a", "b"], weights: ["2", "0.0"] }, {}])).toEqual([
      [
        "error",
        `${AT}.0.weights.1`,
        "A weight of zero leaves b out of the average: take it out of the tier.",
      ],
    ]);
    expect(lint([{ sellers: ["a", "A"], at_least: 2 }, { sellers: ["b", "a"] }])).toEqual([
      ["error", `${AT}.0`, "This tier has one seller, and 2 prices are needed: it never counts."],
      ["error", `${AT}.0.sellers.1`, "A is in this tier twice: take one of them out."],
      ["error", `${AT}.1.sellers.1`, "a is in an earlier tier as well: say in which one it belongs."],
    ]);
    expect(lint([{ sellers: ["Charlie", "b", "charlie"] }, {}])).toEqual([
      ["error", `${AT}.0.sellers.2`, "charlie is in this tier twice: take one of them out."],
    ]);
    expect(lint([{ sellers: ["a"] }, {}], AVERAGE, { sellers: { except: ["A"] } })).toEqual([
      ["error", `${AT}.0`, "This tier has no seller that counts, and a price is needed: it never counts."],
    ]);
    expect(lint([{ sellers: ["a", "b"] }], { type: "position", against: "rank", rank: 3 })).toEqual([
      ["error", "defaults.strategy.rank", "Only 2 sellers count: no item has a price of rank 3."],
    ]);
    expect(lint([{ sellers: ["a"], weights: ["2"] }, {}], { type: "position", against: "min" })).toEqual([
      [
        "warning",
        `${AT}.0.weights`,
        "Weights change the market average alone, from which nothing here is measured.",
      ],
    ]);
    expect(lint([{ sellers: ["a"] }], { type: "position", against: "seller", seller: "b" })).toEqual([
      ["error", "defaults.strategy", "Prices are measured from b, a seller that does not count."],
    ]);
    expect(lint([{ sellers: ["a", "b"], weights: ["2", "1"] }, {}])).toEqual([]);
  });

  it("name sellers of whom no price is known", () => {
    expect(lintSellers(namedSellers(documentOf([{ sellers: ["chalie"] }])), ["charlie"])).toMatchObject([
      { path: `${AT}.0.sellers.0`, message: 'No price of "chalie" is known; did you mean "charlie"?' },
    ]);
  });
});
