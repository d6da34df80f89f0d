import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inTenant } from "@/server/db/database/transaction";
import { settleAmbiguous } from "@/server/db/integrations/shared-skus";
import type { StoreVariant } from "@/server/stores/port";
import { simpleVariant } from "@/server/stores/woocommerce/variants";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";
import { editAsMerchant, signIn } from "@/server/testing/woocommerce/bench";
import { type ProductSeed, productFrom } from "@/server/testing/woocommerce/product";
import { FULL_KEY } from "@/server/testing/woocommerce/shop";
import { startWooStandIn, type WooStandIn } from "@/server/testing/woocommerce/stand-in";
import { operatorContext } from "../operator-context";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { processWriteBack } from "../write-backs/process";
import { connectStore } from "./connect";
import { disconnectStore } from "./disconnect";
import { listIntegrations } from "./list";
import { requestSyncIn } from "./request-sync";
import { runSync } from "./sync";
import { applyPage } from "./sync-page";
import { emptyReport } from "./sync-report";

const KETTLE: ProductSeed = {
  id: 11,
  name: "Kettle",
  sku: "KETTLE",
  regular: "19.99",
  cost: { value: 14.4 },
};
const POT: ProductSeed = { id: 12, name: "Pot", sku: "POT", regular: "30.00" };

const service = duringTests(() => startTestService({ now: new Date().toISOString() }));
let shop: WooStandIn;
let workspace: TestWorkspace;
let by: RequestContext;
let token: string;

afterEach(() => shop.stop());
beforeEach(() => open([KETTLE, POT]));

async function open(products: readonly ProductSeed[]) {
  service.clock.set(new Date().toISOString());
  shop = await startWooStandIn({
    products,
    settings: { pricesIncludeTax: false },
    now: service.services.now,
  });
  workspace = await service.workspace({ plan: "max" });
  token = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
  by = await operatorContext(service.services, workspace.id);
  await connectStore(by, { kind: "woocommerce", url: shop.url, credentials: signIn(FULL_KEY) });
  return work();
}

/** Adds a translation of product 11: a product of its own with the same sku. */
const translate = (id = 20, name = "Wasserkocher") =>
  shop.shop.products.set(id, productFrom({ ...KETTLE, id, name, modifiedMs: shop.shop.now() }));

/** Carries out the queued sync. @returns its report */
async function work() {
  const [row] = await listIntegrations(by);
  await runSync(service.services, by.tenant, row?.id ?? "");
  const [after] = await listIntegrations(by);
  expect(after?.syncStatus).toBe("ok");
  return after?.sync;
}
async function request(reads: "all" | "changes") {
  await writeTransaction(by, (tx) => requestSyncIn(by, tx, reads));
  return work();
}
async function sync(reads: "all" | "changes") {
  const report = await request(reads);
  expect(report?.since).toEqual(reads === "all" ? null : expect.any(String));
  return report;
}
const call = (method: string, path: string, body?: unknown) => service.call(method, path, { token, body });

/** The items by their skus: state in the store, and the variant that they are linked to. */
async function items() {
  const rows = await service.sql<{ sku: string; state: string; ref: string }>(
    `SELECT sku, COALESCE(store_state, 'active') AS state, store_ref AS ref FROM catalog_items
     WHERE workspace_id = $1`,
    [workspace.id],
  );
  return Object.fromEntries(rows.map(({ sku, state, ref }) => [sku, `${state} ${ref}`]));
}
async function itemId(sku: string) {
  const [row] = await service.sql<{ id: string }>(
    "SELECT id FROM catalog_items WHERE workspace_id = $1 AND sku = $2",
    [workspace.id, sku],
  );
  return row?.id ?? "";
}
/** A price of 21.49 for the kettle that waits for approval. */
const pending = async () =>
  service.make.recommendation(workspace.id, { item_id: await itemId("KETTLE"), status: "pending_approval" });
