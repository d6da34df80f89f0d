import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { type Cataloguer, openCatalog } from "@/server/testing/cataloguer";
import { startTestService, type TestService } from "@/server/testing/service";

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
const mug = { sku: "MUG", title: "Mug", price: eur("9.90") };
const post = (...items: unknown[]) => shop.upsert(...items);
const item = (sku = "MUG") => shop.item(sku);
const count = () => shop.count();

describe("a bulk upsert", () => {
  it("creates, updates and leaves alone, and says which of them for every row in order", async () => {
    await post(mug, { ...mug, sku: "PAN" });
    const response = await post(
      { ...mug, price: eur("10.90") },
      { ...mug, sku: "PAN" },
      { ...mug, sku: "POT" },
    );
    expect(response.status).toBe(200);
    expect(response.json).toEqual({
      ok: true,
      notices: [],
      created: 1,
      updated: 1,
      unchanged: 1,
      refused: 0,
      rows: [
        { index: 0, sku: "MUG", outcome: "updated" },
        { index: 1, sku: "PAN", outcome: "unchanged" },
        { index: 2, sku: "POT", outcome: "created" },
      ],
    });
    expect(await item()).toMatchObject({ price: eur("10.90"), cost: null });
  });

  const full = {
    ...mug,
    brand: "Alpenladen",
    category: "Mugs",
    tags: ["outdoor", "enamel"],
    cost: eur("4.20"),
    compare_at_price: eur("12.90"),
    map_price: eur("8.00"),
    min_price: eur("7.00"),
    max_price: eur("15.00"),
    msrp: eur("14.00"),
    pack_size: "350 ml",
    stock: 12,
    url: "https://shop.example/mug",
  };
  const clearable = Object.keys(full).filter((field) => !["sku", "title"].includes(field));

  it("keeps what a row leaves out", async () => {
    await post(full);
    expect((await post({ sku: "MUG", stock: 3 })).json).toMatchObject({ updated: 1 });
    expect(await item()).toMatchObject({ ...full, stock: 3 });
  });

  it.each([
    ["null", null],
    ["an empty text", ""],
  ])("clears every field of a row that says %s", async (_, nothing) => {
    await post(full);
    const cleared = Object.fromEntries(clearable.map((field) => [field, nothing]));
    expect((await post({ sku: "MUG", ...cleared })).json).toMatchObject({ updated: 1, refused: 0 });
    const expected = Object.fromEntries(clearable.map((field) => [field, field === "tags" ? [] : null]));
    expect(await item()).toMatchObject({ ...expected, title: "Mug", cost_updated_at: null, margin: null });
  });

  it("tells tags apart that read alike when joined, and keeps none twice", async () => {
    await post({ ...mug, tags: ["a\nb"] });
    expect((await post({ ...mug, tags: ["a", "b", "a"] })).json).toMatchObject({ updated: 1 });
    expect(await item()).toMatchObject({ tags: ["a", "b"] });
  });

  it("applies several rows of one sku in their order", async () => {
    const response = await post(mug, { ...mug, price: eur("11.00") }, { sku: "MUG", stock: 1 });
    expect(response.json).toMatchObject({ created: 1, updated: 2 });
    expect(await item()).toMatchObject({ price: eur("11.00"), stock: 1 });
    expect(await count()).toBe(1);
  });

  it.each<[string, unknown, string]>([
    ["no object", 7, ""],
    ["null", null, ""],
    ["a list", [], ""],
    ["no sku", { title: "Mug" }, "sku"],
    ["an empty sku", { ...mug, sku: "  " }, "sku"],
    ["a sku of another type", { ...mug, sku: 12 }, "sku"],
    ["a new item without a title", { sku: "NEW" }, "title"],
    ["an empty title", { ...mug, title: "" }, "title"],
    ["a negative price", { ...mug, price: eur("-1.00") }, "price.amount"],
    ["a price of 0", { ...mug, price: eur("0.00") }, "price.amount"],
    ["a cost of 0", { ...mug, cost: eur("0") }, "cost.amount"],
    ["an absurd price", { ...mug, price: eur("99999999999999999.00") }, "price.amount"],
    ["too many decimals", { ...mug, price: eur("9.999") }, "price.amount"],
    [
      "decimals of a currency without any",
      { ...mug, price: { amount: "9.5", currency: "JPY" } },
      "price.amount",
    ],
    ["an exponent", { ...mug, price: eur("1e3") }, "price.amount"],
    ["a decimal comma", { ...mug, price: eur("9,90") }, "price.amount"],
    ["a number for an amount", { ...mug, price: { amount: 9.9, currency: "EUR" } }, "price.amount"],
    ["a bare number for a price", { ...mug, price: 9.9 }, "price"],
    ["an unknown currency", { ...mug, price: { amount: "9.90", currency: "XYZ" } }, "price.currency"],
    ["two currencies", { ...mug, cost: { amount: "4.00", currency: "USD" } }, ""],
    ["a minimum above the maximum", { ...mug, min_price: eur("9"), max_price: eur("8") }, "min_price"],
    ["half an item of stock", { ...mug, stock: 1.5 }, "stock"],
    ["stock as text", { ...mug, stock: "12" }, "stock"],
    ["a script for an address", { ...mug, url: "javascript:alert(1)" }, "url"],
    ["a NUL in an address", { ...mug, url: "https://a.example/\u0000" }, "url"],
    ["an escape in the title", { ...mug, title: "a\u001b[2Jb" }, "title"],
    ["a turn of direction in the title", { ...mug, title: "a\u202eb" }, "title"],
    ["a line break in the sku", { ...mug, sku: "a\nb" }, "sku"],
    ["what cannot be seen in the sku", { ...mug, sku: "a\u200bb" }, "sku"],
    ["a NUL in the title", { ...mug, title: "a\u0000b" }, "title"],
    ["half of a surrogate pair", { ...mug, brand: "a\ud800" }, "brand"],
    ["a broken tag", { ...mug, tags: ["ok", "\udfff"] }, "tags.1"],
    ["a sku too long", { ...mug, sku: "x".repeat(201) }, "sku"],
  ])("refuses a row with %s, that row alone", async (_, row, path) => {
    const response = await post({ ...mug, sku: "GOOD" }, row);
    expect([response.status, response.json?.["created"], response.json?.["refused"]]).toEqual([200, 1, 1]);
    const [, refused] = response.json?.["rows"] as { outcome: string; issues: unknown }[];
    expect(refused).toMatchObject({
      index: 1,
      outcome: "refused",
      issues: [{ path, code: expect.any(String), message: expect.any(String) }],
    });
    expect(await count()).toBe(1);
  });

  it("refuses another currency than the item's, and leaves the item as it was", async () => {
    await post(mug);
    const response = await post({ sku: "MUG", price: { amount: "9.00", currency: "USD" } });
    expect(response.json).toMatchObject({ refused: 1, rows: [{ issues: [{ code: "currency_mismatch" }] }] });
    expect(await item()).toMatchObject({ price: eur("9.90") });
  });

  it.each([
    "'; DROP TABLE catalog_items; --",
    '{"$gt":""}',
    "<script>alert(1)</script>",
    "=HYPERLINK(1)",
    "Ünïcödé 日本 🧦",
    "\\x00 %00 ${7*7}",
    "constructor",
    "__proto__",
  ])("keeps %j as it was written", async (text) => {
    await post({ ...mug, sku: text, title: text, brand: text, tags: [text] });
    expect(await item(text)).toMatchObject({ sku: text, title: text, brand: text, tags: [text] });
  });

  it("keeps tabs and line breaks of a title", async () => {
    await post({ ...mug, title: "a\tb\nc" });
    expect(await item()).toMatchObject({ title: "a\tb\nc" });
  });

  it("accepts a thousand rows and refuses one more", async () => {
    const rows = (n: number) => Array.from({ length: n }, (_, i) => ({ ...mug, sku: `S-${i}` }));
    expect((await post(...rows(1_000))).json).toMatchObject({ created: 1_000, refused: 0 });
    expect((await post(...rows(1_000))).json).toMatchObject({ unchanged: 1_000 });
    const tooMany = await post(...rows(1_001));
    expect([tooMany.status, tooMany.json?.["error"]]).toEqual([422, "validation_error"]);
    expect((await post()).status).toBe(422);
  });

  it("notes every price and cost in the item's history, and one event for all rows in the audit log", async () => {
    await post(mug, { ...mug, sku: "PAN" });
    service.clock.advance(1_000);
    await post({ sku: "MUG", price: eur("10.00") }, { sku: "PAN", stock: 3 });
    const history = await shop.call("GET", `/catalog/items/${await shop.itemId("MUG")}/history`);
    expect(history.json?.["own"]).toMatchObject([{ price: eur("9.90") }, { price: eur("10.00") }]);
    const events = await service.sql(
      "SELECT after FROM audit_events WHERE workspace_id = $1 AND action = 'catalog.upsert' ORDER BY seq",
      [shop.workspace.id],
    );
    expect(events.map(({ after }) => JSON.parse(String(after)) as unknown)).toMatchObject([
      { created: 2 },
      { updated: 2 },
    ]);
  });

  it("takes a cost that is told again as fresh, although nothing else changes", async () => {
    await post({ ...mug, cost: eur("4.00") });
    service.clock.advance(DAY_MS);
    expect((await post({ sku: "MUG", cost: eur("4.00") })).json).toMatchObject({ unchanged: 1 });
    expect(await item()).toMatchObject({ cost_updated_at: new Date(service.clock.now()).toISOString() });
    await post({ sku: "MUG", stock: 1 });
    service.clock.advance(1_000);
    expect((await item())?.["cost_updated_at"]).not.toBe(new Date(service.clock.now()).toISOString());
  });

  it("replays its first answer under one Idempotency-Key and refuses another request under it", async () => {
    const send = (sku: string) =>
      service.call("POST", "/catalog/items", {
        token: shop.token,
        headers: { "idempotency-key": "import-7" },
        body: { items: [{ ...mug, sku }] },
      });
    const first = await send("MUG");
    expect(first.json).toMatchObject({ created: 1 });
    expect((await send("MUG")).text).toBe(first.text);
    expect((await send("PAN")).status).toBe(422);
    expect(await count()).toBe(1);
  });
});

