import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import type { Lane } from "@/server/domain/pricing/policy-lanes";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";
import { productOf, signIn } from "@/server/testing/woocommerce/bench";
import { applySaleDates } from "@/server/testing/woocommerce/save";
import { FULL_KEY } from "@/server/testing/woocommerce/shop";
import { startWooStandIn, type WooStandIn } from "@/server/testing/woocommerce/stand-in";
import { connectStore } from "../integrations/connect";
import { requestSync } from "../integrations/request-sync";
import { runSync } from "../integrations/sync";
import { operatorContext } from "../operator-context";
import { processWriteBack } from "../write-backs/process";
import { processRun } from "./process";

type Json = Readonly<Record<string, unknown>>;

// The shop accepts signatures by its own clock only, which is the machine's.
const NOW = Math.floor(Date.now() / 1000) * 1000;
const END = NOW - HOUR_MS;
const LANES: readonly Lane[] = [
  { name: "Small", decided_by: "one_person", at_most: { change: "0.10" } },
  { name: "Large", decided_by: "two_people" },
];

const Fields = z.record(z.string(), z.json());
const UNLIMITED = { max_change: null, max_change_per_day: null };

const service = duringTests(() => startTestService({ now: new Date(NOW).toISOString() }));
let shop: WooStandIn;
let workspace: TestWorkspace;
let token: string;
let owner: Awaited<ReturnType<typeof browserCaller>>;
let integrationId: string;

afterEach(() => shop.stop());

/** A shop whose sale of 41.00 instead of 50.00 ended an hour ago; its cart still charges 41.00. */
beforeEach(async () => {
  service.clock.set(new Date(END - HOUR_MS).toISOString());
  shop = await startWooStandIn({
    products: [
      {
        id: 11,
        sku: "KETTLE",
        regular: "50.00",
        sale: "41.00",
        active: "41.00",
        saleFromMs: END - 6 * DAY_MS,
        saleToMs: END,
        cost: { value: 24 },
        stock: 4,
      },
    ],
    settings: { pricesIncludeTax: false },
    now: service.services.now,
  });
  workspace = await service.workspace({ plan: "max" });
  const { id: workspaceId, userId } = workspace;
  token = await service.mintToken({ workspaceId, userId });
  owner = await browserCaller(service, {
    userId: await service.person({ workspaceId, role: "owner" }),
    workspaceId,
  });
  const context = await operatorContext(service.services, workspaceId);
  await connectStore(context, { kind: "woocommerce", url: shop.url, credentials: signIn(FULL_KEY) });
  await sync();
  await setPolicy(UNLIMITED);
  await observe(["52.40", "52.50", "52.60"]);
});

/** The prices of three sellers, as they are seen now. */
async function observe(amounts: readonly string[]): Promise<void> {
  const observations = amounts.map((amount, index) => ({
    sku: "KETTLE",
    seller: `seller ${index + 1}`,
    price: { amount, currency: "EUR" },
    in_stock: true,
    observed_at: new Date(service.clock.now()).toISOString(),
  }));
  expect((await call("POST", "/catalog/observations", { observations })).status).toBeLessThan(300);
}

const call = (method: string, path: string, body?: unknown) => service.call(method, path, { token, body });
const eur = (amount: string) => ({ amount, currency: "EUR" });

async function setPolicy(
  limits: Readonly<Record<string, string | null>>,
  lanes: readonly Lane[] = [],
): Promise<void> {
  const { document } = await owner.policy.get({});
  const defaults = Fields.parse(document["defaults"] ?? {});
  const constraints = { ...Fields.parse(defaults["constraints"] ?? {}), ...limits };
  await owner.policy.set({
    document: { ...document, defaults: { ...defaults, constraints }, lanes: [...lanes] },
  });
}