const approve = (id: string) => call("POST", `/recommendations/${id}/approve`, {});
const revert = (id: string) => call("POST", `/write-backs/${id}/revert`, {});
/** Writes what waits. @returns the newest write-back */
async function write() {
  const all = () =>
    service.sql<{ id: string; status: string; store_answer: string; finished_at: Date | null }>(
      "SELECT id, status, store_answer, finished_at FROM write_backs WHERE workspace_id = $1 ORDER BY id",
      [workspace.id],
    );
  for (const { id, finished_at } of await all())
    if (finished_at === null) await processWriteBack(service.services, workspace.tenant, id);
  return (await all()).at(-1);
}
/** How many writes the shop has had from us. */
const written = () => shop.shop.events.filter(({ marker }) => marker !== null).length;
/** Has product 20 take over the kettle's item: product 11 loses its sku to it. */
async function moveKettle(regular = "19.99") {
  translate();
  await sync("changes");
  editAsMerchant(shop.shop, "11", { sku: "" });
  editAsMerchant(shop.shop, "20", { regular_price: regular });
  await sync("all");
  expect((await items())["KETTLE"]).toBe("active 20");
}
async function kettlePrice() {
  const [row] = await service.sql<{ price: bigint }>("SELECT price FROM catalog_items WHERE id = $1", [
    await itemId("KETTLE"),
  ]);
  return row?.price;
}
/** Reads a whole list page by page, without the shop: its own list has no page twice. */
async function wholeList() {
  const [row] = await listIntegrations(by);
  const integrationId = row?.id ?? "";
  const report = emptyReport();
  const progress = { integrationId, since: null, skus: "unique", report } as const;
  const page = (...variants: StoreVariant[]) =>
    inTenant(service.db, by.tenant, (tx) =>
      applyPage(by, tx, progress, { variants, readAtMs: service.clock.now() }),
    );
  const end = () =>
    inTenant(service.db, by.tenant, (tx) =>
      settleAmbiguous(tx, integrationId, new Date(service.clock.now())),
    );
  return { page, end, report };
}
const listed = (id: number, sku: string): StoreVariant =>
  simpleVariant(
    {
      id,
      name: `Lid ${id}`,
      sku,
      status: "publish",
      type: "simple",
      regular_price: "4.00",
      sale_price: "",
      price: "4.00",
      date_on_sale_from_gmt: null,
      date_on_sale_to_gmt: null,
      date_modified_gmt: new Date(),
      meta_data: [],
      categories: [],
      brands: [],
      tags: [],
    },
    "EUR",
    Date.now(),
  );
const refusal = (text: string): unknown => expect.stringContaining(text);
const BOTH = refusal("The products 11 (Kettle) and 20 (Wasserkocher) have the same SKU");

