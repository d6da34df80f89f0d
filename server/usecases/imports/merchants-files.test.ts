import { Readable } from "node:stream";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DomainError } from "@/server/domain/errors";
import { type Cataloguer, openCatalog } from "@/server/testing/cataloguer";
import { startTestService, type TestService } from "@/server/testing/service";
import { importObservations } from "../observations/import-observations";
import { importOffers } from "../offers/put";
import { operatorContext } from "../operator-context";
import type { RequestContext } from "../request-context";
import { importCatalog } from "./import-items";
import type { ImportOptions } from "./import-plan";

let service: TestService;
let shop: Cataloguer;
let context: RequestContext;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  shop = await openCatalog(service);
  context = await operatorContext(service.services, shop.workspace.id);
});

const eur = (amount: string) => ({ amount, currency: "EUR" });
const file = (lines: readonly string[], encoding: BufferEncoding = "utf8") => {
  const bytes = Buffer.from(lines.join("\n"), encoding);
  return () => Readable.from([bytes]);
};
const catalog = (lines: readonly string[], options: ImportOptions = {}) =>
  importCatalog(context, file(lines), options);

/** Returns the codes of the issues that refused a file, by their paths. */
async function refusal(work: Promise<unknown>): Promise<string[]> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DomainError)) throw new Error(`not refused: ${String(error)}`);
  return (error.extra.issues ?? []).map(({ path, code }) => `${path}: ${code}`);
}

const LIST = [
  "Artikelnummer;Bezeichnung;EK netto;VK;Mindestpreis",
  "MUG;Becher, groß;4,20;9,90;",
  'PAN;"Pfanne ""gut""";1.234,50 €;2.000;1.500,00',
];

