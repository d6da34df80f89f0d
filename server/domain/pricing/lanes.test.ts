import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import { compileLanes, type ItemPast, type LaneSubject, laneOf } from "@/server/domain/pricing/lanes";
import { lintPolicy } from "@/server/domain/pricing/lint";
import type { PolicyDocument } from "@/server/domain/pricing/policy";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import type { Lane } from "@/server/domain/pricing/policy-lanes";
import { toMarginFactors } from "../margin";

const NOW = 1_000_000_000_000;
const NO_VAT = toMarginFactors({
  includesVat: false,
  vatRate: { num: 0n, den: 1n },
  feeRate: { num: 0n, den: 1n },
  feeBase: "gross",
  paymentRate: { num: 0n, den: 1n },
  fixed: null,
});
const small: Lane = {
  name: "Small",
  decided_by: "automatic",
  at_most: { change: "0.02", money: "100.00", margin_fall: "0.01", evidence_age_hours: 24 },
  confidence: "high",
  a_day: { items: "0.05", money: "1000.00" },
};
const large: Lane = { name: "Large", decided_by: "two_people" };
const usual: Lane = { name: "Usual", decided_by: "one_person", at_most: { change: "0.10" } };
const documentOf = (lanes: readonly object[], more: object = {}): PolicyDocument => {
  const read = readPolicyDocument({
    version: 1,
    currency: "EUR",
    scopes: [{ name: "Shoes", match: { categories: ["Shoes"] } }],
    lanes,
    ...more,
  });
  if (!read.ok) throw new Error(JSON.stringify(read.issues));
  return read.document;
};
/** 10.00 to 10.20 at a cost of 5.00, 500 in stock: 2 % and 100.00 of profit. */
const subject: LaneSubject = {
  scope: null,
  currentPrice: 1000n,
  newPrice: 1020n,
  cost: 500n,
  stock: 500,
  marginBefore: "0.5000",
  marginAfter: "0.5098",
  confidence: "high",
  origins: ["page_checks", "people"],
  oldestInputMs: NOW - 24 * HOUR_MS,
  past: { firstSeenMs: NOW - 400 * DAY_MS, lastEditMs: null },
};
const lane = (over: Partial<LaneSubject> = {}, lanes: readonly Lane[] = [small, usual, large]) =>
  laneOf(compileLanes(documentOf(lanes)), { ...subject, ...over }, NO_VAT, NOW)?.name ?? null;

describe("the lane of a price change", () => {
  it("is the first whose limits it meets exactly or stays below", () => {
    expect(lane()).toBe("Small");
    expect(lane({ newPrice: 980n, marginAfter: "0.4900" })).toBe("Small");
    expect(lane({ newPrice: 1021n })).toBe("Usual");
    expect(lane({ newPrice: 1101n })).toBe("Large");
  });

  it.each<[string, Partial<LaneSubject>]>([
    ["more money than the limit", { stock: 501 }],
    ["a larger fall of the margin", { marginAfter: "0.4899" }],
    ["older evidence", { oldestInputMs: NOW - 24 * HOUR_MS - 1 }],
    ["less confidence", { confidence: "medium" }],
  ])("is another one with %s", (_, over) => {
    expect(lane(over)).toBe("Usual");
  });

  it.each<[string, Partial<LaneSubject>]>([
    ["cost", { cost: null }],
    ["stock", { stock: null }],
    ["margin", { marginAfter: null }],
    ["age of the evidence", { oldestInputMs: null }],
    ["current price", { currentPrice: null }],
  ])("is never one whose limit needs an unknown %s", (_, over) => {
    expect(lane(over)).not.toBe("Small");
  });

  it.each<[string, Partial<LaneSubject>]>([
    ["stock", { stock: null }],
    ["stock on hand", { stock: 0 }],
    ["amount that can be stored", { stock: 1_000_000_000, newPrice: 10n ** 17n }],
    ["age of the evidence", { oldestInputMs: null }],
  ])("is the one for two people where its limit needs an unknown %s", (_, over) => {
    const two: Lane = {
      name: "Careful",
      decided_by: "two_people",
      at_most: { money: "1000.00", evidence_age_hours: 24 },
    };
    const lanes = compileLanes(documentOf([two]));
    expect(laneOf(lanes, { ...subject, ...over }, NO_VAT, NOW)?.name).toBe("Careful");
    expect(laneOf(lanes, { ...subject, stock: 100_000 }, NO_VAT, NOW)).toBeNull();
  });

  it("is another one soon after a change by hand, and for an item that is new", () => {
    const careful: Lane = { ...small, last_edit_hours: 24, first_seen_days: 30 };
    const at = (past: Partial<ItemPast>) => lane({ past: { ...subject.past, ...past } }, [careful, usual]);
    expect(at({})).toBe("Small");
    expect(at({ lastEditMs: NOW - 24 * HOUR_MS })).toBe("Small");
    expect(at({ lastEditMs: NOW - 24 * HOUR_MS + 1 })).toBe("Usual");
    expect(at({ firstSeenMs: NOW - 30 * DAY_MS })).toBe("Small");
    expect(at({ firstSeenMs: NOW - 30 * DAY_MS + 1 })).toBe("Usual");
    expect(at({ firstSeenMs: null })).toBe("Usual");
  });

  it("is none where nothing fits, and none without lanes", () => {
    expect(lane({ newPrice: 1200n }, [usual])).toBeNull();
    expect(lane({}, [])).toBeNull();
  });

  it("is chosen by the scope of the item, or by having none", () => {
    const shoes: Lane = { ...usual, items: { scopes: ["Shoes"] } };
    const rest: Lane = { ...large, items: { everything_else: true } };
    expect(lane({ scope: "Shoes" }, [shoes, rest])).toBe("Usual");
    expect(lane({ scope: null }, [shoes, rest])).toBe("Large");
    expect(lane({ scope: "Shoes" }, [rest])).toBeNull();
  });
});

