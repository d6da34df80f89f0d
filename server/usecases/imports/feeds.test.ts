import { beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { type Importer, openImporter } from "@/server/testing/importer";
import { startTestService } from "@/server/testing/service";

const service = duringTests(() => startTestService({ now: "2026-11-25T12:00:00.000Z" }));
let own: Importer;
beforeEach(async () => {
  own = await openImporter(service);
  await own.shop.upsert({ sku: "A", title: "Jug" }, { sku: "B", title: "Cup" });
});

const set = { seller: "Rival", observed_at: "now" };
const imported = (feed: string) => own.observations(feed, { set, rows: "good" });
const seen = () =>
  service.sql<{ sku: string; price: string; currency: string; url: string | null }>(
    `SELECT i.sku, o.price::text, o.currency, o.url FROM observations o
     JOIN catalog_items i ON i.workspace_id = o.workspace_id AND i.id = o.item_id
     WHERE o.workspace_id = $1 ORDER BY i.sku`,
    [own.shop.workspace.id],
  );

const rss = (items: string, before = "") => `<?xml version="1.0" encoding="UTF-8"?>
${before}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Rival</title>
<link>https://rival.example</link>${items}</channel></rss>`;

describe("a product feed in XML", () => {
  it("gives each product of RSS the attributes that are its own", async () => {
    const report = await imported(
      rss(`<item><g:id> A </g:id><title>Jug &amp; lid</title><link>https://rival.example/a?x=1&amp;y=2</link>
        <g:shipping><g:country>DE</g:country><g:price>4.90 EUR</g:price></g:shipping>
        <g:price><![CDATA[24.99 EUR]]></g:price><g:availability>in stock</g:availability></item>
        <item><g:id>B</g:id><g:price>1,299.00 EUR</g:price><g:sale_price>999.00 EUR</g:sale_price></item>
        <item><g:id>X</g:id><g:price>1.00 EUR</g:price></item>`),
    );
    expect(report).toMatchObject({
      created: 2,
      survey: { file: "xml", form: { id: "merchant_feed" }, rows: 3 },
    });
    expect(report.faults).toMatchObject([{ line: 3, column: "id", value: "X" }]);
    expect(await seen()).toEqual([
      { sku: "A", price: "2499", currency: "EUR", url: "https://rival.example/a?x=1&y=2" },
      { sku: "B", price: "99900", currency: "EUR", url: null },
    ]);
  });

  it("gives a product of Atom its own id and not the entry's", async () => {
    const feed = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><title>Rival</title>
      <entry><id>tag:rival.example,2026:1</id><title>Cup</title><link href="https://rival.example/b"/><g:id>B</g:id>
      <g:price>5.00 USD</g:price></entry></feed>`;
    expect(await imported(feed)).toMatchObject({ created: 1 });
    expect(await seen()).toEqual([
      { sku: "B", price: "500", currency: "USD", url: "https://rival.example/b" },
    ]);
  });

  it("does not expand entities, and is refused where it declares some", async () => {
    const item = "<item><g:id>&b;</g:id><g:price>1.00 EUR</g:price></item>";
    const { faults } = await imported(rss(item));
    expect(faults).toMatchObject([{ column: "id", value: "&b;" }]);
    const bomb = `<!DOCTYPE rss [<!ENTITY a "AAAAAAAAAA"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
    await expect(imported(rss(item, bomb))).rejects.toThrow(/is XML, not a table/);
  });

  it.each([
    [
      "that ends too early",
      rss("<item><g:id>A</g:id><g:price>1.00 EUR</g:price></item>").slice(0, -9),
      /ends early/,
    ],
    ["without products", rss(""), /XML in which no product was found/],
    ["that is nested without an end", rss(`<item>${"<a>".repeat(200)}`), /nested too deep/],
    ["with a tag without an end", rss(`<item><g:id a="${"x".repeat(1_100_000)}`), /does not end/],
  ])("%s is refused with words, and nothing of it is stored", async (_, feed, message) => {
    await expect(imported(feed)).rejects.toMatchObject({
      code: "validation_error",
      message: expect.stringMatching(message) as string,
    });
    expect(await seen()).toEqual([]);
  });

  it("keeps no more of a value than a column takes", async () => {
    const { faults } = await imported(
      rss(
        `<item><g:id>A</g:id><g:price>1.00 EUR</g:price><link>https://x.example/${"y".repeat(300_000)}</link></item>`,
      ),
    );
    expect(faults).toMatchObject([{ column: "link" }]);
  });
});
