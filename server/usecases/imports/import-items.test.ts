import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DomainError } from "@/server/domain/errors";
import { type Cataloguer, openCatalog } from "@/server/testing/cataloguer";
import { startTestService, type TestService } from "@/server/testing/service";
import { importObservations } from "../observations/import-observations";
import { operatorContext } from "../operator-context";
import type { RequestContext } from "../request-context";
import { importCatalog } from "./import-items";

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

/** A file is read for its encoding, for its columns, and for its rows. */
const LAST_PASS = 3;
const eur = (amount: string) => ({ amount, currency: "EUR" });
const bytes = (content: Buffer | string) => () => Readable.from([Buffer.from(content)]);
const file = (...lines: string[]) => bytes(lines.join("\n"));
const catalog = (...lines: string[]) => importCatalog(context, file(...lines));

/** Returns the error that rejected a file, with its issues as `path: code`. */
async function refusal(
  work: Promise<unknown>,
): Promise<{ message: string; issues: string[]; words: string[] }> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DomainError) || error.code !== "validation_error")
    throw new Error(`not refused: ${String(error)}`);
  const issues = error.extra.issues ?? [];
  return {
    message: error.message,
    issues: issues.map(({ path, code }) => `${path}: ${code}`),
    words: issues.map(({ message }) => message),
  };
}