describe("lanes of a policy", () => {
  const issues = (lanes: unknown) => {
    const read = readPolicyDocument({ version: 1, currency: "EUR", lanes });
    return read.ok ? [] : read.issues.map(({ path, code }) => [path, code]);
  };
  const lint = (lanes: readonly Lane[]) =>
    lintPolicy(documentOf(lanes)).map(({ level, path, code }) => [level, path, code]);

  it("are refused without a most a day, with unknown scopes, equal names and impossible amounts", () => {
    const { a_day: _, ...endless } = small;
    expect(issues([endless])).toEqual([["lanes.0.a_day", "custom"]]);
    expect(issues([{ ...usual, a_day: { items: "0.1" } }])).toEqual([["lanes.0.a_day", "custom"]]);
    expect(issues([{ ...usual, items: { scopes: ["Hats"] } }])).toEqual([
      ["lanes.0.items.scopes.0", "unknown_scope"],
    ]);
    expect(issues([usual, usual])).toEqual([["lanes.1.name", "duplicate"]]);
    expect(issues([{ ...usual, at_most: { money: "1.005" } }])).toEqual([
      ["lanes.0.at_most.money", "bad_amount"],
    ]);
    expect(issues([{ ...usual, items: {} }])).toEqual([["lanes.0.items", "custom"]]);
  });

  it("have nothing to find in an order from small to large", () => {
    expect(lint([small, usual, large])).toEqual([]);
  });

  it("are told apart from lanes that nothing reaches, or that loosen above their limits", () => {
    expect(lint([large, small])).toEqual([["error", "lanes.1", "unreachable_lane"]]);
    expect(lint([usual, { ...small, confidence: "high" }])).toEqual([
      ["error", "lanes.1", "unreachable_lane"],
    ]);
    expect(lint([{ ...large, at_most: { change: "0.10" } }])).toEqual([
      ["warning", "lanes.0.at_most", "weaker_beyond"],
    ]);
    expect(
      lint([
        { ...large, at_most: { change: "0.10" } },
        { ...large, name: "Rest" },
      ]),
    ).toEqual([]);
  });

  it("are reached by what is new or was changed by hand, where an earlier one leaves that out", () => {
    const known = { ...usual, name: "Known", first_seen_days: 30 };
    const unreachable = [["error", "lanes.1", "unreachable_lane"]];
    expect(lint([known, usual])).toEqual([]);
    expect(lint([usual, known])).toEqual(unreachable);
    const after = (hours: number) => ({ ...usual, name: `After ${hours}`, last_edit_hours: hours });
    expect(lint([after(24), after(48)])).toEqual(unreachable);
    expect(lint([after(48), after(24)])).toEqual([]);
    expect(issues([{ ...large, first_seen_days: 30 }])).toEqual([["lanes.0.decided_by", "custom"]]);
    const limits = { ...small.at_most, change: "0.05" };
    const wide = { ...small, name: "Wide", at_most: limits };
    expect(lint([{ ...small, last_edit_hours: 24 }, wide])).toEqual([
      ["warning", "lanes.1", "past_not_asked"],
    ]);
    expect(
      lint([
        { ...small, last_edit_hours: 24 },
        { ...wide, last_edit_hours: 24 },
      ]),
    ).toEqual([]);
  });

  it("are warned of where fewer people decide about a larger change, also between two lanes for two", () => {
    const two = { ...large, name: "Two", at_most: { change: "0.10" } };
    const one = { ...usual, at_most: { change: "0.50" } };
    const weaker = [["warning", "lanes.0.at_most", "weaker_beyond"]];
    expect(lint([two, one])).toEqual(weaker);
    expect(lint([two, one, large])).toEqual(weaker);
    expect(lint([two, large])).toEqual([]);
    expect(lint([usual, { ...two, at_most: { change: "0.50" } }, large])).toEqual([]);
  });

  it("need a limit of the change when they decide by themselves, and are warned of missing ones", () => {
    const { confidence: _, ...any } = small;
    expect(lint([{ ...any, at_most: {}, a_day: { items: "0.1" } }])).toEqual([
      ["error", "lanes.0.at_most.change", "no_change_limit"],
      ["warning", "lanes.0.confidence", "any_confidence"],
      ["warning", "lanes.0.a_day.money", "no_money_cap"],
    ]);
  });
});