describe("two products with one sku", () => {
  it("are named in the report, and their item is priced no more", async () => {
    const recommendation = await pending();
    translate();
    const report = await sync("all");
    expect(report).toMatchObject({ seen: 3, duplicate_sku: 1, vanished: 0 });
    expect(report?.problems).toEqual([
      {
        ref: "20",
        sku: "KETTLE",
        problem:
          "The products 11 (Kettle) and 20 (Wasserkocher) have the same SKU: no price is written to either. Give one of them another SKU in the store or remove it, and sync again.",
      },
    ]);
    expect(await items()).toEqual({ KETTLE: "ambiguous 11", POT: "active 12" });
    expect((await call("GET", "/catalog/items?state=ambiguous")).json).toMatchObject({
      data: [{ sku: "KETTLE", state_reason: "Several products of the store have its SKU." }],
    });
    expect((await call("GET", `/recommendations/${recommendation}`)).json).toMatchObject({
      status: "superseded",
    });
    expect((await approve(recommendation)).status).toBe(409);
    expect(written()).toBe(0);
  });

  it("are found where the list has them on different pages, and by their variations", async () => {
    await shop.stop();
    const between = Array.from({ length: 520 }, (_, n) => ({ id: 100 + n, regular: "5.00" }));
    const shirts = [700, 800].flatMap((id): ProductSeed[] => [
      { id, type: "variable", name: `Shirt ${id}`, sku: "" },
      { id: id + 1, parentId: id, type: "variation", sku: "SHIRT-M", options: ["M"], regular: "9.00" },
    ]);
    const report = await open([KETTLE, ...between, ...shirts, { ...KETTLE, id: 900, sku: " KETTLE " }]);
    expect(report).toMatchObject({ seen: 524, duplicate_sku: 2 });
    expect(report?.pages).toBeGreaterThan(1);
    const { KETTLE: kettle, "SHIRT-M": shirt, "S-100": other } = await items();
    expect([kettle, shirt, other]).toEqual(["ambiguous 11", "ambiguous 700/701", "active 100"]);
    expect(report?.problems.map(({ problem }) => problem)).toEqual([
      refusal("700/701 (Shirt 700 – M) and 800/801 (Shirt 800 – M)"),
      refusal("11 (Kettle) and 900 (Kettle)"),
    ]);
  });

  it("are not one product that the store lists twice, and are reported once", async () => {
    const { page, report } = await wholeList();
    await page(listed(30, "LID"), listed(30, "LID"));
    await page(listed(30, "LID"));
    expect((await items())["LID"]).toBe("active 30");
    await page(listed(31, "LID"), listed(31, "LID"));
    await page(listed(31, "LID"), listed(30, "LID"));
    expect((await items())["LID"]).toBe("ambiguous 30");
    expect(report).toMatchObject({ seen: 2, duplicate_sku: 1 });
  });

  it("have the whole list read next where a list of changes has one of them, once", async () => {
    translate();
    const report = await sync("changes");
    expect(report?.problems).toEqual([
      {
        ref: "20",
        sku: "KETTLE",
        problem:
          "The product 20 (Wasserkocher) has the SKU that 11 (Kettle) had when that was last read: no price is written to either until a whole list has one of them only. If the store has both, give one of them another SKU or remove it, and sync again.",
      },
    ]);
    expect(await request("changes")).toMatchObject({ since: null, problems: [{ problem: BOTH }] });
    editAsMerchant(shop.shop, "20", { regular_price: "20.99" });
    await sync("changes");
    await sync("changes");
  });

  it("are said to have it where a list of changes has both", async () => {
    translate();
    editAsMerchant(shop.shop, "11", { regular_price: "18.00" });
    expect(await sync("changes")).toMatchObject({ duplicate_sku: 1, problems: [{ problem: BOTH }] });
  });

  it("are not a product and the one that was deleted for it", async () => {
    shop.shop.products.delete(11);
    translate();
    await sync("changes");
    expect(await items()).toEqual({ KETTLE: "ambiguous 11", POT: "active 12" });
    expect(await request("changes")).toMatchObject({ since: null, duplicate_sku: 0, problems: [] });
    expect(await items()).toEqual({ KETTLE: "active 20", POT: "active 12" });
  });

  it("get no price that was approved before", async () => {
    expect((await approve(await pending())).status).toBe(200);
    translate();
    await sync("changes");
    expect(await write()).toMatchObject({
      status: "conflict",
      store_answer: refusal("Several products of the store have its SKU."),
    });
    expect(written()).toBe(0);
  });

  it("keep a price that was written before: it is not taken back", async () => {
    expect((await approve(await pending())).status).toBe(200);
    const first = await write();
    expect(first).toMatchObject({ status: "applied" });
    const before = written();
    translate();
    await sync("changes");
    expect(await revert(first?.id ?? "")).toMatchObject({
      status: 409,
      json: { changed: ["state"], message: refusal("Several products of the store have the item's SKU") },
    });
    expect(written()).toBe(before);
  });

  it("get no price that was to be taken back before, of an archived item either", async () => {
    expect((await approve(await pending())).status).toBe(200);
    const first = await write();
    const before = written();
    expect((await revert(first?.id ?? "")).status).toBe(200);
    translate();
    await sync("changes");
    expect((await call("POST", `/catalog/items/${await itemId("KETTLE")}/archive`, {})).status).toBe(200);
    expect(await write()).toMatchObject({
      status: "conflict",
      store_answer: refusal("Several products of the store have its SKU."),
    });
    expect(written()).toBe(before);
    expect((await call("POST", `/catalog/items/${await itemId("KETTLE")}/unarchive`, {})).json).toMatchObject(
      {
        item: { state: "ambiguous" },
      },
    );
  });
});