describe("a catalog file of the own format", () => {
  it("is laid over the catalog: columns in any order, unknown ones ignored, empty cells clear", async () => {
    await shop.upsert({
      sku: "MUG",
      title: "Old",
      brand: "Old",
      price: eur("1.00"),
      cost: eur("0.50"),
      stock: 4,
    });
    const counts = await catalog(
      "title,sku,note,price,currency,cost,tags,url,map_price,msrp,pack_size",
      "Mug,MUG,x,9.90,EUR,4.20,outdoor| enamel ||outdoor,https://shop.example/m,8.00,12.00,2 x 350 ml",
      '"Pan, ""big""",PAN,,19.9,EUR,,,,,,',
    );
    expect(counts).toMatchObject({ rows: 2, created: 1, updated: 1, unchanged: 0, otherCurrencies: {} });
    expect(await shop.item("MUG")).toMatchObject({
      title: "Mug",
      brand: "Old",
      stock: 4,
      price: eur("9.90"),
      cost: eur("4.20"),
      tags: ["outdoor", "enamel"],
      map_price: eur("8.00"),
      msrp: eur("12.00"),
      pack_size: "2 x 350 ml",
    });
    expect(await shop.item("PAN")).toMatchObject({
      title: 'Pan, "big"',
      cost: null,
      price: eur("19.90"),
      tags: [],
    });
    await catalog("sku,cost", "MUG,");
    expect(await shop.item("MUG")).toMatchObject({ cost: null, price: eur("9.90"), cost_updated_at: null });
  });

  it("changes nothing when it comes a second time", async () => {
    const lines = ["sku,title,price,currency,stock", "MUG,Mug,9.90,EUR,3", "PAN,Pan,19.90,EUR,"];
    await catalog(...lines);
    expect(await catalog(...lines)).toMatchObject({ rows: 2, created: 0, updated: 0, unchanged: 2 });
  });

  it.each<[string, string]>([
    ["a byte order mark and CRLF", "\uFEFFsku,title,price\r\nMUG,Mug,9.90\r\n"],
    ["padded cells and names", " sku , title ,price\n  MUG ,  Mug\t, 9.90 \n"],
    ["quotes around everything", '"sku","title","price"\n" MUG ","Mug","9.90"\n'],
    ["empty lines and no newline at the end", "sku,title,price\n\n\nMUG,Mug,9.90"],
  ])("is read with %s", async (_, text) => {
    expect(await importCatalog(context, file(text))).toMatchObject({ created: 1 });
    expect(await shop.item("MUG")).toMatchObject({ title: "Mug", price: eur("9.90") });
  });

  it("is read whole in whatever pieces it arrives, letters cut in the middle included", async () => {
    const text = Buffer.from('sku,title\nMUG,"Tässli 🫖, groß\nzweite Zeile"\n');
    await importCatalog(context, () => Readable.from([...text].map((byte) => Buffer.from([byte]))));
    expect(await shop.item("MUG")).toMatchObject({ title: "Tässli 🫖, groß\nzweite Zeile" });
  });

  it("is refused whole with faults in some rows, each fault told by its row in the file's order", async () => {
    await shop.upsert({ sku: "YEN", title: "Yen", price: { amount: "900", currency: "JPY" } });
    const { message, issues } = await refusal(
      catalog(
        "sku,title,price,currency,cost,min_price,max_price,stock,url,tags",
        "GOOD,Good,9.90,EUR,,,,,,",
        ",No sku,9.90,EUR,,,,,,",
        "A,Negative,-9.90,EUR,,,,,,",
        "B,Zero cost,9.90,EUR,0,,,,,",
        'C,Comma,"9,90",EUR,,,,,,',
        "D,Decimals,9.999,EUR,,,,,,",
        "E,Currency,9.90,EURX,,,,,,",
        "F,Absurd,99999999999999999999,EUR,,,,,,",
        "G,Limits,9.90,EUR,,9,8,,,",
        "H,Stock,9.90,EUR,,,,many,,",
        "I,Link,9.90,EUR,,,,,ftp://x,",
        "J,,9.90,EUR,,,,,,",
        "GOOD,Again,9.90,EUR,,,,,,",
        "YEN,Yen,9.90,EUR,,,,,,",
        `K,Tag,9.90,EUR,,,,,,${"t".repeat(101)}`,
        "L,Cells,9.90",
      ),
    );
    expect(issues).toEqual([
      "row 3.sku: required",
      "row 4.price: invalid",
      "row 5.cost: not_positive",
      "row 6.price: invalid",
      "row 7.price: invalid",
      "row 8.currency: too_long",
      "row 9.price: invalid",
      "row 10.min_price: above_max",
      "row 11.stock: invalid",
      "row 12.url: invalid",
      "row 13.title: required",
      "row 14.sku: duplicate",
      "row 15.currency: currency_mismatch",
      "row 16.tags: too_long",
      "row 17: cells",
    ]);
    expect(message).toContain("15 faults");
    expect(await shop.count()).toBe(1);
  });

  it("leaves nothing of the thousands of rows before a fault in its last one", async () => {
    const rows = Array.from({ length: 3_000 }, (_, i) => `S-${i},Item,9.90,EUR`);
    const { issues } = await refusal(catalog("sku,title,price,currency", ...rows, "S-7,Twice,1.00,EUR"));
    expect(issues).toEqual(["row 3002.sku: duplicate"]);
    expect(await shop.count()).toBe(0);
    const left = await service.sql(
      "SELECT FROM item_changes WHERE workspace_id = $1 UNION ALL SELECT FROM audit_events WHERE workspace_id = $1",
      [shop.workspace.id],
    );
    expect(left).toEqual([]);
  });

  it("tells the first hundred of more faults than anyone reads, and how many there are", async () => {
    const rows = Array.from({ length: 250 }, (_, i) => `S-${i},Item,-1,EUR`);
    const { message, issues } = await refusal(catalog("sku,title,price,currency", ...rows));
    expect(issues).toHaveLength(100);
    expect(message).toContain("250 faults");
  });

  it("takes prices in the workspace's currency where it names none, and never as another's", async () => {
    await shop.upsert({ sku: "YEN", title: "Yen", price: { amount: "900", currency: "JPY" } });
    const { issues } = await refusal(catalog("sku,price", "YEN,19.99"));
    expect(issues).toEqual(["row 2.currency: currency_mismatch"]);
    expect(await shop.item("YEN")).toMatchObject({ price: { amount: "900", currency: "JPY" } });
    expect(await catalog("sku,stock", "YEN,4")).toMatchObject({ updated: 1 });
  });

  it("is refused whole beyond the plan's items", async () => {
    shop = await openCatalog(service, "free");
    const rows = Array.from({ length: 251 }, (_, i) => `S-${i},Item,9.90,EUR`);
    const work = importCatalog(
      await operatorContext(service.services, shop.workspace.id),
      file("sku,title,price,currency", ...rows),
    );
    await expect(work).rejects.toMatchObject({ code: "plan_limit", extra: { limit: "items" } });
    expect(await shop.count()).toBe(0);
  });
});