async function sync(): Promise<void> {
  const context = await operatorContext(service.services, workspace.id);
  const [row] = await service.sql<{ id: string; sync_status: string }>(
    "SELECT id, sync_status FROM integrations WHERE workspace_id = $1",
    [workspace.id],
  );
  integrationId = row?.id ?? "";
  if (row?.sync_status !== "queued") await requestSync(context);
  await runSync(service.services, workspace.tenant, integrationId);
}

/** @returns the reasons for no price, and the newest recommendation */
async function run(): Promise<{ readonly skipped: Json; readonly found: Json | undefined }> {
  service.clock.advance(1_000);
  const { run: triggered } = (await call("POST", "/runs", {})).json as { run: { id: string } };
  await processRun(service.services, workspace.tenant, triggered.id);
  const { counts } = (await call("GET", `/runs/${triggered.id}`)).json as { counts: { skipped: Json } };
  const { data } = (await call("GET", "/recommendations")).json as { data: Json[] };
  return { skipped: counts.skipped, found: data[0] };
}

/** Sets the service's clock to half an hour after the end of the sale. */
const afterTheEnd = () => service.clock.set(new Date(END + HOUR_MS / 2).toISOString());

it("a run measures a move from the price that the late shop charges, and two people decide about it", async () => {
  await setPolicy(UNLIMITED, LANES);
  afterTheEnd();
  await sync();
  const { found } = await run();
  expect(found).toMatchObject({
    current_price: eur("50.00"),
    recommended_price: eur("52.49"),
    change_ratio: "0.2802",
    shoppers_pay: { now: eur("41.00"), after: eur("52.49"), sale_until: null },
    approvals: { needed: 2, given: 0 },
    evidence: {
      shop_window: {
        shopper_price: eur("41.00"),
        read_at: new Date(END + HOUR_MS / 2).toISOString(),
        lag: { kind: "late", edge: "end", at: new Date(END).toISOString() },
      },
    },
  });
  expect(found?.["reason"]).toMatch(
    /The shop is late: the sale ended at .*, the shop still charges 41\.00 EUR; for shoppers the price moves by 28 %\.$/,
  );
  const { data } = (await call("GET", "/reports/export?report=margins")).json as { data: Json[] };
  expect(data[0]).toMatchObject({ shopper_price: "41.00" });
});

it("a run before the store was read again recommends nothing, and one after its job ran a move of 5 %", async () => {
  await setPolicy(UNLIMITED, LANES);
  afterTheEnd();
  expect(await run()).toMatchObject({ skipped: { sale_unread: 1 }, found: undefined });
  applySaleDates(shop.shop);
  await sync();
  const { found } = await run();
  expect(found).toMatchObject({
    change_ratio: "0.0498",
    approvals: null,
    shoppers_pay: { now: eur("50.00") },
  });
});

it("a policy that limits the change gets no price from a late shop", async () => {
  await setPolicy({ max_change: "0.15", max_change_per_day: null });
  afterTheEnd();
  await sync();
  expect(await run()).toMatchObject({ skipped: { shop_late: 1 }, found: undefined });
});

it("a price that waited over the end of a sale is not written past the limit, by what the shop charges then", async () => {
  await setPolicy({ max_change: "0.15", max_change_per_day: null });
  const { found } = await run();
  expect(found).toMatchObject({
    change_ratio: "0.0498",
    shoppers_pay: { now: eur("41.00"), after: eur("41.00") },
  });
  expect(await approveAndWrite(found)).toMatchObject({
    status: "conflict",
    store_answer: expect.stringMatching(/change/) as unknown,
  });
  expect(productOf(shop.shop, "11")).toMatchObject({ regular: "50.00", active: "41.00" });
});

