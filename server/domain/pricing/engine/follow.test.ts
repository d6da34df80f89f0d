import { describe, expect, it } from "vitest";
import { decide } from "@/server/domain/pricing/engine/engine";
import type { EngineItem } from "@/server/domain/pricing/inputs";
import type { Outcome } from "@/server/domain/pricing/outcome";
import { item, NOW, policy, seen } from "@/server/domain/pricing/testing";

function price(outcome: Outcome) {
  if (outcome.kind !== "recommendation") throw new Error(`${outcome.skipReason}: ${outcome.message}`);
  return outcome.recommendation;
}

const exactly = (fields: Record<string, unknown>) =>
  policy({
    defaults: {
      strategy: { type: "position", against: "median" },
      gates: { min_observations: 1, outlier_ratio: null },
      ...fields,
    },
  });

describe("a price that follows one seller or keeps an index", () => {
  const three = [seen(2100n, { seller: "A" }), seen(2200n, { seller: "b" }), seen(2300n, { seller: "C" })];
  it.each([
    [{ type: "position", against: "seller", seller: "a", ratio: "-0.01" }, 2000n, 2079n],
    [{ type: "position", against: "seller", seller: "C", amount: "-2" }, 2000n, 2100n],
    [{ type: "index", against: "median", index: "0.98" }, 2000n, 2156n],
    [{ type: "index", against: "median", index: "1", tolerance: "0.05" }, 2000n, 2090n],
    [{ type: "index", against: "median", index: "1", tolerance: "0.05" }, 2400n, 2310n],
    [{ type: "index", against: "median", index: "1", tolerance: "0.05" }, 2190n, null],
    [{ type: "index", against: "seller", seller: "B", index: "1.02", tolerance: "0.01" }, 2300n, 2266n],
  ])("follows %j from %d to %d", (strategy, now, expected) => {
    const rules = policy({ defaults: { strategy, rounding: { endings: [] } } });
    const outcome = decide(item({ price: now }), three, rules, NOW);
    if (expected === null) expect(outcome.skipReason).toBe("at_target");
    else expect(price(outcome).recommendedPrice).toBe(expected);
  });

  it("says which index it keeps", () => {
    const strategy = { type: "index", against: "seller", seller: "B", index: "1", tolerance: "0.05" };
    const rules = policy({ defaults: { strategy, rounding: { endings: [] } } });
    const outcome = decide(item(), three, rules, NOW);
    expect(price(outcome).reason).toBe("Raise from 20.00 to 20.90 EUR to keep at 100 % of B within 5 %.");
    expect(outcome.evidence.steps[0]).toEqual({
      rule: "index",
      label: "Keep at 100 % of B within 5 %",
      amount: 2090n,
      effect: "target",
      bound: true,
    });
  });
});

describe("a limit on change or on the distance to the market", () => {
  it("moves no further in a day than the policy allows, and is not driven back", () => {
    const rules = exactly({ constraints: { max_change_per_day: "0.05" }, rounding: { endings: [] } });
    const decided = (over: Partial<EngineItem>) => decide(item(over), [seen(2200n)], rules, NOW);
    const found = price(decided({ dayPrice: 1980n }));
    expect(found).toMatchObject({ recommendedPrice: 2079n, bindingRule: "max_change_per_day" });
    expect(found.reason).toContain("to meet the market median, as far as 5 % a day allows");
    expect(decided({ dayPrice: 1900n }).skipReason).toBe("at_target");
    expect(price(decided({ dayPrice: null })).recommendedPrice).toBe(2100n);
  });

  it("keeps its distance to the market, whatever the cost asks for", () => {
    const rules = policy({
      defaults: {
        strategy: { type: "cost_plus", margin: "0.55" },
        constraints: { market_distance: { against: "median", above: "0.05", below: "0.10" } },
        rounding: { endings: [] },
      },
    });
    const outcome = decide(item(), [seen(2050n), seen(2080n), seen(2070n)], rules, NOW);
    expect(price(outcome)).toMatchObject({ recommendedPrice: 2173n, bindingRule: "market_distance" });
    expect(price(outcome).reason).toBe(
      "Raise from 20.00 to 21.73 EUR to stay at most 5 % above the market median, 5 % above the market median.",
    );
    expect(outcome.evidence.steps.filter(({ rule }) => rule === "market_distance")).toMatchObject([
      { amount: 1863n, effect: "floor", bound: false },
      { amount: 2173n, effect: "ceiling", bound: true },
    ]);
    expect(decide(item(), [], rules, NOW).skipReason).toBe("no_market_data");
  });
});

describe("packs", () => {
  it("compares no multi-pack with a single", () => {
    const six = [seen(1100n, { packSize: "6 x 0.33 l" }), seen(1150n, { packSize: "6×330ml", seller: "b" })];
    const single = seen(2150n, { packSize: "330 ml", seller: "c" });
    const outcome = decide(item({ packSize: "0,33 l" }), [...six, single], exactly({}), NOW);
    expect(price(outcome).recommendedPrice).toBe(2149n);
    expect(outcome.evidence.observations.map(({ refusal, note }) => [refusal, note])).toEqual([
      ["other_pack", "It is for another pack: 6 x 0.33 l; yours is 0,33 l."],
      ["other_pack", "It is for another pack: 6×330ml; yours is 0,33 l."],
      [null, "Used."],
    ]);
    expect(decide(item({ packSize: "0,33 l" }), six, exactly({}), NOW)).toMatchObject({
      skipReason: "no_market_data",
      message: "Every competitor price is for another pack, or may be.",
    });
  });

  it("takes an unknown pack for the same only where the policy lets it", () => {
    const gates = { min_observations: 1, outlier_ratio: null };
    const used = (pack_size: string, own: string | null, theirs: string | null) =>
      decide(
        item({ packSize: own }),
        [seen(2150n, { packSize: theirs })],
        policy({ defaults: { gates: { ...gates, pack_size } } }),
        NOW,
      ).evidence.market.used;
    expect([used("same", "6", null), used("same", null, "6"), used("same", null, null)]).toEqual([0, 0, 0]);
    expect([used("not_different", "6", null), used("not_different", null, "6")]).toEqual([1, 1]);
    expect([used("not_different", "6", "12"), used("any", "6", "12")]).toEqual([0, 1]);
  });
});
