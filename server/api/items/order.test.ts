import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "@/server/domain/durations";
import { ITEM_SORTS, SORT_ORDERS } from "@/server/domain/items/item-list";
import { type Cataloguer, openCatalog } from "@/server/testing/cataloguer";
import { startTestService, type TestService } from "@/server/testing/service";
import { settleMarkets } from "@/server/usecases/items/settle-markets";

let service: TestService;
let shop: Cataloguer;

beforeAll(async () => {
  service = await startTestService({ now: "2026-11-02T09:30:00Z" });
});
afterAll(() => service.close());

type Columns = Record<string, string | bigint | number | Date | string[] | null>;

const add = async (sku: string, columns: Columns = {}) => {
  service.clock.advance(MINUTE_MS);
  return service.make.item(shop.workspace.id, { sku, ...columns });
};

/** Items whose prices, costs, margins and stocks each have another order; what is unknown is so once in each. */
beforeEach(async () => {
  shop = await openCatalog(service);
  await add("C", { title: "alder", price: 1_000n, cost: 900n, stock: 5 });
  await add("A", { title: "Birch", price: 3_000n, cost: 1_500n, stock: null });
  await add("D", { title: "ash", price: null, cost: 700n, stock: 0 });
  await add("B", { title: "Zelkova", price: 2_000n, cost: null, stock: -2 });
  await add("E", { title: "beech", price: 2_000n, cost: 400n, stock: 5 });
});

const ask = async (query: string) => {
  const { json } = await shop.call("GET", `/catalog/items?limit=2${query}`);
  return {
    skus: (json?.["data"] as { sku: string }[]).map(({ sku }) => sku).join(""),
    next: json?.["next_cursor"] as string | null,
    previous: json?.["previous_cursor"] as string | null,
  };
};
const skus = async (query: string) => {
  const { json } = await shop.call("GET", `/catalog/items?${query}`);
  return (json?.["data"] as { sku: string }[]).map(({ sku }) => sku).join("");
};

it.each([
  ["sort=newest", "EBDAC"],
  ["sort=newest&order=asc", "CADBE"],
  ["sort=sku", "ABCDE"],
  ["sort=title", "CDEAB"],
  ["sort=title&order=desc", "BAEDC"],
  ["sort=price", "CBEAD"],
  ["sort=price&order=desc", "AEBCD"],
  ["sort=cost", "EDCAB"],
  ["sort=cost&order=desc", "ACDEB"],
  ["sort=margin", "CAEBD"],
  ["sort=margin&order=desc", "EACDB"],
  ["sort=price_index", "CADBE"],
  ["sort=price_index&order=desc", "EBDAC"],
  ["sort=stock", "BDCEA"],
  ["sort=stock&order=desc", "ECDBA"],
  ["sort=changed", "EBDAC"],
])("lists items by %s, unknown ones last", async (query, expected) => {
  expect(await skus(query)).toBe(expected);
});

it.each(ITEM_SORTS.flatMap((sort) => SORT_ORDERS.map((order) => `&sort=${sort}&order=${order}`)))(
  "pages through everything once and back again with %s",
  async (query) => {
    const all = await skus(query.slice(1));
    const first = await ask(query);
    expect(first.previous).toBeNull();
    const second = await ask(`${query}&cursor=${first.next}`);
    const third = await ask(`${query}&cursor=${second.next}`);
    expect(first.skus + second.skus + third.skus).toBe(all);
    expect(third.next).toBeNull();
    const back = await ask(`${query}&cursor=${third.previous}`);
    const start = await ask(`${query}&cursor=${back.previous}`);
    expect([start.skus, back.skus]).toEqual([first.skus, second.skus]);
    expect(start.previous).toBeNull();
    expect((await ask(`${query}&cursor=${back.next}`)).skus).toBe(third.skus);
  },
);

it("sorts an item with a sale by the margin at what shoppers pay at that time", async () => {
  const until = new Date(service.clock.now() + HOUR_MS);
  await add("F", { price: 4_000n, cost: 2_200n, sale_price: 2_300n, sale_until: until });
  expect(await skus("sort=margin")).toBe("FCAEBD");
  expect(await skus("sort=margin&order=desc")).toBe("EACFDB");
  service.clock.advance(HOUR_MS);
  // The sale is over, and nobody has read since what the store charges.
  expect(await skus("sort=margin")).toBe("CAEFBD");
  await service.sql(
    "UPDATE catalog_items SET shopper_price = price, window_read_at = $2 WHERE workspace_id = $1 AND sku = 'F'",
    [shop.workspace.id, new Date(service.clock.now())],
  );
  expect(await skus("sort=margin")).toBe("CFAEBD");
  const first = await ask("&sort=margin");
  expect((await ask(`&sort=margin&cursor=${first.next}`)).skus).toBe("AE");
});

