import { afterEach, describe, expect, it } from "vitest";
import type { StoreConnection, StoreVariant } from "@/server/stores/port";
import { woocommerce } from "@/server/stores/woocommerce/connector";
import { listedVariants } from "@/server/testing/listed-variants";
import { loopbackConnection } from "@/server/testing/loopback-connection";
import { editAsMerchant, signIn } from "@/server/testing/woocommerce/bench";
import type { ProductSeed } from "@/server/testing/woocommerce/product";
import { FULL_KEY, type ShopSettings } from "@/server/testing/woocommerce/shop";
import { startWooStandIn, type WooStandIn } from "@/server/testing/woocommerce/stand-in";

let standIn: WooStandIn;
let connection: StoreConnection;
afterEach(() => standIn.stop());

async function open(products: readonly ProductSeed[], settings: Partial<ShopSettings> = {}): Promise<void> {
  standIn = await startWooStandIn({ products, settings });
  connection = loopbackConnection(standIn.url, signIn(FULL_KEY));
}

const listAll = (
  pageSize: number,
  updatedSince: Date | null = null,
  between: (page: number) => void = () => undefined,
) => listedVariants(woocommerce, connection, pageSize, updatedSince, between);

const simple = (from: number, count: number): ProductSeed[] =>
  Array.from({ length: count }, (_, n) => ({ id: from + n, regular: "10.00" }));
const variable = (id: number, count: number): ProductSeed[] => [
  { id, type: "variable", sku: `V-${id}` },
  ...Array.from({ length: count }, (_, n) => ({
    id: id + 1 + n,
    parentId: id,
    type: "variation" as const,
    regular: "16.00",
    options: [`size ${n}`],
  })),
];
const refs = (variants: readonly StoreVariant[]) => variants.map(({ ref }) => ref);

describe("a list", () => {
  it("is complete with more variable products and variations than one page requests", async () => {
    await open([
      ...simple(1, 130),
      ...variable(1000, 230),
      ...[2000, 3000, 4000, 5000, 6000, 7000].flatMap((id) => variable(id, 3)),
      { id: 9000, type: "grouped" },
    ]);
    const listed = await listAll(500);
    expect(new Set(refs(listed)).size).toBe(130 + 230 + 18);
    expect(listed).toHaveLength(130 + 230 + 18);
    expect(refs(listed)).toContain("1000/1230");
  });

  it.each([3, 40])("is complete while products are deleted between pages of %i", async (pageSize) => {
    await open([...simple(1, 60), ...variable(100, 50), ...simple(300, 40)]);
    const gone = new Set<number>();
    const drop = (page: number) => {
      for (const id of [page * 2, page * 2 + 1, 100 + page])
        if (id < 60 || (id > 100 && id < 140)) {
          standIn.shop.products.delete(id);
          gone.add(id);
        }
    };
    const listed = new Set(refs(await listAll(pageSize, null, drop)));
    const stayed = [...simple(1, 60), ...simple(300, 40)].filter(({ id }) => !gone.has(id));
    expect(stayed.filter(({ id }) => !listed.has(String(id)))).toEqual([]);
    expect(listed.has("100/150")).toBe(true);
  });

  it("is complete where a product disappears whose variations are being listed", async () => {
    await open([...variable(100, 50), ...simple(300, 3)]);
    const listed = await listAll(20, null, (page) => {
      if (page === 1) for (let id = 100; id <= 150; id += 1) standIn.shop.products.delete(id);
    });
    expect(refs(listed).slice(-3)).toEqual(["300", "301", "302"]);
  });
});