describe("an open price that the market has moved little, once the shop is late with the end of the sale", () => {
  // Of the 41.00 that the shop charges, 28 % permit 52.48.
  const LIMIT = { max_change: "0.28", max_change_per_day: null };
  const runOverTheEnd = async () => {
    afterTheEnd();
    await observe(["51.90", "52.00", "52.10"]);
    await sync();
    return run();
  };

  it("gives way to one that can be approved, where the limits from what shoppers pay do not permit it", async () => {
    await setPolicy(LIMIT);
    expect((await run()).found).toMatchObject({ recommended_price: eur("52.49") });
    const { found } = await runOverTheEnd();
    expect(found).toMatchObject({ recommended_price: eur("51.99"), change_ratio: "0.2680" });
    const path = `/recommendations/${String(found?.["id"])}`;
    expect((await call("POST", `${path}/accept`, {})).status).toBe(200);
    expect((await call("POST", `${path}/approve`, {})).status).toBe(200);
  });

  it("gives way when it is approved before the next run, too", async () => {
    await setPolicy(LIMIT);
    const { found: first } = await run();
    afterTheEnd();
    await observe(["51.90", "52.00", "52.10"]);
    await sync();
    const path = `/recommendations/${String(first?.["id"])}`;
    expect((await call("POST", `${path}/accept`, {})).status).toBe(200);
    expect((await call("POST", `${path}/approve`, {})).status).toBe(409);
    expect((await call("GET", path)).json).toMatchObject({ status: "superseded" });
  });

  it("stays where it is a person's and the limits permit it", async () => {
    await setPolicy(LIMIT);
    const { found: first } = await run();
    const path = `/recommendations/${String(first?.["id"])}`;
    const body = { price: eur("52.39"), reason: "rounder" };
    expect((await call("POST", `${path}/override`, body)).status).toBe(200);
    expect((await runOverTheEnd()).found).toMatchObject({
      id: first?.["id"],
      recommended_price: eur("52.39"),
    });
  });
});

it.each([
  ["", 5_000],
  [", and where the catalog has what the shop charges for the regular price", 4_100],
])(
  "a price that one person approved during the sale needs two once the shop is late with its end%s",
  async (_where, price) => {
    await setPolicy(UNLIMITED, LANES);
    const { found } = await run();
    expect(found).toMatchObject({ change_ratio: "0.0498", approvals: null });
    const set = () =>
      service.sql("UPDATE catalog_items SET price = $2 WHERE workspace_id = $1", [workspace.id, price]);
    expect(await approveAndWrite(found, set)).toMatchObject({
      status: "conflict",
      store_answer: expect.stringContaining("Large") as unknown,
    });
    expect(productOf(shop.shop, "11")).toMatchObject({ regular: "50.00", active: "41.00" });
  },
);

it("a written price ends what the late shop charged, and the item knows it at once", async () => {
  const { found } = await run();
  expect(await approveAndWrite(found)).toMatchObject({ status: "applied" });
  expect(productOf(shop.shop, "11")).toMatchObject({ regular: "52.49", active: "52.49" });
  const item = (await call("GET", `/catalog/items/${String((found?.["item"] as Json | undefined)?.["id"])}`))
    .json;
  expect(item?.["shop_window"]).toMatchObject({ shopper_price: eur("52.49"), lag: null });
});

/**
 * Approves as often as it takes, before the end of the sale, and writes after it.
 * @param before what happens just before the write
 * @returns the write-back
 */
async function approveAndWrite(
  found: Json | undefined,
  before: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Json | undefined> {
  const id = String(found?.["id"]);
  expect((await call("POST", `/recommendations/${id}/accept`, {})).status).toBe(200);
  expect((await call("POST", `/recommendations/${id}/approve`, {})).status).toBe(200);
  afterTheEnd();
  await before();
  const open = await service.sql<{ id: string }>(
    "SELECT id FROM write_backs WHERE workspace_id = $1 AND finished_at IS NULL",
    [workspace.id],
  );
  for (const row of open) await processWriteBack(service.services, workspace.tenant, row.id);
  const [row] = await service.sql<Json>(
    "SELECT status, store_answer FROM write_backs WHERE workspace_id = $1",
    [workspace.id],
  );
  return row;
}
