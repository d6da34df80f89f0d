import { beforeAll, expect, it } from "vitest";
import { type Cataloguer, openCatalog } from "@/server/testing/cataloguer";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";

const service = duringTests(() => startTestService({ now: "2026-11-21T12:00:00.000Z" }));
let shop: Cataloguer;
let mug: string;

beforeAll(async () => {
  shop = await openCatalog(service);
  await shop.upsert({ sku: "MUG", title: "Mug" }, { sku: "PAN", title: "Pan" });
  mug = await shop.itemId("MUG");
  const seen = (sku: string, seller: string, amount: string, day: number) => ({
    sku,
    seller,
    price: { amount, currency: "EUR" },
    observed_at: `2026-11-${day}T08:00:00.000Z`,
  });
  await shop.observe(
    ...[14, 12, 13, 15, 11].map((day) => seen("MUG", "a.example", `${day}.00`, day)),
    seen("MUG", "b.example", "9.00", 13),
    seen("PAN", "a.example", "5.00", 16),
  );
});

const list = (query = "", id = mug) => shop.call("GET", `/catalog/items/${id}/observations${query}`);
const amounts = (data: unknown) => (data as { price: { amount: string } }[]).map(({ price }) => price.amount);

it("lists every price of the item alone, newest first, a page after the other without a gap", async () => {
  const whole = await list();
  expect(amounts(whole.json?.["data"]).filter((amount) => amount !== "9.00")).toEqual([
    "15.00",
    "14.00",
    "13.00",
    "12.00",
    "11.00",
  ]);
  const paged: string[] = [];
  let cursor = "";
  do {
    const { json } = await list(`?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
    paged.push(...amounts(json?.["data"]));
    cursor = (json?.["next_cursor"] as string | null) ?? "";
  } while (cursor !== "");
  expect(paged).toEqual(amounts(whole.json?.["data"]));
});

it("shows how a page's price was read, and who reported it as wrong", async () => {
  const observation = await service.make.observation(shop.workspace.id, {
    item_id: mug,
    check_id: "chk_1",
    source: "check",
  });
  const [first] = (await list()).json?.["data"] as { id: string; evidence: unknown; wrong: unknown }[];
  expect(first).toMatchObject({ evidence: null, wrong: null });
  await service.sql(
    `INSERT INTO page_checks (workspace_id, id, offer_id, item_id, asked_by, at, outcome, method, confidence, snippet)
     VALUES ($1, 'chk_1', 'off_1', $2, 'run', now(), 'price', 'json_ld', 0.96, '"price": "19.99"')`,
    [shop.workspace.id, mug],
  );
  await shop.call("POST", `/observations/${observation}/report`, { reason: "Another pack size" });
  const data = (await list()).json?.["data"] as { id: string }[];
  expect(data.find(({ id }) => id === observation)).toMatchObject({
    evidence: { method: "json_ld", confidence: "0.9600", snippet: '"price": "19.99"' },
    wrong: { reason: "Another pack size" },
  });
});
