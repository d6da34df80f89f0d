import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Cataloguer, openCatalog } from "@/server/testing/cataloguer";
import { startTestService, type TestService } from "@/server/testing/service";
import { operatorContext } from "../operator-context";
import { importCatalog } from "./import-items";
import type { ImportOptions } from "./import-plan";

let service: TestService;
let shop: Cataloguer;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  shop = await openCatalog(service);
});

const eur = (amount: string) => ({ amount, currency: "EUR" });
const catalog = async (lines: readonly string[], options: ImportOptions = {}) =>
  importCatalog(
    await operatorContext(service.services, shop.workspace.id),
    () => Readable.from([Buffer.from(lines.join("\n"))]),
    options,
  );

describe("a product file of a store", () => {
  it("is known as Shopify exports it since 2025 too, with a column of costs of the merchant's own", async () => {
    const report = await catalog([
      "Title,URL handle,Vendor,Type,Tags,SKU,Option1 name,Option1 value,Price,Compare-at price,EK netto,Inventory quantity",
      "Rain jacket,jacket,Alpenladen,Jackets,outdoor,RJ-S,Size,S,89.90,99.90,40.00,4",
      ",jacket,,,,RJ-M,,M,0.00,,,2",
    ]);
    expect(report).toMatchObject({ created: 2, survey: { form: { id: "shopify" } } });
    expect(await shop.item("RJ-S")).toMatchObject({
      title: "Rain jacket, S",
      brand: "Alpenladen",
      price: eur("89.90"),
      compare_at_price: eur("99.90"),
      cost: eur("40.00"),
      stock: 4,
    });
    expect(await shop.item("RJ-M")).toMatchObject({ title: "Rain jacket, M", price: null, cost: null });
  });

  it("gives WooCommerce's variations what their parent has, by sku or id, and skips what is not sold itself", async () => {
    const report = await catalog([
      "ID,Type,SKU,Name,Stock,Sale price,Regular price,Categories,Tags,Parent,Attribute 1 name,Attribute 1 value(s)",
      '1,variable,TEE,T-Shirt,,,,"Clothing > Shirts, Sale","cotton, summer",,Colour,"Red, Blue"',
      "2,variation,TEE-R,T-Shirt - Red,5,8,10,,,TEE,Colour,Red",
      "3,variation,TEE-B,,0,,0,,,id:1,Colour,Blue",
      '4,"simple, virtual",SONG,Song,,,"1,50",Music,,,,',
      "5,grouped,SET,Set,,,,,,,,",
      "6,external,AFF,Elsewhere,,,3,,,,,",
    ]);
    expect(report).toMatchObject({
      rows: 3,
      created: 3,
      refused: 0,
      survey: { form: { id: "woocommerce" }, mark: "comma" },
    });
    expect(await shop.item("TEE-R")).toMatchObject({
      title: "T-Shirt - Red",
      category: "Clothing > Shirts",
      tags: ["cotton", "summer"],
      price: eur("10.00"),
      stock: 5,
    });
    expect(await shop.item("TEE-B")).toMatchObject({ title: "T-Shirt, Blue", price: null, stock: 0 });
    expect(await shop.item("SONG")).toMatchObject({ price: eur("1.50"), category: "Music" });
  });

  it("has Medusa's prices in the workspace's currency without a region, and a variant names its fault", async () => {
    const lines = [
      "Product Id;Product Handle;Product Title;Product Tag 1;Product Tag 2;Variant Title;Variant Sku;Variant Option 1 Value;Variant Price USD;Variant Price EUR;Variant Price North [EUR]",
      "p1;mug;Mug;camp;;Default variant;MUG;;11;9.5;8",
      "p2;tee;Tee;;;Large;TEE-L;L;100;0;45",
      ";tee;;;;Small;TEE-S;S;100;45;45",
    ];
    const report = await catalog(lines);
    expect(report).toMatchObject({ created: 3, survey: { form: { id: "medusa" }, delimiter: ";" } });
    expect(await shop.item("MUG")).toMatchObject({ title: "Mug", price: eur("9.50"), tags: ["camp"] });
    expect(await shop.item("TEE-L")).toMatchObject({ title: "Tee, L", price: null });
    expect(await shop.item("TEE-S")).toMatchObject({ title: "Tee, S", price: eur("45.00") });
    const faulty = await catalog([...lines, "p3;cup;Cup;;;;;;1;2;3"], { dryRun: true });
    expect(faulty.faults).toMatchObject([{ line: 5, column: "Variant Sku", message: "The row has no SKU." }]);
  });

  it("goes on in rows without a name where it is Vendure's, with brand and category from its facets", async () => {
    await shop.upsert({ sku: "L8", title: "Old", brand: "Kept", cost: eur("900.00") });
    const report = await catalog([
      "name   ,slug,facets,optionGroups,optionValues,sku,price,stockOnHand,trackInventory",
      "Laptop ,laptop,category:Electronics|category:Computers|brand:Apfel,screen|RAM,13 inch|8GB,L8 ,1299.00,100,",
      "       ,,,,15 inch|8GB,L15,1399.00,7,",
      "       ,,,,,,,,",
    ]);
    expect(report).toMatchObject({
      created: 1,
      updated: 1,
      survey: { form: { id: "vendure" }, mark: "point" },
    });
    expect(await shop.item("L8")).toMatchObject({
      brand: "Apfel",
      cost: eur("900.00"),
      price: eur("1299.00"),
    });
    expect(await shop.item("L15")).toMatchObject({
      title: "Laptop, 15 inch, 8GB",
      brand: "Apfel",
      category: "Electronics",
      stock: 7,
    });
  });

  it("is answered with the known ones when it is not known", async () => {
    await expect(catalog(["Produkt,Wert", "Becher,9.90"])).rejects.toThrow(
      /lacks the column sku\. It has Produkt, Wert.*Shopify, WooCommerce, Medusa, Vendure, Magento and PrestaShop/,
    );
  });
});