describe("the ambiguity of an item", () => {
  it("ends with the connection, as the item belongs to no store then", async () => {
    translate();
    await sync("all");
    const [row] = await listIntegrations(by);
    await disconnectStore(by, row?.id ?? "");
    expect((await call("GET", `/catalog/items/${await itemId("KETTLE")}`)).json).toMatchObject({
      state: "active",
      state_since: null,
      state_reason: null,
    });
  });

  it("ends with a whole list that has one of the products, and not with a list of changes", async () => {
    translate();
    await sync("all");
    shop.shop.products.delete(20);
    editAsMerchant(shop.shop, "11", { regular_price: "18.00" });
    const report = await sync("changes");
    expect(report).toMatchObject({ seen: 1, duplicate_sku: 1, price_changes: 0 });
    expect(report?.problems).toMatchObject([
      { ref: "11", problem: refusal("Another product had its SKU when that was last read") },
    ]);
    expect((await items())["KETTLE"]).toBe("ambiguous 11");
    expect(await sync("all")).toMatchObject({ duplicate_sku: 0, price_changes: 1 });
    expect((await items())["KETTLE"]).toBe("active 11");
    expect((await call("GET", `/catalog/items/${await itemId("KETTLE")}`)).json).toMatchObject({
      state: "active",
      state_since: null,
    });
  });

  it("does not end before the end of the list, of which the first page has one of the products", async () => {
    translate();
    await sync("all");
    const { page } = await wholeList();
    await page(listed(11, "KETTLE"));
    expect((await items())["KETTLE"]).toBe("ambiguous 11");
  });

  it("does not end where the other product had another sku when the list began", async () => {
    translate();
    await sync("all");
    const { page, end } = await wholeList();
    await page(listed(11, "KETTLE"), listed(20, "WASSERKOCHER"), listed(12, "POT"));
    await page(listed(20, "KETTLE"));
    await end();
    expect(await items()).toMatchObject({ KETTLE: "ambiguous 11", WASSERKOCHER: "ambiguous 20" });
  });

  it("ends whichever of the products is left", async () => {
    translate();
    await sync("all");
    shop.shop.products.delete(11);
    await sync("all");
    expect(await items()).toEqual({ KETTLE: "active 20", POT: "active 12" });
  });

  it("ends as disabled where shoppers do not see the product that is left, and as missing where none is", async () => {
    translate();
    await sync("all");
    editAsMerchant(shop.shop, "11", { status: "draft" });
    await sync("all");
    expect((await items())["KETTLE"]).toBe("ambiguous 11");
    shop.shop.products.delete(20);
    await sync("all");
    expect((await items())["KETTLE"]).toBe("disabled 11");
    translate();
    await sync("all");
    shop.shop.products.delete(11);
    shop.shop.products.delete(20);
    await sync("all");
    expect((await items())["KETTLE"]).toBe("missing null");
  });

  it("does not end by a new sku of one product while two others have the old one", async () => {
    translate();
    translate(21, "Bouilloire");
    await sync("all");
    editAsMerchant(shop.shop, "11", { sku: "KETTLE-EN" });
    editAsMerchant(shop.shop, "20", { regular_price: "20.99" });
    await sync("changes");
    expect(await items()).toEqual({ KETTLE: "ambiguous 11", POT: "active 12" });
    await sync("all");
    expect(await items()).toEqual({ "KETTLE-EN": "active 11", KETTLE: "ambiguous 20", POT: "active 12" });
    editAsMerchant(shop.shop, "21", { sku: "KETTLE-FR" });
    await sync("all");
    expect(await items()).toMatchObject({ KETTLE: "active 20", "KETTLE-FR": "active 21" });
  });

  it("ends for both items where a product takes the sku of another, and gives it back", async () => {
    editAsMerchant(shop.shop, "12", { sku: "KETTLE" });
    await sync("changes");
    expect(await items()).toEqual({ KETTLE: "ambiguous 11", POT: "ambiguous 12" });
    await sync("all");
    expect(await items()).toEqual({ KETTLE: "ambiguous 11", POT: "ambiguous 12" });
    editAsMerchant(shop.shop, "12", { sku: "POT" });
    await sync("changes");
    expect(await items()).toEqual({ KETTLE: "ambiguous 11", POT: "ambiguous 12" });
    await sync("all");
    expect(await items()).toEqual({ KETTLE: "active 11", POT: "active 12" });
  });
});

describe("a price of the product that the item was before", () => {
  const elsewhere = { status: "conflict", store_answer: refusal("another variant of the store") };

  it("is not written", async () => {
    expect((await approve(await pending())).status).toBe(200);
    await moveKettle();
    expect(await write()).toMatchObject(elsewhere);
    expect(written()).toBe(0);
    expect(await kettlePrice()).toBe(1999n);
  });

  it("is not taken back", async () => {
    expect((await approve(await pending())).status).toBe(200);
    const first = await write();
    expect((await revert(first?.id ?? "")).status).toBe(200);
    const before = written();
    await moveKettle("23.00");
    expect(await write()).toMatchObject(elsewhere);
    expect(written()).toBe(before);
    expect(await kettlePrice()).toBe(2300n);
  });

  it("is no price of the item, whichever of the two products already has it", async () => {
    expect((await approve(await pending())).status).toBe(200);
    await moveKettle("21.49");
    editAsMerchant(shop.shop, "11", { regular_price: "21.49" });
    expect(await write()).toMatchObject(elsewhere);
    expect(written()).toBe(0);
  });

  it("is no price of the item when somebody edited it since", async () => {
    expect((await approve(await pending())).status).toBe(200);
    await moveKettle("23.00");
    editAsMerchant(shop.shop, "11", { regular_price: "18.00" });
    expect(await write()).toMatchObject({ status: "conflict" });
    expect(await kettlePrice()).toBe(2300n);
  });

  it("is no newer than a page with the other product that was read at its time", async () => {
    expect((await approve(await pending())).status).toBe(200);
    expect(await write()).toMatchObject({ status: "applied" });
    const { page } = await wholeList();
    await page(listed(20, "KETTLE"));
    expect(await items()).toMatchObject({ KETTLE: "active 20" });
    expect(await kettlePrice()).toBe(400n);
  });
});
