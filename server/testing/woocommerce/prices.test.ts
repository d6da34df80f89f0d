import { afterEach, describe, expect, it } from "vitest";
import { OPENED, openCaller, type WooCaller } from "./caller";
import { applySaleDates } from "./save";

let caller: WooCaller;
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function open(...given: Parameters<typeof openCaller>): Promise<void> {
  caller = await openCaller(...given);
  stops.push(caller.standIn.stop);
}
const DAY_MS = 86_400_000;

describe("a price is never refused", () => {
  it.each([
    ["7.77", "7.77"],
    ["-1.00", "-1.00"],
    ["0", "0"],
    ["999999999999.99", "999999999999.99"],
    ["31.019", "31.019"],
    ["12.345678901", "12.345678901"],
    ["1e3", "13"],
    ["1e15", "115"],
    ["12,34", "12.34"],
    ["1.234,56", "1234.56"],
    [" 9.90 ", "9.90"],
    ["€ 9.90", "9.90"],
    ["abc", ""],
    ["", ""],
    [null, ""],
  ])("%j is stored as %j, as regular and as active price", async (sent, stored) => {
    await open();
    expect(await caller.put({ regular_price: sent })).toMatchObject({ status: 200 });
    expect(caller.product()).toMatchObject({ regular: stored, active: stored });
  });

  it("one on a variable product answers 200 and is not stored", async () => {
    await open([
      { id: 56, type: "variable" },
      { id: 57, type: "variation", parentId: 56, regular: "16.00" },
    ]);
    const { body } = await caller.ask("PUT", "/products/56", { regular_price: "99.00" });
    expect(body).toMatchObject({ price: "16.00", regular_price: "", sale_price: "" });
  });

  it("the same again writes no price, and moves the date and the events", async () => {
    await open();
    caller.nowMs += 5000;
    await caller.put({ regular_price: "10.00" });
    expect(caller.standIn.shop.events.map(({ kind }) => kind)).toEqual(["saved"]);
    expect(caller.product().modifiedMs).toBe(caller.nowMs);
  });
});

describe("sales", () => {
  const onSale = { id: 10, regular: "13.12", sale: "10.50", active: "10.50" };
  const state = () => ({
    regular: caller.product().regular,
    sale: caller.product().sale,
    active: caller.product().active,
  });

  it("a regular price above the sale leaves the active price; one below erases the sale", async () => {
    await open([onSale]);
    await caller.put({ regular_price: "20.00" });
    expect(state()).toEqual({ regular: "20.00", sale: "10.50", active: "10.50" });
    await caller.put({ regular_price: "5.00" });
    expect(state()).toEqual({ regular: "5.00", sale: "", active: "5.00" });
  });

  it("an ended or future dated sale lets the active price change, and stays", async () => {
    for (const dates of [{ saleToMs: OPENED - DAY_MS }, { saleFromMs: OPENED + DAY_MS }]) {
      await open([{ ...onSale, ...dates, active: "13.12" }]);
      await caller.put({ regular_price: "20.00" });
      expect(state()).toEqual({ regular: "20.00", sale: "10.50", active: "20.00" });
    }
  });

  it.each(["13.12", "14.00"])("a sale price of %s, which is not lower, is dropped", async (sale_price) => {
    await open([{ id: 10, regular: "13.12" }]);
    await caller.put({ sale_price });
    expect(state()).toEqual({ regular: "13.12", sale: "", active: "13.12" });
  });

  it("start and end are applied by a job: until then the price is the one before", async () => {
    await open([{ ...onSale, active: "13.12", saleFromMs: OPENED + 1000, saleToMs: OPENED + 3000 }]);
    caller.nowMs = OPENED + 2000;
    expect((await caller.ask("GET", "/products/10")).body).toMatchObject({ on_sale: true, price: "13.12" });
    applySaleDates(caller.standIn.shop);
    expect((await caller.ask("GET", "/products/10")).body).toMatchObject({
      price: "10.50",
      date_on_sale_from_gmt: null,
    });
    caller.nowMs = OPENED + 5000;
    expect((await caller.ask("GET", "/products/10")).body).toMatchObject({ on_sale: false, price: "10.50" });
    applySaleDates(caller.standIn.shop);
    expect((await caller.ask("GET", "/products/10")).body).toMatchObject({ price: "13.12", sale_price: "" });
    expect(caller.product().modifiedMs).toBe(caller.nowMs);
  });
});

describe("marker and price are separate writes", () => {
  const marked = { regular_price: "44.00", meta_data: [{ key: "_pricecheck_write_key", value: "new" }] };

  it("a shop that dies keeps the marker with the old price, or the price with the old charge, for good", async () => {
    await open([{ id: 10, regular: "30.00" }]);
    caller.standIn.shop.crashes.push("after_marker", "after_price");
    await expect(caller.put(marked)).rejects.toThrow("fetch failed");
    expect(caller.product()).toMatchObject({ regular: "30.00", active: "30.00", meta: [{ value: "new" }] });
    await expect(caller.put(marked)).rejects.toThrow("fetch failed");
    expect(caller.product()).toMatchObject({ regular: "44.00", active: "30.00" });
    await caller.put(marked);
    expect(caller.product()).toMatchObject({ regular: "44.00", active: "30.00" });
    await caller.put({ ...marked, sale_price: "44.00" });
    expect(caller.product()).toMatchObject({ regular: "44.00", active: "44.00", sale: "" });
  });

  it("meta data keeps its id, holds objects, and is removed by null", async () => {
    await open();
    const meta = async (value: unknown) =>
      (await caller.put({ meta_data: [{ key: "_k", value }] })).body["meta_data"] as {
        id: number;
        value: unknown;
      }[];
    const [first] = await meta("one");
    expect(await meta({ two: 2 })).toEqual([{ id: first?.id, key: "_k", value: { two: 2 } }]);
    expect(await meta(null)).toEqual([]);
  });

  it("an answer may show what another writer stored meanwhile", async () => {
    await open();
    caller.standIn.shop.beforeAnswer = (written) => {
      written.regular = "1.00";
    };
    expect((await caller.put(marked)).body).toMatchObject({ regular_price: "1.00" });
  });
});
