import { Readable } from "node:stream";
import { beforeEach, describe, expect, it } from "vitest";
import { DomainError } from "@/server/domain/errors";
import { type Cataloguer, openCatalog } from "@/server/testing/cataloguer";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { operatorContext } from "../operator-context";
import type { RequestContext } from "../request-context";
import { importCatalog } from "./import-items";
import type { ImportOptions } from "./import-plan";

const service = duringTests(() => startTestService());
let shop: Cataloguer;
let context: RequestContext;

beforeEach(async () => {
  shop = await openCatalog(service);
  context = await operatorContext(service.services, shop.workspace.id);
});

const eur = (amount: string) => ({ amount, currency: "EUR" });
const imported = (bytes: Uint8Array, options: ImportOptions = {}) =>
  importCatalog(context, () => Readable.from([Buffer.from(bytes)]), options);
const lines = (rows: readonly string[], options: ImportOptions = {}) =>
  imported(Buffer.from(rows.join("\r\n")), options);

/** Returns the message and the issues that refused a file. */
async function refusal(work: Promise<unknown>): Promise<{ message: string; issues: string[] }> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DomainError)) throw new Error(`not refused: ${String(error)}`);
  return {
    message: error.message,
    issues: (error.extra.issues ?? []).map(({ path, code }) => `${path}: ${code}`),
  };
}

describe("a file with the line sep=", () => {
  it("is parted by what that line says, and has its header below", async () => {
    const report = await lines(["sep=;", "sku;title;price", "A,1;Waage;24,90", "B;Topf;1.999,00"]);
    expect(report).toMatchObject({ created: 2, survey: { delimiter: ";", header: { line: 2 } } });
    expect(await shop.item("A,1")).toMatchObject({ price: eur("24.90") });
    const chosen = await lines(["sep=,", "sku;title", "C;Pan"], { delimiter: ";" });
    expect(chosen).toMatchObject({ created: 1, survey: { delimiter: ";" } });
  });
});

describe("cells that keep a text as a text", () => {
  it("are read as that text", async () => {
    await lines(["sku,title,cost", '="0017",Small nut,1.10', '"=""0018""",="a ""big"" nut",1.20']);
    expect(await shop.item("0017")).toMatchObject({ title: "Small nut", cost: eur("1.10") });
    expect(await shop.item("0018")).toMatchObject({ title: 'a "big" nut' });
  });
});

describe("quotation marks within cells", () => {
  it("are text", async () => {
    await lines([
      "sku;title;cost",
      'A;Monitor 27" schwarz;99,00',
      'B;Rohr 1/2" x 3/4";2,00',
      'C;"Halter" gross;2,00',
      'D;"Monitor 32"" weiss";129,00',
    ]);
    expect(
      await Promise.all(["A", "B", "C", "D"].map(async (sku) => (await shop.item(sku))?.["title"])),
    ).toEqual(['Monitor 27" schwarz', 'Rohr 1/2" x 3/4"', '"Halter" gross', 'Monitor 32" weiss']);
  });

  it("are a fault of their row alone when they open a cell and are not closed", async () => {
    const rows = ["sku;title;cost", "A;Nut;1,00", 'B;"Halter gross;2,00', 'C;Rohr 3/4";3,00', "D;Nut;4,00"];
    expect((await refusal(lines(rows))).issues).toEqual(["row 3: quote"]);
    expect(await shop.count()).toBe(0);
    expect(await lines(rows, { rows: "good" })).toMatchObject({ created: 3, refused: 1 });
    expect(await shop.item("C")).toMatchObject({ title: 'Rohr 3/4"', cost: eur("3.00") });
  });
});