describe("a file that cannot be read", () => {
  it.each<[string, Buffer | string, RegExp]>([
    ["nothing in it", "", /empty/],
    ["no column sku", "name,price\nMUG,1\n", /lacks the column sku/],
    ["nothing beside the sku", "sku,colour\nMUG,red\n", /nothing beside the SKU/],
    ["a column twice", "sku,price,price\nMUG,1,2\n", /price twice/],
    ["a quote that never ends", 'sku,title\nMUG,"Mug\n', /1 fault/],
    ["an encoding of last century", Buffer.from("sku,title\nMUG,T\xe4ssli\n", "latin1"), /UTF-8/],
    ["a cell of a million characters", `sku,title\nMUG,"${"x".repeat(1_100_000)}"\n`, /CSV/],
    ["a thousand columns and one", `sku,title${",x".repeat(999)}\nMUG,Mug\n`, /more than 1000 cells/],
    [
      "a row of many cells behind other ends of lines than the header's",
      `sku,title\n${`x${",".repeat(998)}x\r`.repeat(2_000)}`,
      /2000 faults/,
    ],
    ["the same the other way round", `sku,title\r\n${`x${",".repeat(998)}x\n`.repeat(2_000)}`, /2000 faults/],
    ["a row of a million cells", `sku,title\nMUG,Mug\n${",".repeat(1_000_000)}\n`, /more than 1000 cells/],
    ["the beginning of a spreadsheet", Buffer.from([0x50, 0x4b, 3, 4, 0xff, 0xfe, 0, 1]), /broken/],
  ])("is refused with words when it has %s", async (_, content, pattern) => {
    const { message } = await refusal(importCatalog(context, bytes(content)));
    expect(message).toMatch(pattern);
    expect(await shop.count()).toBe(0);
  });

  it("may hold any number of commas in a cell", async () => {
    const title = `Mug ${",".repeat(400)}`;
    const rows = Array.from({ length: 5 }, (_, i) => `MUG-${i},"${title}"\n`).join("");
    await importCatalog(context, bytes(`sku,title\n${rows}`));
    expect(await shop.count()).toBe(5);
  });

  it("imports nothing when it cannot be read to its end", async () => {
    let opened = 0;
    const broken = () =>
      Readable.from(
        (function* () {
          yield Buffer.from("sku,title\nMUG,Mug\n");
          opened++;
          if (opened === LAST_PASS) throw new Error("the disk broke");
        })(),
      );
    await expect(importCatalog(context, broken)).rejects.toThrow(/disk/);
    expect(await shop.count()).toBe(0);
  });
});

describe("a product export of Shopify", () => {
  const HEADER =
    "Handle,Title,Body (HTML),Vendor,Type,Tags,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Cost per item";

  it("becomes one item a variant: further rows of a handle, pictures, missing skus, padding and zeros", async () => {
    const counts = await catalog(
      HEADER,
      'jacket,Rain jacket,"<p>Dry,\nlight</p>",Alpenladen,Jackets,"outdoor, rain",Size,S,Color,Moss,RJ-S-M,4,89.90,99.90,https://x.example/1.jpg,40.00',
      "jacket,,,,,,,M,,Moss,RJ-M-M,0,89.90,0.00,https://x.example/2.jpg,",
      "jacket,,,,,,,L,,Moss,,-2,94.90,,,0.00",
      "jacket,,,,,,,,,,,,,,https://x.example/3.jpg,",
      " mug , Enamel mug ,,Alpenladen,,,Title,Default Title,,,, 12 , 9.90 ,,,4.2",
      "gift,Gift wrap,,,,,Title,Default Title,,,GIFT,,0.00,,,",
    );
    expect(counts).toMatchObject({ rows: 5, created: 5, updated: 0, unchanged: 0 });
    expect(await shop.item("RJ-S-M")).toMatchObject({
      title: "Rain jacket, S, Moss",
      brand: "Alpenladen",
      category: "Jackets",
      tags: ["outdoor", "rain"],
      price: eur("89.90"),
      compare_at_price: eur("99.90"),
      cost: eur("40.00"),
      stock: 4,
    });
    expect(await shop.item("RJ-M-M")).toMatchObject({ compare_at_price: null, cost: null, stock: 0 });
    expect(await shop.item("jacket/L/Moss")).toMatchObject({ price: eur("94.90"), cost: null, stock: -2 });
    expect(await shop.item("mug")).toMatchObject({ title: "Enamel mug", cost: eur("4.20"), stock: 12 });
    expect(await shop.item("GIFT")).toMatchObject({ price: null, cost: null });
  });

  it("is in the currency that is named for it", async () => {
    const lines = ["Handle,Title,Variant SKU,Variant Price", "mug,Mug,MUG,12.00"];
    await importCatalog(context, file(...lines), { currency: "CHF" });
    expect(await shop.item("MUG")).toMatchObject({ price: { amount: "12.00", currency: "CHF" } });
  });

  it("keeps what its columns do not tell", async () => {
    await shop.upsert({ sku: "MUG", title: "Mug", brand: "Alpenladen", tags: ["kept"], category: "Mugs" });
    await catalog("Handle,Title,Variant SKU,Variant Price", "mug,Mug,MUG,12.00");
    expect(await shop.item("MUG")).toMatchObject({ brand: "Alpenladen", tags: ["kept"], category: "Mugs" });
  });

  it("is refused whole with faults, and with missing columns by their names", async () => {
    const { issues } = await refusal(
      catalog(
        HEADER,
        ",No handle,,,,,,,,,X,1,1.00,,,",
        "a,A,,,,,,,,,SAME,1,1.00,,,",
        "b,B,,,,,,,,,SAME,1,1.00,,,",
        "c,C,,,,,,,,,C,1,free,,,",
        `${"h".repeat(210)},H,,,,,,,,,,1,1.00,,,`,
      ),
    );
    expect(issues.toSorted()).toEqual([
      "row 2.Handle: required",
      "row 5.Variant Price: invalid",
      "row 6.Handle: too_long",
    ]);
    expect((await refusal(catalog("Handle,Body", "a,b"))).message).toMatch(/Title, Variant Price/);
    expect(await shop.count()).toBe(0);
  });
});