describe("a list as spreadsheets of many countries write it", () => {
  it("names a price with VAT, which is taken where the workspace's prices include it", async () => {
    const lines = ["Artikelnummer;Bezeichnung;EK netto;VK brutto", "MUG;Becher;4,20;9,90"];
    const open = await catalog(lines, { dryRun: true });
    expect(Object.fromEntries(open.survey.binding)).not.toHaveProperty("price");
    await service.sql("UPDATE workspaces SET prices_include_vat = true, vat_rate = '0.19' WHERE id = $1", [
      shop.workspace.id,
    ]);
    await catalog(lines);
    expect(await shop.item("MUG")).toMatchObject({ price: eur("9.90"), cost: eur("4.20") });
  });

  it("is read with its semicolons, decimal commas and names, and says so", async () => {
    const report = await catalog(LIST);
    expect(report).toMatchObject({
      created: 2,
      survey: { delimiter: ";", mark: "comma", encoding: "utf-8" },
    });
    expect(await shop.item("MUG")).toMatchObject({
      title: "Becher, groß",
      cost: eur("4.20"),
      min_price: null,
    });
    expect(await shop.item("PAN")).toMatchObject({
      title: 'Pfanne "gut"',
      cost: eur("1234.50"),
      price: eur("2000.00"),
      min_price: eur("1500.00"),
    });
  });

  it("is read by a check in Windows-1252, and imported only when somebody says it is that", async () => {
    const lines = ["sku;title", "MUG;T\xe4\xdfchen"];
    const latin = file(lines, "latin1");
    expect(await refusal(importCatalog(context, latin))).toEqual(["file: encoding"]);
    const report = await importCatalog(context, latin, { dryRun: true });
    expect(report).toMatchObject({ created: 1, survey: { encoding: "windows-1252" } });
    await importCatalog(context, latin, { encoding: "windows-1252" });
    expect(await shop.item("MUG")).toMatchObject({ title: "Täßchen" });
  });

  it("is asked about and never guessed when an amount in it may be one or a thousand", async () => {
    const lines = ["sku;title;cost", "MUG;Mug;1.234", "PAN;Pan;12"];
    expect(await refusal(catalog(lines))).toEqual(["file: decimal_mark"]);
    const { survey, created } = await catalog(lines, { dryRun: true });
    expect([created, survey.mark]).toEqual([0, null]);
    expect(survey.problems).toMatchObject([{ message: expect.stringContaining('"1.234" in row 2') }]);
    await catalog(lines, { decimal: "comma" });
    expect(await shop.item("MUG")).toMatchObject({ cost: eur("1234.00") });
    await catalog(lines, { decimal: "point" });
    expect(await shop.item("MUG")).toMatchObject({ cost: eur("1.24") });
  });

  it("is asked about where only another column shows the mark, and a row that is out of line shows nothing", async () => {
    const prices = ["sku;title;price;cost", "MUG;Mug;12,50;1.234"];
    expect(await refusal(catalog(prices))).toEqual(["file: decimal_mark"]);
    const { survey } = await catalog(prices, { dryRun: true });
    expect(survey.problems).toMatchObject([{ message: expect.stringContaining("row 2 of cost") }]);
    const ragged = ["sku;title;cost", "PAN;Pan;0,90;more", "MUG;Mug;1.234"];
    expect(await refusal(catalog(ragged))).toEqual(["file: decimal_mark"]);
    await catalog(prices, { decimal: "comma" });
    expect(await shop.item("MUG")).toMatchObject({ price: eur("12.50"), cost: eur("1234.00") });
  });

  it("leaves a column in another currency to a mapping, and says so where nothing else is left", async () => {
    const lines = ["sku,title,Cost ($),Price €", "MUG,Mug,4.20,9.90"];
    await catalog(lines);
    expect(await shop.item("MUG")).toMatchObject({ cost: null, price: eur("9.90") });
    await expect(catalog(["sku,Cost ($)", "MUG,4.20"])).rejects.toThrow(
      /nothing beside the SKU.* of sku, Cost \(\$\)\. Map those.*Shopify, WooCommerce/,
    );
    await catalog(["sku,Cost ($)", "MUG,4.20"], { map: { cost: "Cost ($)" } });
    expect(await shop.item("MUG")).toMatchObject({ cost: eur("4.20") });
  });

  it("is read by a mapping with a column of any name, and a mapping to nothing is refused", async () => {
    const lines = ["Nr,Text,EK brutto,price", "MUG,Mug,4.20,9.90"];
    expect(await refusal(catalog(lines))).toEqual(["sku: missing_column"]);
    expect(await refusal(catalog(lines, { map: { sku: "Nummer" } }))).toContain("sku: unknown_column");
    await catalog(lines, { map: { sku: "Nr", title: "Text", cost: "EK brutto", price: "" } });
    expect(await shop.item("MUG")).toMatchObject({ title: "Mug", cost: eur("4.20"), price: null });
  });

  it("is read the same way when it is of competitors' prices or pages", async () => {
    await shop.upsert({ sku: "MUG", title: "Mug", price: eur("999.00") });
    const prices = [
      "Artikelnummer;Wettbewerber;Preis;Währung;Zeitpunkt",
      "MUG;a.example;1.009,49;EUR;2026-11-01T06:00:00Z",
    ];
    expect(await importObservations(context, file(prices))).toMatchObject({ created: 1 });
    expect(await shop.item("MUG")).toMatchObject({ market: { lowest: eur("1009.49") } });
    const pages = ["Artikelnummer;Adresse", "MUG;https://a.example/mug"];
    expect(await refusal(importOffers(context, file(pages)))).toEqual(["url: missing_column"]);
    expect(await importOffers(context, file(pages), { map: { url: "Adresse" } })).toMatchObject({
      created: 1,
    });
  });
});