describe("the good rows of a store's file", () => {
  const known = { brand: "Kept", category: "Kept", tags: ["kept"], price: eur("1.00") };
  const KEPT = { title: "Old", ...known };
  const good = (lines: readonly string[]) => catalog(lines, { rows: "good" });
  beforeEach(async () => {
    for (const sku of ["B1", "B2", "B3"]) await shop.upsert({ sku, title: "Old", ...known });
  });

  /** A product of each store that is complete, rows of a product whose first row has `fault`, and one after them. */
  const FILES: Readonly<Record<string, (fault: "cells" | "value") => string[]>> = {
    Shopify: (fault) => [
      "Handle,Title,Vendor,Type,Tags,Variant SKU,Option1 Value,Variant Price",
      "a,A,Alpha,Cups,one,A1,S,5.00",
      fault === "cells" ? "b,B,Beta,Pans,two,B1,S,6.00,more" : "b,B,Beta,Pans,two,B1,S,cheap",
      "b,,,,,B2,M,6.00",
      ",,,,,B3,L,6.00",
      "b,,,,,,,",
      "c,C,Gamma,Pots,three,C1,S,7.00",
      ",,,,,C2,M,7.00",
    ],
    Vendure: (fault) => [
      "name,facets,optionValues,sku,price,tags",
      "A,brand:Alpha|category:Cups,S,A1,5.00,",
      fault === "cells" ? "B,brand:Beta,S,B1,6.00,,more" : "B,brand:Beta,S,B1,cheap,",
      ",,M,B2,6.00,",
      ",,L,B3,6.00,",
      "C,brand:Gamma|category:Pots,S,C1,7.00,",
      ",,M,C2,7.00,",
    ],
    Medusa: (fault) => [
      "Product Handle,Product Title,Product Type,Product Tags,Variant Sku,Variant Option 1 Value,Variant Price EUR",
      "a,A,Cups,one,A1,S,5.00",
      fault === "cells" ? "b,B,Pans,two,B1,S,6.00,more" : "b,B,Pans,two,B1,S,cheap",
      "b,,,,B2,M,6.00",
      ",,,,B3,L,6.00",
      "c,C,Pots,three,C1,S,7.00",
      ",,,,C2,M,7.00",
    ],
  };

  it.each(Object.keys(FILES))(
    "leave out the rows of a product of %s whose first row has a fault",
    async (store) => {
      for (const fault of ["cells", "value"] as const) {
        const report = await good(FILES[store]?.(fault) ?? []);
        expect(report).toMatchObject({ rows: 3, refused: 3 });
        expect(report.faults.slice(1).map(({ line, message }) => [line, message])).toEqual([
          [4, "The row of the product above has a fault."],
          [5, "The row of the product above has a fault."],
        ]);
        for (const sku of ["B1", "B2", "B3"]) expect(await shop.item(sku)).toMatchObject(KEPT);
        expect(await shop.item("C2")).toMatchObject({ title: "C, M", category: "Pots" });
      }
    },
  );

  it("leave out WooCommerce's variations whose product may be a row that cannot be read, and clear nothing", async () => {
    const header = "ID,Type,SKU,Name,Brands,Categories,Tags,Regular price,Parent,Attribute 1 value(s)";
    const report = await good([
      header,
      "1,variable,A,A,Alpha,Cups,one,,,",
      "2,variable,B,B,Beta,Pans,two,,,,more",
      "3,variation,A1,,,,,5,A,Red",
      "4,variation,B1,,,,,6,B,Red",
      "5,variation,B2,,,,,6,id:2,Blue",
      "6,simple,C,C,Gamma,Pots,three,7,,",
    ]);
    expect(report).toMatchObject({ rows: 2, refused: 3 });
    expect(report.faults.map(({ line }) => line)).toEqual([3, 5, 6]);
    for (const sku of ["B1", "B2"]) expect(await shop.item(sku)).toMatchObject(KEPT);
    expect(await shop.item("A1")).toMatchObject({ title: "A, Red", brand: "Alpha", tags: ["one"] });
    await good([header, "4,variation,B1,New,,,,6,B,Red"]);
    expect(await shop.item("B1")).toMatchObject({ ...KEPT, title: "New", price: eur("6.00") });
  });

  it("go on below a further row with a fault, whose product is known", async () => {
    const report = await good([
      "Handle,Title,Vendor,Variant SKU,Option1 Value,Variant Price",
      "a,A,Alpha,A1,S,5.00",
      "a,,,A2,M,cheap",
      ",,,A3,L,5.00",
      "a,,,A4,XL,5.00,more",
      "a,,,A5,XXL,5.00",
    ]);
    expect(report).toMatchObject({ rows: 3, refused: 2 });
    expect(await shop.item("A5")).toMatchObject({ title: "A, XXL", brand: "Alpha" });
  });
});
