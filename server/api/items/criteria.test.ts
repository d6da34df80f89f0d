import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { startTestService, type TestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";

let service: TestService;
let shop: Shop;

beforeAll(async () => {
  service = await startTestService({ now: "2026-11-02T09:30:00Z" });
  shop = await openShop(service);
  const now = service.clock.now();
  const add = (sku: string, columns: Parameters<typeof service.make.item>[1]) =>
    service.make.item(shop.workspace.id, { sku, tags: [], ...columns });
  // Margins 20 %, 50 %, unknown, 5 % during its sale, unknown.
  await add("A", { price: 1_000n, cost: 800n, brand: "Lumen", category: "Lamps", stock: 3 });
  await add("B", { price: 1_000n, cost: 500n, brand: "Lumen", category: "Mugs", stock: 0 });
  await add("C", { price: 1_000n, cost: null, category: "Lamps", stock: null, cost_updated_at: null });
  await add("D", { price: 2_000n, cost: 950n, sale_price: 1_000n, stock: -1, tags: ["oak"] });
  await add("E", { price: null, cost: 100n, stock: 9, cost_updated_at: new Date(now - 40 * DAY_MS) });
});
afterAll(() => service.close());

const skus = async (query: string) => {
  const { json } = await shop.call("GET", `/catalog/items?sort=sku&${query}`);
  return (json?.["data"] as { sku: string }[]).map(({ sku }) => sku).join("");
};

it.each([
  ["brand=Lumen", "AB"],
  ["brand=lumen", ""],
  ["category=Lamps", "AC"],
  ["category=Lamps&brand=Lumen", "A"],
  ["stock=none", "BD"],
  ["stock=some", "AE"],
  ["stock=unknown", "C"],
  ["cost=unknown", "C"],
  ["cost=known", "ABDE"],
  ["min_cost_age_days=30", "E"],
  ["min_cost_age_days=41", ""],
  ["min_margin=0.2", "AB"],
  ["below_margin=0.2", "D"],
  ["below_margin=0.200001", "AD"],
  ["min_margin=0.05&below_margin=0.5", "AD"],
  ["min_margin=-1", "ABD"],
])("narrows the list by %s", async (query, expected) => {
  expect(await skus(query)).toBe(expected);
});

it("finds what is below the margin floor of its scope", async () => {
  const mugs = (floor: string) => ({
    scopes: [{ name: "Mugs", match: { categories: ["Mugs"] }, constraints: { margin_floor: floor } }],
  });
  await shop.policy(mugs("0.50"));
  expect(await skus("floor=below")).toBe("D");
  await shop.policy(mugs("0.51"));
  expect(await skus("floor=below")).toBe("BD");
});

it("finds nothing below a floor that the policy does not set", async () => {
  await shop.policy({ defaults: { constraints: { margin_floor: null } } });
  expect(await skus("floor=below")).toBe("");
});

it("counts VAT and fees as the margin does", async () => {
  await shop.policy({
    pricing: { includes_vat: true, vat_rate: "0.25", fee_rate: "0.02", fee_base: "gross" },
  });
  const item = (await shop.call("GET", "/catalog/items?q=B")).json?.["data"];
  expect(item).toMatchObject([{ margin: "0.3500" }]);
  expect(await skus("min_margin=0.35")).toBe("B");
  expect(await skus("min_margin=0.3501")).toBe("");
  expect(await skus("below_margin=0.35")).toBe("AD");
});

it.each(["stock=many", "min_margin=20%25", "min_margin=x", "floor=above", "sort=colour", "order=up"])(
  "refuses %s",
  async (query) => {
    expect((await shop.call("GET", `/catalog/items?${query}`)).json).toMatchObject({
      error: "validation_error",
    });
  },
);

it("counts what each unit costs besides in the item, the list, the floor and the report alike", async () => {
  await service.make.item(shop.workspace.id, { sku: "F", price: 1_000n, cost: 100n, currency: "USD" });
  await shop.policy({
    pricing: {
      includes_vat: false,
      vat_rate: "0",
      fee_rate: "0",
      fee_base: "gross",
      payment_rate: "0.05",
      fee_fixed: "0.30",
      payment_fixed: "0.20",
      shipping_cost: "0.50",
    },
    defaults: { constraints: { margin_floor: "0.351" } },
  });
  const margins = async (path: string) => {
    const { json } = await shop.call("GET", path);
    const found = json?.["data"] as { sku: string; margin: string | null }[];
    return Object.fromEntries(found.map(({ sku, margin }) => [sku, margin]));
  };
  // B: 10.00 less 5.00, 0.50 for the payment and 1.00 besides. In dollars what a unit costs besides is unknown.
  const expected = { A: "0.0500", B: "0.3500", C: null, D: "-0.1000", E: null, F: null };
  expect(await margins("/catalog/items?sort=sku")).toEqual(expected);
  expect(await margins("/reports/rows?report=margins")).toEqual(expected);
  // As shares of the price the goods of G cost less than those of A, but each unit of it is cheap.
  await service.make.item(shop.workspace.id, { sku: "G", price: 200n, cost: 120n, currency: "EUR" });
  const sorted = async (query: string) => {
    const { json } = await shop.call("GET", `/catalog/items?sort=margin&${query}`);
    return (json?.["data"] as { sku: string }[]).map(({ sku }) => sku).join("");
  };
  expect([(await sorted("order=asc")).slice(0, 4), (await sorted("order=desc")).slice(0, 4)]).toEqual([
    "GDAB",
    "BADG",
  ]);
  const { json: page } = await shop.call("GET", "/catalog/items?sort=margin&order=asc&limit=2");
  expect((await sorted(`order=asc&limit=2&cursor=${page?.["next_cursor"]}`)).slice(0, 2)).toBe("AB");
  expect([await skus("min_margin=0.35"), await skus("below_margin=0.35"), await skus("floor=below")]).toEqual(
    ["B", "ADG", "ABDG"],
  );
});