describe("changes at the same time", () => {
  it("make one item of a sku that twins create together", async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => post(mug, { ...mug, sku: "PAN" })));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(responses.map(({ json }) => json?.["created"]).sort()).toEqual([...Array<number>(11).fill(0), 2]);
    expect(await count()).toBe(2);
  });

  it("never pass the plan's cap together, and lose nothing below it", async () => {
    shop = await openCatalog(service, "free");
    const rows = (from: number, n: number) =>
      Array.from({ length: n }, (_, i) => ({ ...mug, sku: `S-${from + i}` }));
    await post(...rows(0, 200));
    const responses = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => post(...rows(1_000 + 20 * n, 20))));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 402, 402, 402, 402]);
    const refused = responses.find(({ status }) => status === 402);
    expect(refused?.json).toMatchObject({ error: "plan_limit", limit: "items", used: 240, plan: "free" });
    expect(await count()).toBe(240);
    expect((await post(...rows(0, 200))).json).toMatchObject({ unchanged: 200 });
  });

  it("do not block each other for ever when they name the same items in another order", async () => {
    const skus = Array.from({ length: 60 }, (_, i) => `S-${i}`);
    await post(...skus.slice(0, 30).map((sku) => ({ ...mug, sku })));
    const shuffled = (n: number) =>
      [...skus.slice(n * 5), ...skus.slice(0, n * 5)].map((sku) => ({ ...mug, sku, stock: n }));
    const responses = await Promise.all(Array.from({ length: 10 }, (_, n) => post(...shuffled(n))));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(await count()).toBe(60);
  });
});

it("changes nothing in a suspended workspace", async () => {
  const workspace = await service.workspace({ lifecycle: "suspended" });
  const token = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
  const response = await service.call("POST", "/catalog/items", { token, body: { items: [mug] } });
  expect([response.status, response.json?.["limit"]]).toEqual([402, "lifecycle"]);
  expect(await service.sql("SELECT FROM catalog_items WHERE workspace_id = $1", [workspace.id])).toEqual([]);
});

it("keeps the catalogs of two workspaces apart, even under one sku", async () => {
  await post(mug);
  const other = await openCatalog(service);
  await other.upsert({ ...mug, price: eur("1.00") });
  expect(await item()).toMatchObject({ price: eur("9.90") });
  const foreign = await other.itemId("MUG");
  expect((await shop.call("GET", `/catalog/items/${foreign}`)).status).toBe(404);
  expect((await shop.call("GET", `/catalog/items/${foreign}/history`)).status).toBe(404);
});