describe("a file of competitors' prices", () => {
  it("says what delivery costs; a word beside the price is unknown, and no fault", async () => {
    await shop.upsert({ sku: "MUG", title: "Mug", price: eur("19.90") });
    const lines = [
      "sku;seller;price;currency;Versandkosten;observed_at",
      "MUG;a.example;18,00;EUR;4,90;2026-11-01T06:00:00Z",
      "MUG;b.example;18,50;EUR;0;2026-11-01T06:00:00Z",
      "MUG;c.example;19,00;EUR;;2026-11-01T06:00:00Z",
      "MUG;d.example;19,50;EUR;express;2026-11-01T06:00:00Z",
    ];
    const report = await importObservations(context, file(lines));
    expect(report).toMatchObject({ created: 4 });
    expect(JSON.stringify(report)).toContain("taken as unknown");
    expect(
      await service.sql(
        "SELECT seller, shipping FROM current_offers WHERE workspace_id = $1 ORDER BY seller",
        [shop.workspace.id],
      ),
    ).toEqual([
      { seller: "a.example", shipping: 490n },
      { seller: "b.example", shipping: 0n },
      { seller: "c.example", shipping: null },
      { seller: "d.example", shipping: null },
    ]);
  });
});

describe("a dry run", () => {
  it("tells the effect on costs and limits and every fault with its value, and stores nothing", async () => {
    await shop.upsert({ sku: "MUG", title: "Mug", price: eur("9.90"), cost: eur("4.00") });
    await shop.upsert({ sku: "PAN", title: "Pan", price: eur("19.90"), cost: eur("8.00") });
    const report = await catalog(
      [
        "sku,title,EK,min_price,price",
        "MUG,Mug,4.20,7.00,9.90",
        "PAN,Pan,8.00,,19.90",
        "NEW,New,1.00,,2.00",
        "BAD,Bad,-1.00,,cheap",
        "MUG,Mug,4.30,,9.90",
      ],
      { dryRun: true },
    );
    expect(report).toMatchObject({
      rows: 3,
      created: 1,
      updated: 1,
      unchanged: 1,
      refused: 2,
      faultCount: 3,
    });
    expect(report.effect).toEqual({
      changed: { cost: 1, price: 0, min_price: 1, max_price: 0, map_price: 0 },
      first: [
        { sku: "MUG", title: "Mug", field: "cost", before: "4.00", after: "4.20", currency: "EUR" },
        { sku: "MUG", title: "Mug", field: "min_price", before: null, after: "7.00", currency: "EUR" },
      ],
    });
    expect(report.faults.map(({ line, column, value }) => [line, column, value])).toEqual([
      [5, "price", "cheap"],
      [5, "EK", "-1.00"],
      [6, "sku", "MUG"],
    ]);
    expect(await shop.item("MUG")).toMatchObject({ cost: eur("4.00"), min_price: null });
    expect(await shop.count()).toBe(2);
    const audited = await service.sql(
      "SELECT FROM audit_events WHERE workspace_id = $1 AND action = 'catalog.import'",
      [shop.workspace.id],
    );
    expect(audited).toEqual([]);
  });

  it("meets the plan's cap as the import would", async () => {
    shop = await openCatalog(service, "free");
    context = await operatorContext(service.services, shop.workspace.id);
    const rows = Array.from({ length: 251 }, (_, i) => `S-${i},Item`);
    await expect(catalog(["sku,title", ...rows], { dryRun: true })).rejects.toMatchObject({
      code: "plan_limit",
    });
  });

  it("reports its progress by rows", async () => {
    const rows = Array.from({ length: 2_500 }, (_, i) => `S-${i},Item`);
    const seen: string[] = [];
    const onProgress = (done: number, of: number) => seen.push(`${done} of ${of}`);
    await catalog(["sku,title", ...rows], { dryRun: true, onProgress });
    expect(seen).toEqual(Array.from({ length: 10 }, (_, n) => `${(n + 1) * 250} of 2500`));
  });
});