describe("rows and cells in which nothing stands", () => {
  it("are none, and lead to no fault", async () => {
    const report = await lines([
      "sku;title;cost;;",
      ";;;;",
      "A;Nut;1,00",
      "B;Bolt;2,00;;;;;",
      "  ; ;\u00a0;;",
      ";;;",
      "",
      "C;Nail;3,00;;",
    ]);
    expect(report).toMatchObject({ rows: 3, created: 3, faultCount: 0, survey: { rows: 3 } });
    expect(report.survey.columns).toEqual(["sku", "title", "cost"]);
  });

  it("are told from a cell too many, and from a row that was cut off, which clears nothing", async () => {
    await shop.upsert({ sku: "A", title: "Nut", cost: eur("1.00"), brand: "Kept" });
    const rows = ["sku;title;cost;brand", "B;Bolt;2,00;x;note", "A;Nut;1,00"];
    expect((await refusal(lines(rows))).issues).toEqual(["row 2: cells", "row 3: cells"]);
    await lines(rows, { rows: "good" });
    expect(await shop.item("A")).toMatchObject({ cost: eur("1.00"), brand: "Kept" });
  });
});

describe("a file with rows above its header", () => {
  const PRICE_LIST = [
    "Großhandel Muster GmbH;;;",
    "Preisliste gültig ab 01.12.2026;;;",
    ";;;",
    "Art.-Nr.;Bezeichnung;EK netto;VK",
    "A-100;Küchenwaage;12,50;24,90",
  ];

  it("is read from the row that names columns which are known, and says which that is", async () => {
    expect(await lines(PRICE_LIST)).toMatchObject({ created: 1, survey: { header: { line: 4 }, rows: 1 } });
    expect(await shop.item("A-100")).toMatchObject({
      title: "Küchenwaage",
      cost: eur("12.50"),
      price: eur("24.90"),
    });
    const withoutDelimiters = ["Muster GmbH, Berlin", "", "sku;title;cost", "B;Nut;1,10", "C;Nut;2,20"];
    expect(await lines(withoutDelimiters)).toMatchObject({ created: 2, survey: { header: { line: 3 } } });
  });

  it("is read from the row that a person names", async () => {
    const rows = ["Liste 7;;", "Nr;Text;EK brutto", "A;Nut;1,00"];
    const map = { sku: "Nr", title: "Text", cost: "EK brutto" };
    const { message, issues } = await refusal(lines(rows));
    expect([message, issues]).toEqual([
      expect.stringMatching(/has Liste 7 in row 1: .* say which row/),
      ["sku: missing_column"],
    ]);
    expect(await lines(rows, { map, headerRow: 2 })).toMatchObject({
      created: 1,
      survey: { header: { line: 2 } },
    });
    const none = await refusal(lines(["sku;title", ";", "A;Nut"], { headerRow: 2 }));
    expect(none).toMatchObject({ message: /Row 2 .* names no columns/ });
  });

  it("is read from the mapped row too, and from the first one where no row is known", async () => {
    const rows = ["Liste 7;;", "Nr;Text;EK brutto", "A;Nut;1,00"];
    const map = { sku: "Nr", title: "Text" };
    expect(await lines(rows, { map })).toMatchObject({ created: 1, survey: { header: { line: 2 } } });
    const unknown = await lines(rows, { dryRun: true });
    expect(unknown.survey).toMatchObject({ header: { line: 1 }, columns: ["Liste 7"] });
  });

  it("has data that look like a header where the first row is one", async () => {
    const report = await lines(["sku,title,note", "A,Price,x", "sku,title,price"]);
    expect(report).toMatchObject({ created: 2, survey: { header: { line: 1 } } });
  });
});

