import { afterAll, beforeAll, expect, it } from "vitest";
import { MINUTE_MS } from "@/server/domain/durations";
import { type Cataloguer, openCatalog } from "@/server/testing/cataloguer";
import { startTestService, type TestService } from "@/server/testing/service";
import { ItemPage } from "./list";

let service: TestService;
let shop: Cataloguer;

beforeAll(async () => {
  service = await startTestService({ now: "2026-11-02T09:30:00Z" });
  shop = await openCatalog(service);
  for (const [sku, title, tags] of [
    ["MUG", "Enamel mug", ["camping", "mugs"]],
    ["PAN", "Pan, 20% off", ["kitchen"]],
    ["POT", "Pot_one", ["camping"]],
    ["CUP", "Cup", []],
  ] as const) {
    await shop.upsert({ sku, title, tags, price: { amount: "10.00", currency: "EUR" } });
    service.clock.advance(MINUTE_MS);
  }
});
afterAll(() => service.close());

const skus = async (query: string) => {
  const { json } = await shop.call("GET", `/catalog/items${query}`);
  return (json?.["data"] as { sku: string }[]).map(({ sku }) => sku);
};

it("lists items newest first", async () => {
  expect(await skus("")).toEqual(["CUP", "POT", "PAN", "MUG"]);
});

it("shows of an item what its schema names and nothing else", async () => {
  const { json } = await shop.call("GET", "/catalog/items");
  expect(ItemPage.parse(json)).toEqual(json);
});

it.each([
  ["?tag=camping", ["POT", "MUG"]],
  ["?tag=camp", []],
  ["?q=enamel", ["MUG"]],
  ["?q=P", ["CUP", "POT", "PAN"]],
  ["?q=20%25", ["PAN"]],
  ["?q=t_o", ["POT"]],
  ["?q=%5C", []],
  ["?q='%20OR%201=1%20--", []],
  ["?updated_since=2026-11-02T09:32:00Z", ["CUP", "POT"]],
  ["?updated_since=0001-01-01T00:00:00Z", ["CUP", "POT", "PAN", "MUG"]],
  ["?tag=camping&q=pot&updated_since=2026-11-02T09:30:00Z", ["POT"]],
])("narrows the list by %s", async (query, expected) => {
  expect(await skus(query)).toEqual(expected);
});

it.each(["", "&tag=camping", "&q=p"])(
  "pages through everything once with limit=1%s, items made meanwhile left out",
  async (narrow) => {
    const expected = await skus(`?limit=100${narrow}`);
    const met: string[] = [];
    let cursor = "";
    for (;;) {
      const { json } = await shop.call("GET", `/catalog/items?limit=1${narrow}${cursor}`);
      met.push(...(json?.["data"] as { sku: string }[]).map(({ sku }) => sku));
      if (json?.["next_cursor"] === null) break;
      cursor = `&cursor=${String(json?.["next_cursor"])}`;
      service.clock.advance(1_000);
      await service.make.item(shop.workspace.id, {
        sku: `NEW-${service.clock.now()}`,
        tags: ["camping"],
        title: "p",
      });
    }
    expect(met).toEqual(expected);
  },
);

it.each(["?updated_since=yesterday", "?q=", "?tag=", "?cursor=djE6cnVuXzAx", `?q=${"x".repeat(201)}`])(
  "refuses %s",
  async (query) => {
    expect((await shop.call("GET", `/catalog/items${query}`)).json).toMatchObject({
      error: "validation_error",
    });
  },
);
