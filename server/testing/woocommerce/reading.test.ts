import { afterEach, describe, expect, it } from "vitest";
import { openCaller, type WooCaller } from "./caller";

let caller: WooCaller;
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function open(...given: Parameters<typeof openCaller>): Promise<void> {
  caller = await openCaller(...given);
  stops.push(caller.standIn.stop);
}

it("a batch has an outcome for each item, in order, and is no transaction", async () => {
  await open([
    { id: 10, regular: "10.00" },
    { id: 12, regular: "12.00" },
    { id: 56, type: "variable" },
    { id: 58, type: "variation", parentId: 56, regular: "16.00" },
  ]);
  const update = [
    { id: 10, regular_price: "8.01" },
    { id: 99, regular_price: "1.00" },
    { id: 58, regular_price: "8.03" },
    { id: 12, regular_price: "abc" },
    { id: 10, regular_price: "8.02" },
  ];
  expect((await caller.ask("POST", "/products/batch", { update })).body).toMatchObject({
    update: [
      { id: 10, regular_price: "8.01" },
      { id: 99, error: { code: "woocommerce_rest_product_invalid_id", data: { status: 400 } } },
      { id: 58, error: { code: "woocommerce_rest_invalid_product_id", data: { status: 404 } } },
      { id: 12, regular_price: "" },
      { id: 10, regular_price: "8.02" },
    ],
  });
  const below = {
    update: [
      { id: 58, regular_price: "18.02" },
      { id: 10, regular_price: "1.00" },
    ],
  };
  expect((await caller.ask("POST", "/products/56/variations/batch", below)).body).toMatchObject({
    update: [
      { id: 58, price: "18.02" },
      { id: 10, error: { data: { status: 404 } } },
    ],
  });
});

describe("modified_after", () => {
  const CHANGED = Date.UTC(2026, 10, 22, 2, 27, 58);
  it.each([
    [60, "2026-11-22T02:27:57&dates_are_gmt=true", true],
    [60, "2026-11-22T02:27:58&dates_are_gmt=true", false],
    [60, "2026-11-22T02:27:58.5&dates_are_gmt=true", false],
    [60, "2026-11-22T03:27:57", true],
    [60, "2026-11-22T03:27:58", false],
    [60, "2026-11-22T02:30:00", true],
    [-300, "2026-11-22T02:27:57", false],
    [60, "2026-11-22T02:27:57Z", true],
    [60, "2026-11-22T02:27:58Z", false],
    [60, "2026-11-22T04:27:57%2B02:00", true],
    [60, "2026-11-22T02:27:57Z&dates_are_gmt=true", false],
  ])(
    "goes by the clock %i minutes from UTC: %s finds the change: %s",
    async (utcOffsetMinutes, asked, found) => {
      await open([{ id: 10, regular: "10.00", modifiedMs: CHANGED }], { utcOffsetMinutes });
      const { body } = await caller.ask("GET", `/products?modified_after=${asked}`);
      expect(body).toHaveLength(found ? 1 : 0);
    },
  );

  it("a variation's change moves its product's date", async () => {
    await open([
      { id: 56, type: "variable" },
      { id: 57, type: "variation", parentId: 56, regular: "16.00" },
    ]);
    caller.nowMs += 60_000;
    await caller.ask("PUT", "/products/56/variations/57", { regular_price: "17.00" });
    expect(caller.product(56).modifiedMs).toBe(caller.nowMs);
  });
});

describe("lists", () => {
  it("have their counts as headers, the newest first, drafts included, variations not", async () => {
    await open([
      { id: 10 },
      { id: 11, status: "draft" },
      { id: 12, status: "trash" },
      { id: 56, type: "variable" },
      { id: 57, type: "variation", parentId: 56 },
    ]);
    const { headers, body } = await caller.ask("GET", "/products?per_page=2&_fields=id");
    expect([headers.get("x-wp-total"), headers.get("x-wp-totalpages")]).toEqual(["3", "2"]);
    expect(body).toMatchObject([{ id: 56, _links: {} }, { id: 11 }]);
    expect((await caller.ask("GET", "/products?page=9")).body).toEqual([]);
    expect((await caller.ask("GET", "/products?include=10,999&_fields=id")).body).toMatchObject([{ id: 10 }]);
    expect((await caller.ask("GET", "/products?sku=S-57&_fields=id,parent_id")).body).toMatchObject([
      { id: 57, parent_id: 56 },
    ]);
  });
});

it("cost of goods: not set and 0 look alike; a variation inherits, replaces or adds", async () => {
  await open([
    { id: 10 },
    { id: 56, type: "variable", cost: { value: 5 } },
    { id: 57, type: "variation", parentId: 56 },
    { id: 58, type: "variation", parentId: 56, cost: { value: 1.25 } },
    { id: 59, type: "variation", parentId: 56, cost: { value: 2.25, additive: true } },
  ]);
  const cost = async (path: string) => (await caller.ask("GET", path)).body["cost_of_goods_sold"];
  expect(await cost("/products/10")).toEqual({
    values: [{ defined_value: null, effective_value: 0 }],
    total_value: 0,
  });
  await caller.put({ cost_of_goods_sold: { values: [{ defined_value: "1.5" }, { defined_value: 2 }] } });
  expect(await cost("/products/10")).toMatchObject({ total_value: 3.5 });
  await caller.put({ cost_of_goods_sold: { values: [] } });
  expect(await cost("/products/10")).toMatchObject({ total_value: 0 });
  const totals = [57, 58, 59].map((id) => cost(`/products/56/variations/${id}`));
  expect(await Promise.all(totals)).toMatchObject([
    { total_value: 5 },
    { total_value: 1.25 },
    { total_value: 7.25 },
  ]);
  caller.standIn.shop.settings.costOfGoods = false;
  expect(await cost("/products/10")).toBeUndefined();
});