describe("changes since a time", () => {
  it.each([60, -300])(
    "are found at %i minutes from UTC, those of the same second too",
    async (utcOffsetMinutes) => {
      const since = new Date("2026-11-22T02:27:58.400Z");
      const at = (seconds: number) => Date.UTC(2026, 10, 22, 2, 27, seconds);
      await open(
        [
          { id: 10, regular: "10.00", modifiedMs: at(55) },
          { id: 11, regular: "10.00", modifiedMs: at(58) },
          { id: 12, regular: "10.00", modifiedMs: at(59) },
        ],
        { utcOffsetMinutes },
      );
      expect(refs(await listAll(100, since))).toEqual(["11", "12"]);
    },
  );

  it("are found by its product's date when they are of a variation", async () => {
    await open([...simple(1, 5), ...variable(100, 3)]);
    const since = new Date();
    editAsMerchant(standIn.shop, "100/102", { regular_price: "17.00" });
    const listed = await listAll(100, since);
    expect(refs(listed)).toEqual(["100/101", "100/102", "100/103"]);
    expect(listed[1]).toMatchObject({ price: 1700n });
  });
});

describe("what is listed", () => {
  it("tells drafts and private products apart, and leaves out what is in the trash", async () => {
    await open([
      { id: 10, regular: "1.00" },
      { id: 11, regular: "1.00", status: "draft" },
      { id: 12, regular: "1.00", status: "private" },
      { id: 13, regular: "1.00", status: "trash" },
      { id: 56, type: "variable", status: "draft" },
      { id: 57, type: "variation", parentId: 56, regular: "1.00" },
      { id: 60, type: "variable" },
      { id: 61, type: "variation", parentId: 60, regular: "1.00", status: "private" },
      { id: 70, type: "external", regular: "1.00" },
    ]);
    const listed = await listAll(100);
    expect(listed.map(({ ref, enabled }) => `${ref} ${enabled}`)).toEqual([
      "10 true",
      "11 false",
      "12 false",
      "56/57 false",
      "60/61 false",
    ]);
  });

  it("has names as texts, and the facts of its product", async () => {
    await open([
      {
        id: 56,
        type: "variable",
        sku: "V",
        name: "<b>Tea</b> &amp; more",
        brands: ["Ü&amp;Co"],
        categories: ["A &amp; B"],
        tags: ["x&#8217;y"],
      },
      {
        id: 57,
        type: "variation",
        parentId: 56,
        sku: "V-S",
        regular: "16.00",
        options: ["S", "green"],
        stock: 4,
      },
      { id: 58, type: "variation", parentId: 56, sku: "", regular: "16.00", options: ["M"] },
    ]);
    const [first, second] = await listAll(100);
    expect(first).toMatchObject({
      ref: "56/57",
      parentRef: "56",
      sku: "V-S",
      title: "Tea & more – S, green",
      brand: "Ü&Co",
      category: "A & B",
      tags: ["x’y"],
      stock: 4,
      price: 1600n,
      currency: "EUR",
      compareAt: null,
    });
    // A variation without a SKU shows its product's.
    expect(second).toMatchObject({ ref: "56/58", sku: "", stock: null });
  });

  it("has a cost only where the shop knows one", async () => {
    await open([
      { id: 10, regular: "10.00", cost: { value: 5.71 } },
      { id: 11, regular: "10.00" },
      { id: 56, type: "variable", cost: { value: 5 } },
      { id: 57, type: "variation", parentId: 56, regular: "16.00" },
      { id: 58, type: "variation", parentId: 56, regular: "16.00", cost: { value: 2.25, additive: true } },
    ]);
    expect((await listAll(100)).map(({ cost }) => cost)).toEqual([571n, null, 500n, 725n]);
    standIn.shop.settings.costOfGoods = false;
    expect((await listAll(100)).map(({ cost }) => cost)).toEqual([null, null, null, null]);
  });

  it("has no price where the shop has none, or one finer than the currency", async () => {
    await open([
      { id: 10 },
      { id: 11, regular: "31.019" },
      { id: 12, regular: "9.00", sale: "7.005", active: "9.00" },
    ]);
    expect((await listAll(100)).map(({ price, sale }) => [price, sale])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
  });
});