it("sorts items by their price index, what shoppers pay divided by the market price, unknown ones last", async () => {
  const observed_at = new Date(service.clock.now()).toISOString();
  const see = (sku: string, amount: string) => ({
    sku,
    seller: "a",
    price: { amount, currency: "EUR" },
    observed_at,
  });
  await shop.observe(see("A", "20.00"), see("B", "20.00"), see("C", "20.00"), see("D", "20.00"));
  await settleMarkets(service.services, shop.workspace.tenant);
  expect(await skus("sort=price_index")).toBe("CBADE");
  expect(await skus("sort=price_index&order=desc")).toBe("ABCED");
  const first = await ask("&sort=price_index");
  const second = await ask(`&sort=price_index&cursor=${first.next}`);
  expect([first.skus, second.skus]).toEqual(["CB", "AD"]);
  const third = await ask(`&sort=price_index&cursor=${second.next}`);
  const back = await ask(`&sort=price_index&cursor=${third.previous}`);
  expect([third.skus, back.skus]).toEqual(["E", "AD"]);
  const forged = Buffer.from(String(first.next), "base64url").toString().replace(/=.*/, "=nan");
  const cursor = Buffer.from(forged).toString("base64url");
  expect((await shop.call("GET", `/catalog/items?limit=2&sort=price_index&cursor=${cursor}`)).status).toBe(
    422,
  );
});

it("refuses the cursor of another order, another filter or a changed one", async () => {
  const { next } = await ask("&sort=price");
  const changed = Buffer.from(String(next), "base64url").toString().replace(/=.*/, "=x");
  for (const query of [
    `sort=price&order=desc&cursor=${next}`,
    `sort=cost&cursor=${next}`,
    `sort=price&q=a&cursor=${next}`,
    `sort=price&cursor=${Buffer.from(changed).toString("base64url")}`,
  ])
    expect((await shop.call("GET", `/catalog/items?limit=2&${query}`)).json).toMatchObject({
      error: "validation_error",
      issues: [{ path: "cursor" }],
    });
});

it.each([
  ["price", "9223372036854775808"],
  ["cost", "-9999999999999999999"],
  ["stock", "-2147483649"],
  ["margin", "1e999"],
  ["title", "a\u0000"],
  ["changed", "0000-01-01T00:00:00.000Z"],
  ["changed", "2026-02-30T00:00:00.000Z"],
  ["changed", "2026-02-03T25:00:00.000Z"],
])("refuses a cursor of %s whose key the database cannot read: %j", async (sort, key) => {
  const { next } = await ask(`&sort=${sort}`);
  const forged = Buffer.from(String(next), "base64url").toString().replace(/=.*/, `=${key}`);
  const cursor = Buffer.from(forged).toString("base64url");
  const { status, json } = await shop.call("GET", `/catalog/items?sort=${sort}&limit=2&cursor=${cursor}`);
  expect([status, json]).toMatchObject([422, { error: "validation_error", issues: [{ path: "cursor" }] }]);
});

it.each([
  ["price", "-9223372036854775808", 5],
  ["changed", "0001-01-01T00:00:00.000Z", 0],
])("takes the smallest key of %s that the database reads", async (sort, key, found) => {
  const { next } = await ask(`&sort=${sort}`);
  const forged = Buffer.from(String(next), "base64url").toString().replace(/=.*/, `=${key}`);
  const cursor = Buffer.from(forged).toString("base64url");
  const { status, json } = await shop.call("GET", `/catalog/items?sort=${sort}&cursor=${cursor}`);
  expect([status, (json?.["data"] as unknown[]).length]).toEqual([200, found]);
});

it("goes on from a cursor of the first form", async () => {
  const { next } = await ask("");
  const [, , , id] = Buffer.from(String(next), "base64url").toString().split(":");
  const cursor = Buffer.from(`v1:${id}`).toString("base64url");
  expect((await ask(`&cursor=${cursor}`)).skus).toBe("DA");
});

it("keeps its place when the row at the end of the page changes", async () => {
  const { next } = await ask("&sort=price");
  await service.sql("UPDATE catalog_items SET price = 9999 WHERE sku = 'B' AND workspace_id = $1", [
    shop.workspace.id,
  ]);
  expect((await ask(`&sort=price&cursor=${next}`)).skus).toBe("EA");
});