describe("the encoding of a file", () => {
  const TEXT = "sku;title\r\nA;Żółta łódź – Täßchen\r\n";
  const LE = Buffer.from(TEXT, "utf16le");
  const BE = Buffer.from(LE).swap16();

  it.each<[string, Buffer]>([
    ["utf-16le", Buffer.concat([Buffer.from([0xff, 0xfe]), LE])],
    ["utf-16be", Buffer.concat([Buffer.from([0xfe, 0xff]), BE])],
    ["utf-16le", LE],
    ["utf-16be", BE],
  ])("shows when it is %s, and nobody is asked", async (encoding, bytes) => {
    expect(await imported(bytes)).toMatchObject({ created: 1, survey: { encoding, isGuess: false } });
    expect(await shop.item("A")).toMatchObject({ title: "Żółta łódź – Täßchen" });
  });

  it("is asked about once when it could be another, and read as a person says", async () => {
    // "A;żółta łódź" in Windows-1250.
    const bytes = Buffer.from("sku;title\nA;\xbf\xf3\xb3ta \xb3\xf3d\x9f\n", "latin1");
    const { message, issues } = await refusal(imported(bytes));
    expect([message, issues]).toEqual([expect.stringContaining("windows-1250"), ["file: encoding"]]);
    const report = await imported(bytes, { dryRun: true });
    expect(report.survey).toMatchObject({ encoding: "windows-1250", isGuess: true });
    await imported(bytes, { encoding: "windows-1250" });
    expect(await shop.item("A")).toMatchObject({ title: "żółta łódź" });
  });

  it("is kept to when a person names it: bytes that it lacks are refused, and no letter is changed", async () => {
    const bytes = Buffer.from("sku;title\nA;\x9f\x81\n", "latin1");
    expect((await refusal(imported(bytes, { encoding: "windows-1250" }))).message).toMatch(
      /not WINDOWS-1250/,
    );
    expect((await refusal(imported(Buffer.from([0xff, 0xfe, 0x41]), {}))).message).toMatch(/UTF-16LE/);
    const japanese = Buffer.from("sku;title\nA;\xff\n", "latin1");
    expect((await refusal(imported(japanese, { encoding: "shift_jis" }))).message).toMatch(/not SHIFT_JIS/);
    expect(await shop.count()).toBe(0);
  });

  it("is read when it is one of Japan", async () => {
    // "ケーブル" and "日本語" in Shift-JIS.
    const title = [0x83, 0x50, 0x81, 0x5b, 0x83, 0x75, 0x83, 0x8b, 0x2c, 0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea];
    const bytes = Buffer.concat([Buffer.from("sku;title\nA;"), Buffer.from(title), Buffer.from("\n")]);
    expect((await imported(bytes, { dryRun: true })).survey).toMatchObject({ encoding: "shift_jis" });
    await imported(bytes, { encoding: "shift_jis" });
    expect(await shop.item("A")).toMatchObject({ title: "ケーブル,日本語" });
  });
});

describe("a file of another kind is refused with what it is and what to do:", () => {
  const compound = (part: string) =>
    Buffer.concat([
      Buffer.from("d0cf11e0a1b11ae1", "hex"),
      Buffer.alloc(1_016),
      Buffer.from(part, "utf16le"),
    ]);
  it.each<[string, Buffer, RegExp]>([
    [
      "a feed of nothing",
      Buffer.from('<?xml version="1.0"?>\n<rss><channel/></rss>'),
      /is XML.*Send the table as CSV/,
    ],
    ["a site map", Buffer.from('<?xml version="1.0"?>\n<urlset/>'), /is XML.*Send the table as CSV/],
    ["XML without its first line", Buffer.from('\uFEFF<g:feed xmlns:g="x">'), /is XML/],
    ["a page", Buffer.from("<html><table><tr><td>sku</td></tr></table></html>"), /web page \(HTML\)/],
    ["JSON", Buffer.from('[{"sku":"A"}]'), /is JSON/],
    ["a PDF", Buffer.from("%PDF-1.7\n%\xe2\xe3", "latin1"), /is a PDF/],
    ["a compressed file", Buffer.from([0x1f, 0x8b, 8, 0]), /compressed/],
    ["Excel's old format", compound("Workbook"), /old format \(xls\).*\.xlsx/],
    ["a workbook with a password", compound("EncryptedPackage"), /protected by a password/],
    ["another compound file", compound("x"), /old Office file/],
  ])("%s", async (_, bytes, pattern) => {
    expect(await refusal(imported(bytes))).toEqual({
      message: expect.stringMatching(pattern) as string,
      issues: ["file: unreadable"],
    });
  });
});