describe("a file of observations", () => {
  const HEADER = "sku,seller,price,currency,in_stock,observed_at,url";
  const observations = (...lines: string[]) => importObservations(context, file(HEADER, ...lines));
  beforeEach(() => shop.upsert({ sku: "MUG", title: "Mug", price: eur("9.90") }));

  it("becomes the market, and is unchanged when it comes again", async () => {
    const lines = [
      "MUG,a.example,9.49,EUR,true,2026-11-01T06:00:00Z,https://a.example/mug",
      "MUG,b.example,9.99,EUR,,2026-11-01T06:00:00Z,",
      "MUG,c.example,1.99,EUR,no,2026-11-01T06:00:00Z,",
    ];
    expect(await observations(...lines)).toMatchObject({ rows: 3, created: 3, updated: 0, unchanged: 0 });
    expect(await shop.item("MUG")).toMatchObject({ market: { lowest: eur("9.49"), count: 2 } });
    expect(await observations(...lines)).toMatchObject({ rows: 3, created: 0, updated: 0, unchanged: 3 });
  });

  it("is refused whole with faults in some rows, each fault told by its row", async () => {
    const { issues } = await refusal(
      observations(
        "MUG,a.example,9.49,EUR,true,2026-11-01T06:00:00Z,",
        "NOTHING,a.example,9.49,EUR,true,2026-11-01T06:00:00Z,",
        "MUG,a.example,0,EUR,true,2026-11-01T06:00:00Z,",
        "MUG,a.example,9.49,,true,2026-11-01T06:00:00Z,",
        "MUG,a.example,9.49,EUR,perhaps,2026-11-01T06:00:00Z,",
        "MUG,a.example,9.49,EUR,true,2026-02-30T06:00:00Z,",
        "MUG,a.example,9.49,EUR,true,2027-11-01T06:00:00Z,",
        "MUG,a.example,9.50,EUR,true,2026-11-01T06:00:00Z,",
        "MUG,,9.49,EUR,true,2026-11-01T06:00:00Z,",
        "MUG,a.example,,EUR,true,2026-11-01T06:00:00Z,",
      ),
    );
    expect(issues.toSorted()).toEqual(
      [
        "row 3.sku: unknown_sku",
        "row 4.price: not_positive",
        "row 5.currency: invalid",
        "row 6.in_stock: invalid",
        "row 7.observed_at: invalid",
        "row 8.observed_at: in_future",
        "row 9.observed_at: duplicate",
        "row 10.seller: invalid",
        "row 11.price: invalid",
      ].toSorted(),
    );
    expect(await shop.item("MUG")).toMatchObject({ market: { count: 0 } });
    expect((await refusal(importObservations(context, file("sku,price", "MUG,1")))).message).toMatch(
      /seller, currency, observed_at/,
    );
  });
});
