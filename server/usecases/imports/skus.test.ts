import { beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { type Importer, openImporter } from "@/server/testing/importer";
import { startTestService } from "@/server/testing/service";

const service = duringTests(() => startTestService());
let own: Importer;
beforeEach(async () => {
  own = await openImporter(service);
});

const eur = (amount: string) => ({ amount, currency: "EUR" });

describe("a sku that a spreadsheet has shortened", () => {
  it("creates no item and says what to do; an item that has it is changed", async () => {
    const { faults, created } = await own.catalog(
      [
        "sku;title;price",
        "9,52012E+12;Tent;99,00",
        "4012345000018.0;Rope;5,00",
        "1.5;Cord;1,00",
        "E+5;Peg;1,00",
      ],
      { rows: "good" },
    );
    expect(created).toBe(2);
    expect(faults.map(({ line, code, message }) => [line, code, message])).toEqual([
      [
        2,
        "shortened",
        expect.stringMatching(/"9,52012E\+12" looks like a number that a spreadsheet has shortened/),
      ],
      [3, "shortened", expect.stringMatching(/Format the column as text/)],
    ]);
    await own.shop.upsert({ sku: "7.1E+10", title: "Meant so" });
    expect(await own.catalog(["sku,stock", "7.1E+10,4"])).toMatchObject({ updated: 1 });
    const report = await own.observations(
      ["sku,seller,price,currency,observed_at", "8.8E+12,a.example,1.00,EUR,2026-11-01T06:00:00Z"],
      { dryRun: true, items: "existing" },
    );
    expect(report).toMatchObject({ skipped: 0, faults: [{ message: expect.stringContaining("shortened") }] });
  });
});

describe("an import of items that exist only", () => {
  it("counts the rows of others, which are no faults, and creates nothing", async () => {
    await own.shop.upsert({ sku: "A", title: "Scale", cost: eur("1.00") });
    const lines = [
      "Art.-Nr.;Bezeichnung;EK",
      "X;Other;3,00",
      "A;Scale;2,00",
      "Y;Other;broken",
      "Z;Other;4,00",
    ];
    const report = await own.catalog(lines, { items: "existing", rows: "good" });
    expect(report).toMatchObject({ rows: 1, updated: 1, created: 0, skipped: 2, refused: 1 });
    expect(report.notices).toContain(
      '2 rows are left out because the catalog has no item with the SKU, such as "X" in row 2.',
    );
    expect(await own.shop.count()).toBe(1);
    expect(await own.shop.item("A")).toMatchObject({ cost: eur("2.00") });
    const [event] = await service.sql<{ after: string }>(
      "SELECT after FROM audit_events WHERE workspace_id = $1 AND action = 'catalog.import'",
      [own.shop.workspace.id],
    );
    expect(JSON.parse(event?.after ?? "")).toMatchObject({ updated: 1, skipped: 2 });
  });

  it("counts competitors' prices of other articles", async () => {
    await own.shop.upsert({ sku: "A", title: "Scale" });
    const seen = "a.example,1.00,EUR,2026-11-01T06:00:00Z";
    const lines = ["sku,seller,price,currency,observed_at", `A,${seen}`, `X,${seen}`];
    expect(await own.observations(lines, { items: "existing" })).toMatchObject({ created: 1, skipped: 1 });
  });
});

describe("a sku that stands in several rows", () => {
  it("is a fault that names the row that was taken, which is the first that is right", async () => {
    const report = await own.catalog(
      ["sku,title,min_price,max_price", "A,Bad,9,8", "A,Good,,", "A,Late,,", "B,Fine,,"],
      { rows: "good" },
    );
    expect(report.faults.map(({ line, code, message }) => [line, code, message])).toEqual([
      [2, "above_max", expect.any(String)],
      [4, "duplicate", 'The SKU "A" already stands in row 3.'],
    ]);
    expect(await own.shop.item("A")).toMatchObject({ title: "Good" });
  });

  it("is so in batches apart too", async () => {
    const filler = Array.from({ length: 300 }, (_, i) => `F-${i},Filler,,`);
    const report = await own.catalog(["sku,title,min_price,max_price", "A,Bad,9,8", ...filler, "A,Good,,"], {
      rows: "good",
    });
    expect(report).toMatchObject({ created: 301, refused: 1 });
    expect(await own.shop.item("A")).toMatchObject({ title: "Good" });
  });

  it("belongs in Shopify to the first variant; the others are counted, as a connected shop's are", async () => {
    const report = await own.catalog([
      "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price",
      "jug,Jug,Colour,Green,J1,12.00",
      "jug,,,Black,J1,14.00",
      "cup,Cup,Title,Default Title,C1,4.00",
    ]);
    expect(report).toMatchObject({ rows: 2, created: 2, refused: 0, skipped: 1 });
    expect(report.notices).toContain(
      '1 variant has the SKU of another one and is left out, such as "J1" of row 2 in row 3: the first one is the item, as with a connected store. Give each a SKU of its own to price it separately.',
    );
    expect(await own.shop.item("J1")).toMatchObject({ title: "Jug, Green", price: eur("12.00") });
  });
});

describe("the mark that exports put before formulas", () => {
  it("is taken off, so that what Pricecheck exports comes back unchanged", async () => {
    await own.shop.upsert(
      { sku: "-5XL", title: "+2 jars", price: eur("9.90"), cost: eur("4.00") },
      { sku: "B", title: "=SUM(A1)", brand: "@home", price: eur("5.00") },
    );
    for (const report of ["margins", "recommendations"]) {
      const path = `/reports/export?report=${report}&format=csv`;
      const exported = await own.shop.call("GET", path);
      expect(exported.status).toBe(200);
      const again = await own.catalog(exported.text, { dryRun: true });
      expect(again).toMatchObject({ created: 0, updated: 0, refused: 0 });
      expect(again.unchanged).toBe(report === "margins" ? 2 : 0);
    }
  });

  it("is taken off once, and an apostrophe before anything else stays", async () => {
    await own.catalog(["sku,title", "'-A,'+ cups", "B,'tis", "'7,''=x"]);
    expect(await own.shop.item("-A")).toMatchObject({ title: "+ cups" });
    expect(await own.shop.item("B")).toMatchObject({ title: "'tis" });
    expect(await own.shop.item("'7")).toMatchObject({ title: "''=x" });
  });
});
