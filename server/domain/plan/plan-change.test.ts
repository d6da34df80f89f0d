import { describe, expect, it } from "vitest";
import { whatStops } from "./plan-change";
import { PLANS } from "./plans";

const NOTHING = { items: 0, members: 1, tokens: 0, webhooks: 0 };

describe("what stops on another plan", () => {
  it("is nothing on the same or a larger one, however much is used", () => {
    const much = { items: 2_000_000, members: 5_000, tokens: 5_000, webhooks: 5_000 };
    for (const [i, from] of PLANS.entries())
      for (const to of PLANS.slice(i)) expect(whatStops(from, to, much)).toEqual([]);
  });

  it("names approving and agents, once, when they go", () => {
    const effects = whatStops("max", "pro", NOTHING).map(({ what }) => what);
    expect(effects).toEqual(["approve", "agents", "runs", "checks"]);
    expect(whatStops("pro", "free", NOTHING).map(({ what }) => what)).toEqual(["runs", "checks"]);
  });

  it("tells of what is over a cap with both figures, and of nothing that fits", () => {
    const effects = whatStops("pro", "free", { items: 251, members: 2, tokens: 3, webhooks: 1 });
    expect(effects.map(({ what }) => what)).toEqual(["items", "tokens", "runs", "checks"]);
    expect(effects[0]?.message).toBe(
      "251 items are there and the Free plan holds 250: they stay, with their prices, runs and syncs, and no new ones can be added.",
    );
  });

  it("counts an allowance that had no limit as the larger one", () => {
    expect(whatStops("enterprise", "max", NOTHING).map(({ message }) => message)).toEqual([
      "Runs are limited to 288 a day.",
      "Competitors' pages are checked at most 1,000,000 times a month.",
    ]);
  });
});
