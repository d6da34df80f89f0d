import { beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { ITEM_ALERT_KINDS, type ItemAlertKind } from "@/server/domain/pricing/outcome";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";

const service = duringTests(startTestService);
let shop: Shop;

beforeAll(async () => {
  shop = await openShop(service);
});

/** Returns the states of an item's alerts of one kind, oldest first: open, snoozed or resolved. */
const states = async (sku: string, kind: string) =>
  (await shop.alerts(sku)).filter((row) => row["kind"] === kind).map((row) => row["status"]);

describe("an undercut that our own approved raise made", () => {
  it("raises no alert until a competitor moves, and none is missing without the raise", async () => {
    const own = await openShop(service);
    const integration_id = await service.make.integration(own.workspace.id);
    const raised = async (sku: string, columns: object) => {
      await own.stock({ sku, price: "21.00", cost: "5.00" });
      await own.observe(sku, ["19.00", "22.00"]);
      const item_id = await own.itemId(sku);
      const recommendation_id = await service.make.recommendation(own.workspace.id, {
        item_id,
        status: "applied",
        current_price: 1900n,
        recommended_price: 2100n,
        evidence: JSON.stringify({ market: { lowest: "19.00" } }),
      });
      const target = { integration_id, expected_price: 1900n, target_price: 2100n };
      await service.make.writeBack(own.workspace.id, { item_id, recommendation_id, ...target, ...columns });
    };
    await raised("RAISED", {});
    await raised("LOWERED", { expected_price: 2300n });
    await own.run();
    const undercut = async (sku: string) =>
      (await own.alerts(sku))
        .filter(({ kind }) => kind === "competitor_undercut")
        .map(({ status }) => status);
    expect([await undercut("RAISED"), await undercut("LOWERED")]).toEqual([[], ["open"]]);
    await own.run();
    expect(await undercut("RAISED")).toEqual([]);
    await own.observe("RAISED", ["18.90"]);
    await own.run();
    expect(await undercut("RAISED")).toEqual(["open"]);
  });
});

describe("an alert begins with its condition and ends with it", () => {
  const cases: { kind: ItemAlertKind; on: () => Promise<void>; off: () => Promise<void> }[] = [
    {
      kind: "below_cost",
      on: () => shop.stock({ sku: "below_cost", price: "10.00", cost: "12.00" }),
      off: () => shop.stock({ sku: "below_cost", price: "20.00" }),
    },
    {
      kind: "margin_below_floor",
      on: () => shop.stock({ sku: "margin_below_floor", price: "11.00", cost: "10.00" }),
      off: () => shop.stock({ sku: "margin_below_floor", price: "15.00" }),
    },
    {
      kind: "map_violation",
      on: () => shop.stock({ sku: "map_violation", price: "10.00", cost: "5.00", map_price: "12.00" }),
      off: () => shop.stock({ sku: "map_violation", map_price: null }),
    },
    {
      kind: "stale_cost",
      on: () => shop.stock({ sku: "stale_cost", price: "10.00", cost: null }),
      off: () => shop.stock({ sku: "stale_cost", cost: "5.00" }),
    },
    {
      kind: "cost_spike",
      on: async () => {
        await shop.stock({ sku: "cost_spike", price: "30.00", cost: "10.00" });
        await shop.stock({ sku: "cost_spike", cost: "11.50" });
      },
      off: () => shop.stock({ sku: "cost_spike", cost: "10.00" }),
    },
    {
      kind: "competitor_undercut",
      on: async () => {
        await shop.stock({ sku: "competitor_undercut", price: "20.00", cost: "5.00" });
        await shop.observe("competitor_undercut", ["18.00", "21.00"]);
      },
      off: () => shop.observe("competitor_undercut", ["19.90", "21.00"]),
    },
    {
      kind: "stale_market",
      on: async () => {
        await shop.stock({ sku: "stale_market", price: "20.00", cost: "5.00" });
        await shop.observe("stale_market", ["20.00", "21.00"]);
        service.clock.advance(15 * DAY_MS);
      },
      off: () => shop.observe("stale_market", ["20.00", "21.00"]),
    },
    {
      kind: "price_drift",
      on: async () => {
        await shop.stock({ sku: "price_drift", price: "20.00", cost: "5.00" });
        await service.sql("UPDATE catalog_items SET price = 2500 WHERE sku = 'price_drift'");
      },
      off: () =>
        service.sql("UPDATE catalog_items SET price = 2000 WHERE sku = 'price_drift'").then(() => undefined),
    },
  ];

  it("is shown for every kind that a run finds on an item", () => {
    expect(cases.map(({ kind }) => kind).sort()).toEqual([...ITEM_ALERT_KINDS].sort());
  });

  it.each(cases)("$kind", async ({ kind, on, off }) => {
    await on();
    await shop.run();
    expect(await states(kind, kind)).toEqual(["open"]);
    await shop.run();
    const [seen] = (await shop.alerts(kind)).filter((row) => row["kind"] === kind);
    expect(seen).toMatchObject({ status: "open", occurrences: 2 });
    await off();
    await shop.run();
    expect(await states(kind, kind)).toEqual(["resolved"]);
    await on();
    await shop.run();
    expect(await states(kind, kind)).toEqual(["resolved", "open"]);
  });
});

describe("what is not known changes nothing", () => {
  it("keeps an undercut standing inside the hysteresis band and when nobody could be seen", async () => {
    await shop.stock({ sku: "band", price: "20.00", cost: "5.00" });
    await shop.observe("band", ["18.90", "21.00"]);
    await shop.run();
    expect(await states("band", "competitor_undercut")).toEqual(["open"]);
    await shop.observe("band", ["19.10", "21.00"], { at: new Date(service.clock.now() + 500).toISOString() });
    await shop.run();
    expect(await states("band", "competitor_undercut")).toEqual(["open"]);
    await service.sql("DELETE FROM current_offers WHERE item_id = $1", [await shop.itemId("band")]);
    await shop.run();
    expect(await states("band", "competitor_undercut")).toEqual(["open"]);
  });
});

describe("money at risk", () => {
  it("is the shortfall of a unit times the stock, and of one unit where the stock is unknown", async () => {
    await shop.stock(
      { sku: "risk-10", price: "10.00", cost: "12.00", stock: 10 },
      { sku: "risk-1", price: "10.00", cost: "12.00", stock: null },
    );
    await shop.run();
    const risk = async (sku: string) =>
      (await shop.alerts(sku)).find((row) => row["kind"] === "below_cost")?.["money_at_risk"];
    expect(String(await risk("risk-10"))).toBe("2000");
    expect(String(await risk("risk-1"))).toBe("200");
  });

  it("does not keep other items from being published when one item's is absurd", async () => {
    await shop.stock(
      { sku: "risk-absurd", price: "0.01", cost: "9999999999999.99", stock: 1_000_000_000 },
      { sku: "risk-sound", price: "10.00", cost: "12.00", stock: 3 },
    );
    await shop.run();
    expect(await states("risk-sound", "below_cost")).toEqual(["open"]);
    expect(await states("risk-absurd", "margin_below_floor")).toEqual(["open"]);
  });
});

describe("every reason to skip is counted under its name", () => {
  const cases: { reason: string; make: (shop: Shop, sku: string) => Promise<void> }[] = [
    { reason: "no_price", make: (shop, sku) => shop.stock({ sku, cost: "5.00" }) },
    { reason: "unknown_cost", make: (shop, sku) => shop.stock({ sku, price: "9.99" }) },
    {
      reason: "stale_cost",
      make: async (shop, sku) => {
        await shop.stock({ sku, price: "9.99", cost: "5.00" });
        await service.sql("UPDATE catalog_items SET cost_updated_at = $2 WHERE sku = $1", [
          sku,
          new Date(service.clock.now() - 91 * DAY_MS),
        ]);
      },
    },
    { reason: "no_market_data", make: (shop, sku) => shop.stock({ sku, price: "9.99", cost: "5.00" }) },
    {
      reason: "stale_market",
      make: async (shop, sku) => {
        await shop.stock({ sku, price: "9.99", cost: "5.00" });
        await shop.observe(sku, ["9.00", "9.50"], {
          at: new Date(service.clock.now() - 15 * DAY_MS).toISOString(),
        });
      },
    },
    {
      reason: "too_few_observations",
      make: async (shop, sku) => {
        await shop.stock({ sku, price: "9.99", cost: "5.00" });
        await shop.observe(sku, ["9.00"]);
      },
    },
    {
      reason: "market_outliers",
      make: async (shop, sku) => {
        await shop.stock({ sku, price: "9.99", cost: "5.00" });
        await shop.observe(sku, ["99.00", "120.00"]);
      },
    },
    {
      reason: "currency_mismatch",
      make: async (shop, sku) => {
        await shop.stock({ sku, price: "9.99", cost: "5.00" });
        await shop.observe(sku, ["9.00", "9.50"], { currency: "USD" });
      },
    },
    {
      reason: "no_permitted_price",
      make: async (shop, sku) => {
        await shop.stock({ sku, price: "5.00", cost: "10.00" });
        await shop.observe(sku, ["5.00", "5.20"]);
      },
    },
    {
      reason: "no_permitted_ending",
      make: async (shop, sku) => {
        await shop.stock({ sku, price: "10.20", cost: "5.00", min_price: "10.10", max_price: "10.30" });
        await shop.observe(sku, ["10.20", "10.30"]);
      },
    },
    {
      reason: "at_target",
      make: async (shop, sku) => {
        await shop.stock({ sku, price: "9.99", cost: "5.00" });
        await shop.observe(sku, ["9.99", "9.99"]);
      },
    },
  ];

  it.each(cases)("$reason", async ({ reason, make }) => {
    const own = await openShop(service);
    await make(own, "only");
    const run = await own.run();
    expect(run).toMatchObject({ status: "succeeded", counts: { items: 1, skipped: { [reason]: 1 } } });
  });

  it("hold", async () => {
    const own = await openShop(service);
    await own.policy({ defaults: { strategy: { type: "hold" } } });
    await own.stock({ sku: "held-price", price: "9.99", cost: "5.00" });
    expect(await own.run()).toMatchObject({ counts: { items: 1, skipped: { hold: 1 } } });
  });
});
