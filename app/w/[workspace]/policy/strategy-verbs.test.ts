import { describe, expect, it } from "vitest";
import { PolicyDocument } from "@/server/domain/pricing/policy";
import {
  unitOf,
  VERBS,
  type Verb,
  verbOf,
  verbsFor,
  withReference,
  withUnit,
  withVerb,
} from "./strategy-verbs";

const verbs = Object.keys(VERBS) as Verb[];

describe("the verb of a strategy", () => {
  it.each(verbs)("%s begins with a strategy that the policy knows, and is read from it", (verb) => {
    const { start } = VERBS[verb];
    expect(verbOf({ ...start })).toBe(verb);
    const read = PolicyDocument.shape.defaults.safeParse({ strategy: { ...start } });
    expect(read.success).toBe(true);
  });

  it("is that of the side, in whichever unit", () => {
    const at = (fields: object) => verbOf({ type: "position", against: "min", ...fields });
    expect([at({ amount: "-0.05" }), at({ amount: "0.05" }), at({ amount: "0" }), at({})]).toEqual([
      "undercut",
      "above",
      "meet",
      "meet",
    ]);
    expect([verbOf(undefined), verbOf(null), verbOf({ type: "later" })]).toEqual([null, null, null]);
  });

  it("changes without losing what is followed, how far and in which unit", () => {
    const below = { type: "position", against: "seller", seller: "alpen.example", amount: "-0.30" };
    expect(withVerb(below, "above")).toEqual({
      type: "position",
      against: "seller",
      seller: "alpen.example",
      amount: "0.30",
    });
    expect(withVerb(below, "index")).toMatchObject({ type: "index", against: "seller", index: "1" });
    expect(withVerb(below, "margin")).toEqual({ type: "cost_plus", margin: "0.3" });
    expect(withVerb({ type: "hold" }, "undercut")).toEqual(VERBS.undercut.start);
  });

  it("keeps what it is measured from, and leaves neither seller nor rank behind", () => {
    const ranked = { type: "position", against: "rank", rank: 3, ratio: "-0.02" };
    expect(withVerb(ranked, "above")).toEqual({ ...ranked, ratio: "0.02" });
    expect(withReference(ranked, "min")).toEqual({ type: "position", against: "min", ratio: "-0.02" });
    const known = { type: "position", against: "min", last_known_days: 30 };
    expect([withVerb(known, "index"), withReference(known, "median")]).toMatchObject([
      { type: "index", last_known_days: 30 },
      { against: "median", last_known_days: 30 },
    ]);
    expect(withReference(known, "msrp")).toEqual({ type: "position", against: "msrp" });
    const seller = { type: "position", against: "seller", seller: "a" };
    expect(withReference(seller, "rank")).toEqual({ type: "position", against: "rank", rank: 2 });
  });

  it("keeps what a pick picks from, and is a pick only where one may stand", () => {
    const of = [{ type: "hold" }, { type: "cost_plus" }];
    expect(withVerb({ type: "best_of", pick: "lowest", of }, "highest")).toEqual({
      type: "best_of",
      pick: "highest",
      of,
    });
    expect(verbsFor(true)).toEqual(verbs);
    expect(verbsFor(false)).toEqual(verbs.filter((verb) => verb !== "lowest" && verb !== "highest"));
  });

  it("keeps its side when the unit changes", () => {
    const below = { type: "position", against: "min", ratio: "-0.02" };
    const inMoney = withUnit(below, "amount");
    expect(inMoney).toEqual({ type: "position", against: "min", amount: "-0.10" });
    expect([unitOf(below), unitOf(inMoney)]).toEqual(["share", "amount"]);
    expect(withUnit({ type: "position", against: "min", amount: "0" }, "share")).toEqual({
      type: "position",
      against: "min",
    });
  });
});
