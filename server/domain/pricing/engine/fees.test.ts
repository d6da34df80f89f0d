import { describe, expect, it } from "vitest";
import { decide } from "@/server/domain/pricing/engine/engine";
import { brokenGuards } from "@/server/domain/pricing/engine/guards";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { item, NOW, policy } from "@/server/domain/pricing/testing";
import { CHEAPEST, found, type Json, MUG_MARKET } from "@/server/testing/mug-market";

/** 20 % VAT in the price, 2.9 % and 0.30 for the payment. */
const CARD: Json = { includes_vat: true, vat_rate: "0.20", payment_rate: "0.029", payment_fixed: "0.30" };
const rulesOf = (pricing: Json, strategy: Json = CHEAPEST, constraints: Json = {}) =>
  policy({
    pricing,
    defaults: {
      strategy,
      constraints: { margin_floor: "0", max_change: "0.50", ...constraints },
      rounding: { endings: [] },
      gates: { min_observations: 1 },
    },
  });
const MARGIN = { type: "cost_plus", margin: "0.25" };
const guards = (rules: ReturnType<typeof policy>, target: bigint) =>
  brokenGuards({ item: item(), observations: MUG_MARKET }, target, rules, NOW);

describe("fees", () => {
  it("include a payment's, covered by the least price that keeps the margin", () => {
    expect(found(rulesOf(CARD, MARGIN))).toEqual({
      price: 1729n,
      why: "cost_plus",
      text: "Lower from 20.00 to 17.29 EUR for a margin of 25 %, 7.8 % below the market median.",
      bound: ["Cost plus a margin of 25 % after 0.30 of fees a unit"],
    });
    const outcome = decide(item(), MUG_MARKET, rulesOf(CARD, MARGIN), NOW);
    expect(outcome).toMatchObject({ recommendation: { marginAfter: "0.2503" } });
  });

  it("add up for a unit, the payment and shipping, in floors, aims and ignored prices", () => {
    const all = { fee_fixed: "1.00", payment_fixed: "0.50", shipping_cost: "3.50" };
    const floor = (constraints: Json) =>
      found(rulesOf(all, { type: "position", against: "min", ratio: "-0.5" }, constraints));
    expect(floor({ margin_floor: "0.2" })).toMatchObject({
      price: 1875n,
      bound: ["Margin floor 20 % after 5.00 of fees a unit"],
    });
    expect(floor({ min_profit: "2" })).toMatchObject({
      price: 1700n,
      bound: ["At least 2.00 profit a unit after 5.00 of fees a unit"],
    });
    expect(floor({ markup_floor: "0.15" })).toMatchObject({ price: 1650n });
    expect(floor({ margin_floor: null })).toMatchObject({ price: 1500n, why: "below_cost" });
    const cost = (more: Json) => found(rulesOf(all, { type: "cost_plus", ...more })).price;
    expect([cost({ markup: "0.3" }), cost({ markup: "0.3", amount: "1" }), cost({ amount: "2.5" })]).toEqual([
      1800n,
      1900n,
      1750n,
    ]);
  });

  it("are counted by the guards of approval and the alerts", () => {
    const rules = rulesOf({ shipping_cost: "4.90" }, CHEAPEST, { margin_floor: "0.1" });
    // 14.90 / 0.9 = 16.555…
    expect([guards(rules, 1656n), guards(rules, 1655n), guards(rules, 1489n)]).toEqual([
      [],
      ["margin_floor"],
      ["below_cost", "margin_floor"],
    ]);
    const signals = (price: bigint, currency = "EUR") =>
      decide(item({ price, currency }), [], rules, NOW).signals.filter(({ kind }) => kind === "below_cost");
    expect(signals(1480n)).toMatchObject([
      { signal: "on", message: "Every unit sold at 14.80 EUR loses 0.10." },
    ]);
    // In another currency what a unit costs besides is not known.
    expect(signals(1480n, "USD")).toMatchObject([{ signal: "keep" }]);
  });

  it("are refused where they do not fit the currency, and an unknown word names the nearest known one", () => {
    const faults = (pricing: Json, currency = "EUR") => {
      const reading = readPolicyDocument({ version: 1, currency, pricing });
      return reading.ok ? [] : reading.issues.map(({ path, message }) => [path, message]);
    };
    expect(faults({ fee_fixed: "0.305" })).toMatchObject([["pricing.fee_fixed", expect.any(String)]]);
    expect(faults({ shipping_cost: "0.5" }, "JPY")).toMatchObject([
      ["pricing.shipping_cost", expect.any(String)],
    ]);
    expect(faults({ fee_fix: "0.30" })).toEqual([
      ["pricing.fee_fix", '"fee_fix" is no known setting; did you mean "fee_fixed"?'],
    ]);
    expect(faults({ payment_rate: "0.9" })).toMatchObject([
      ["defaults.constraints.margin_floor", expect.any(String)],
    ]);
  });
});
