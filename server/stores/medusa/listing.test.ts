import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { medusa } from "@/server/stores/medusa/connector";
import { refOf } from "@/server/stores/medusa/variant-place";
import type { StoreConnection, StoreVariant } from "@/server/stores/port";
import { listedVariants } from "@/server/testing/listed-variants";
import { loopbackConnection } from "@/server/testing/loopback-connection";
import { editAsMerchant } from "@/server/testing/medusa/bench";
import { addPriceList, addVariant, priceRow } from "@/server/testing/medusa/seed";
import { SECRET_KEY, type ShopVariant } from "@/server/testing/medusa/shop";
import { type MedusaStandIn, startMedusaStandIn } from "@/server/testing/medusa/stand-in";

let standIn: MedusaStandIn;
let connection: StoreConnection;
beforeEach(async () => {
  standIn = await startMedusaStandIn();
  connection = loopbackConnection(standIn.url, { apiKey: SECRET_KEY, costKey: "cost" });
});
afterEach(() => standIn.stop());

const listAll = (
  pageSize: number,
  updatedSince: Date | null = null,
  between: (page: number) => void = () => undefined,
) => listedVariants(medusa, connection, pageSize, updatedSince, between);

const add = (count: number): ShopVariant[] =>
  Array.from({ length: count }, (_, n) =>
    addVariant(standIn.shop, { product: `P ${n >> 2}`, prices: { eur: "10.00" } }),
  );
const refs = (variants: readonly StoreVariant[]) => variants.map((variant) => variant.ref);
const own = (variants: readonly ShopVariant[]) => variants.map(({ productId, id }) => refOf(productId, id));

describe("a list", () => {
  it("is complete, with each variant once, whatever the size of the pages", async () => {
    const all = own(add(250));
    for (const size of [7, 100, 500]) expect(refs(await listAll(size))).toEqual(all);
  });

  it.each([3, 40])("is complete while variants are deleted between pages of %i", async (pageSize) => {
    const all = add(120);
    const gone = new Set<string>();
    const drop = (page: number) => {
      for (const { id } of [...all.slice(page * 2, page * 2 + 9), ...all.slice(page * 3, page * 3 + 2)])
        if (page < 20 && standIn.shop.variants.delete(id)) gone.add(id);
    };
    const listed = new Set(refs(await listAll(pageSize, null, drop)));
    expect(own(all.filter(({ id }) => !gone.has(id))).filter((ref) => !listed.has(ref))).toEqual([]);
  });

  it("tells how many there are", async () => {
    add(12);
    const page = await medusa.listVariants(connection, { cursor: null, updatedSince: null, pageSize: 5 });
    expect(page.total).toBe(12);
  });

  it("variants that are counted and not shown are no end", async () => {
    add(3);
    standIn.shop.hidesRows = true;
    await expect(listAll(10)).rejects.toMatchObject({ reason: "bad_answer", certainty: "definite" });
  });
});

describe("changes since a time", () => {
  const since = new Date("2026-11-22T02:27:58.400Z");
  const at = (ms: number) => since.getTime() + ms;

  it("are found to the millisecond, by the variant's own date and never its product's", async () => {
    const [before, same, after] = [-1, 0, 1].map((ms) =>
      addVariant(standIn.shop, { product: `P ${ms}`, prices: { eur: "10.00" }, updatedMs: at(ms) }),
    );
    for (const product of standIn.shop.products.values()) product.updatedMs = at(5000);
    expect(refs(await listAll(2, since))).toEqual(own([same, after].filter((each) => each !== undefined)));
    expect(before).toBeDefined();
  });

  it("are found apart when they are of price lists, since those move no date of a variant", async () => {
    const variants = add(230);
    const updatedMs = at(-10_000);
    for (const variant of variants) variant.updatedMs = updatedMs;
    const [first, second, third, ...rest] = variants;
    if (!first || !second || !third) throw new Error("no variants");
    addPriceList(standIn.shop, { [first.id]: "5.00" }, { updatedMs: at(10) });
    addPriceList(standIn.shop, { [second.id]: "5.00" }, { updatedMs, startsMs: at(20) });
    addPriceList(standIn.shop, { [third.id]: "5.00" }, { updatedMs, endsMs: at(30) });
    addPriceList(standIn.shop, { [rest[0]?.id ?? ""]: "5.00" }, { updatedMs });
    expect(refs(await listAll(100, since))).toEqual(own([first, second, third]));
    const many = Object.fromEntries(rest.map(({ id }) => [id, "5.00"]));
    addPriceList(standIn.shop, many, { updatedMs: at(10), status: "draft" });
    expect(new Set(refs(await listAll(90, since)))).toEqual(new Set(own(variants)));
  });

  it("a changed price is among them, with the sale beside it", async () => {
    const [variant] = add(3);
    if (!variant) throw new Error("no variant");
    addPriceList(standIn.shop, { [variant.id]: "5.00" }, { updatedMs: 0 });
    const from = new Date();
    const [ref = ""] = own([variant]);
    editAsMerchant(standIn.shop, ref, "12.00");
    expect(await listAll(10, from)).toMatchObject([{ ref, price: 1200n, shopperPrice: 500n }]);
  });
});

describe("what is listed", () => {
  it("tells drafts from what is sold; what was deleted is gone", async () => {
    for (const product of ["published", "draft", "proposed", "rejected", "deleted"])
      addVariant(standIn.shop, { product, prices: { eur: "10.00" } });
    for (const product of standIn.shop.products.values())
      if (product.title !== "deleted") product.status = product.title as typeof product.status;
    for (const { id, productId } of standIn.shop.variants.values())
      if (standIn.shop.products.get(productId)?.title === "deleted") standIn.shop.variants.delete(id);
    expect((await listAll(10)).map(({ title, enabled }) => `${title} ${enabled}`)).toEqual([
      "published – Default true",
      "draft – Default false",
      "proposed – Default false",
      "rejected – Default false",
    ]);
  });

  it("has the facts that the shop has fields for", async () => {
    addVariant(standIn.shop, {
      product: "Green tea",
      title: "S",
      sku: "G-S",
      prices: { eur: "9.01" },
      stock: 4,
    });
    addVariant(standIn.shop, { product: "Green tea", title: "M", sku: null, prices: { usd: "9.01" } });
    const [first, second] = await listAll(10);
    expect(first).toMatchObject({
      sku: "G-S",
      title: "Green tea – S",
      brand: null,
      category: "Tea & Co",
      tags: ["organic"],
      stock: 4,
      price: 901n,
      currency: "EUR",
      url: null,
    });
    // A variant without a SKU, without counted stock and without a price in the currency.
    expect(second).toMatchObject({ sku: "", stock: null, price: null });
  });

  it("has a cost only where the merchant wrote a plain decimal above zero", async () => {
    for (const cost of ["5.71", 5.7, " 3.00 ", "3,45", "0", "", "-1", "5.711", undefined])
      addVariant(standIn.shop, { prices: { eur: "10.00" }, metadata: cost === undefined ? {} : { cost } });
    const expected = [571n, 570n, 300n, null, null, null, null, null, null];
    expect((await listAll(100)).map(({ cost }) => cost)).toEqual(expected);
  });

  it("a price of a region is not the price of everybody", async () => {
    const variant = addVariant(standIn.shop, { prices: {} });
    variant.rows = [
      priceRow(standIn.shop, { currency: "eur", amount: "9.00", rules: { region_id: "reg_eu" } }),
    ];
    expect(await listAll(10)).toMatchObject([{ price: null }]);
  });
});