describe("the good rows of a file", () => {
  it("are taken when they are asked for; the others are left out, counted and audited", async () => {
    const lines = ["sku,title,price", "A,Good,9.90", "B,Bad,cheap", "C,Good,5.00", "A,Again,1.00"];
    const report = await catalog(lines, { rows: "good" });
    expect(report).toMatchObject({ rows: 2, created: 2, refused: 2, faultCount: 2 });
    expect(await shop.count()).toBe(2);
    expect(await shop.item("A")).toMatchObject({ title: "Good", price: eur("9.90") });
    const [audited] = await service.sql<{ after: string }>(
      "SELECT after FROM audit_events WHERE workspace_id = $1 AND action = 'catalog.import'",
      [shop.workspace.id],
    );
    expect(JSON.parse(audited?.after ?? "")).toMatchObject({ created: 2, refused: 2 });
  });
});

describe("an import whose faults cannot be written down", () => {
  it("stores nothing of the good rows before them", async () => {
    const onFault = () => {
      throw new Error("The disk is full.");
    };
    const lines = ["sku,title,price", "A,Good,9.90", "B,Bad,cheap"];
    await expect(catalog(lines, { rows: "good", onFault })).rejects.toThrow("The disk is full.");
    expect(await shop.count()).toBe(0);
  });
});

describe("imports beside one another", () => {
  const rows = (cost: string) => Array.from({ length: 1_500 }, (_, i) => `S-${i},Item,${cost}`);

  it("take effect one after the other, each whole, when they are of the same items", async () => {
    const both = [rows("1.00"), rows("2.00")].map((lines) => catalog(["sku,title,cost", ...lines]));
    const reports = await Promise.all(both);
    expect(reports.map(({ created, updated }) => created + updated)).toEqual([1_500, 1_500]);
    const costs = await service.sql<{ cost: bigint; n: number }>(
      "SELECT cost, count(*)::int AS n FROM catalog_items WHERE workspace_id = $1 GROUP BY cost",
      [shop.workspace.id],
    );
    expect(costs).toMatchObject([{ n: 1_500 }]);
  });

  /** Takes a lock of the workspace as another process does; the answer gives it back. */
  async function held(name: string): Promise<() => Promise<void>> {
    const other = new pg.Client({ connectionString: service.database.ownerUrl });
    await other.connect();
    await other.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [`${name} ${shop.workspace.id}`]);
    return () => other.end();
  }
  const BUSY = { code: "unavailable", extra: { retry_after: expect.any(Number) as number } };

  it("wait without a connection, few of a workspace, so that other workspaces are answered", async () => {
    const release = await held("catalog");
    const many = Array.from({ length: 14 }, (_, i) => catalog(["sku,title", `S-${i},Item`]));
    const settled = Promise.allSettled(many);
    const elsewhere = await openCatalog(service);
    const others = await operatorContext(service.services, elsewhere.workspace.id);
    await importCatalog(others, file(["sku,title", "MUG,Mug"]));
    expect(await elsewhere.item("MUG")).toMatchObject({ title: "Mug" });
    await release();
    const results = await settled;
    const refused = results.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
    expect(refused).toHaveLength(9);
    for (const reason of refused) expect(reason).toMatchObject(BUSY);
    expect(await shop.count()).toBe(5);
    expect(await catalog(["sku,title", "LAST,Item"])).toMatchObject({ created: 1 });
  });

  it("are refused while another of several processes imports", async () => {
    const release = await held("import");
    await expect(catalog(["sku,title", "MUG,Mug"])).rejects.toMatchObject(BUSY);
    await release();
    expect(await catalog(["sku,title", "MUG,Mug"])).toMatchObject({ created: 1 });
  });

  it("leave no row when their connection breaks in the middle", async () => {
    const stop = () =>
      void service.sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database() AND state <> 'idle'",
      );
    const work = catalog(["sku,title,cost", ...rows("1.00")], { onProgress: stop });
    await expect(work).rejects.toThrow();
    expect(await shop.count()).toBe(0);
    expect(await catalog(["sku,title,cost", ...rows("1.00")])).toMatchObject({ created: 1_500 });
  });
});
