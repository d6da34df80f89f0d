import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_POLICY } from "@/server/domain/pricing/policy";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { startVendureStandIn, type VendureStandIn } from "@/server/testing/vendure-stand-in";
import { checkStore } from "../integrations/check";
import { connectStore } from "../integrations/connect";
import { requestSync } from "../integrations/request-sync";
import { runSync } from "../integrations/sync";
import { operatorContext } from "../operator-context";
import type { RequestContext } from "../request-context";
import { processRun } from "../runs/process";
import { triggerRun } from "../runs/trigger";
import { createWorkspace } from "../workspaces/create";
import { readPricing } from "./read-shop-pricing";
import { setPolicy } from "./set";
import { setPricing } from "./set-shop-pricing";

const service = duringTests(startTestService);
let shop: VendureStandIn;
beforeEach(async () => {
  shop = await startVendureStandIn();
  shop.variants = [{ id: "1", sku: "LAMP", name: "Lamp", price: 2499, cost: 1500 }];
});
afterEach(() => shop.close());

const GERMAN = { currency: "EUR", pricesIncludeTax: true, rates: [20, 7] };
const US = { currency: "USD", pricesIncludeTax: false, rates: [] };
const EVERYTHING = { subsetTags: [], trigger: "manual" } as const;

async function founded(pricing = {}): Promise<RequestContext> {
  const ownerId = await service.person();
  const founding = { name: "Shop", plan: "max", ownerId, via: "command", requestId: null, ip: null } as const;
  const { id } = await createWorkspace(service.services, { ...founding, pricing });
  return operatorContext(service.services, id);
}

const connect = (by: RequestContext, pricing?: object) =>
  connectStore(by, {
    kind: "vendure",
    url: shop.url,
    credentials: shop.credentials,
    ...(pricing ? { pricing } : {}),
  });

async function synced(by: RequestContext): Promise<void> {
  const { row } = await requestSync(by);
  await runSync(service.services, by.tenant, row.id);
}

async function ran(by: RequestContext) {
  const { id } = await triggerRun(by, EVERYTHING);
  await processRun(service.services, by.tenant, id);
  const [row] = await service.sql("SELECT status, error FROM runs WHERE id = $1", [id]);
  return { id, ...row };
}

const refused = (part: string) => ({ code: "conflict", extra: { changed: [part] } });

async function api(by: RequestContext) {
  const { workspaceId } = by.tenant;
  const [owner] = await service.sql<{ user_id: string }>(
    "SELECT user_id FROM memberships WHERE workspace_id = $1",
    [workspaceId],
  );
  const token = await service.mintToken({ workspaceId, userId: owner?.user_id ?? "" });
  return (method: string, path: string, body?: object) =>
    service.call(method, path, { token, ...(body ? { body } : {}) });
}

describe("a shop whose prices include VAT", () => {
  it("is connected with what the store says, and a 28 % margin shows as 28 % on every surface", async () => {
    shop.channel = GERMAN;
    const by = await founded();
    const { pricing, notices } = await connect(by);
    expect(pricing.workspace).toEqual({ currency: "EUR", pricesIncludeVat: true, vatRate: "0.2" });
    expect(pricing.confirmedAt).not.toBeNull();
    expect(notices.join(" ")).toContain("7 %");
    await synced(by);
    const call = await api(by);
    const offers = [2799, 2899, 2999].map((price, index) => ({
      sku: "LAMP",
      seller: `shop ${index}`,
      price: { amount: (price / 100).toFixed(2), currency: "EUR" },
      in_stock: true,
      observed_at: new Date(service.clock.now()).toISOString(),
    }));
    await call("POST", "/catalog/observations", { observations: offers });
    expect(await ran(by)).toMatchObject({ status: "succeeded", error: null });
    const list = async (path: string) =>
      ((await call("GET", path)).json?.["data"] ?? []) as Record<string, unknown>[];
    const [item] = await list("/catalog/items");
    expect(item?.["margin"]).toBe("0.2797");
    expect((await call("GET", `/catalog/items/${item?.["id"]}`)).json?.["margin"]).toBe("0.2797");
    const [rec] = await list("/recommendations");
    expect(rec?.["margin_before"]).toBe("0.2797");
    expect(rec).toHaveProperty("recommended_price");
    const margins = await call("GET", "/reports/export?report=margins");
    expect(margins.text).toContain("0.2797");
    expect((await call("GET", "/reports/export?report=recommendations")).text).toContain("0.2797");
    for (const path of ["/catalog/items", "/recommendations", "/reports/export?report=margins"])
      expect((await call("GET", path)).text).not.toContain("0.3998");
  });

  it("raises the floor's alert on the net margin and proposes nothing below it", async () => {
    shop.channel = GERMAN;
    // 18.00 including 20 % VAT is 15.00 net: a margin of 4 %, which would appear as 20 % of the gross price.
    shop.variants = [{ id: "1", sku: "LAMP", name: "Lamp", price: 1800, cost: 1440 }];
    const by = await founded();
    await connect(by);
    await synced(by);
    await ran(by);
    const call = await api(by);
    const alerts = await call("GET", "/alerts?kind=margin_below_floor");
    expect(alerts.json?.["data"]).toMatchObject([{ kind: "margin_below_floor" }]);
    expect(alerts.text).toMatch(/4(\.0)?\s?%/);
  });

  it("asks for the rate where the store does not say it", async () => {
    shop.channel = { ...GERMAN, rates: [] };
    const by = await founded();
    await expect(connect(by)).rejects.toMatchObject({
      code: "validation_error",
      extra: { issues: [{ path: "pricing.vat_rate" }] },
    });
    expect((await connect(by, { vat_rate: "0.19" })).pricing.workspace.vatRate).toBe("0.19");
  });
});

describe("a shop that is not in EUR", () => {
  it("takes the store's currency while nobody confirmed another, in the first policy too", async () => {
    shop.channel = US;
    const by = await founded();
    await connect(by);
    await synced(by);
    const pricing = await readPricing(by);
    expect(pricing).toMatchObject({
      workspace: { currency: "USD" },
      policy: { currency: "USD" },
      mismatches: [],
    });
    expect(await ran(by)).toMatchObject({ status: "succeeded" });
    expect(
      await service.sql("SELECT currency FROM catalog_items WHERE workspace_id = $1", [
        by.tenant.workspaceId,
      ]),
    ).toEqual([{ currency: "USD" }]);
  });

  it.each([
    ["JPY", ["0", "8"]],
    ["KWD", [".990", ".490"]],
  ])("is founded in %s with endings of that currency", async (currency, endings) => {
    const by = await founded({ currency, pricesIncludeVat: false });
    const [row] = await service.sql("SELECT document FROM policy_versions WHERE workspace_id = $1", [
      by.tenant.workspaceId,
    ]);
    expect(row?.["document"]).toMatchObject({ currency, defaults: { rounding: { endings } } });
    expect((await readPricing(by)).confirmedAt).not.toBeNull();
  });

  it("is told clearly that a catalog in another currency stands in the way", async () => {
    const by = await founded();
    await service.make.item(by.tenant.workspaceId, { sku: "MUG", currency: "EUR" });
    await expect(setPricing(by, { currency: "USD" })).rejects.toMatchObject(refused("currency"));
    expect((await readPricing(by)).workspace.currency).toBe("EUR");
    const empty = await founded();
    expect((await setPricing(empty, { currency: "JPY" })).workspace.currency).toBe("JPY");
  });
});

describe("while two things are said of the shop's prices", () => {
  it("refuses a run over REST with 409 that names VAT, and goes on once it is set right", async () => {
    const by = await founded({ pricesIncludeVat: false });
    const { row } = await connect(by);
    await synced(by);
    shop.channel = GERMAN;
    await checkStore(by, row.id);
    const call = await api(by);
    const result = await call("POST", "/runs", {});
    expect(result.status).toBe(409);
    expect(result.json).toMatchObject({ error: "conflict", changed: ["vat"] });
    expect((await call("GET", "/workspace/pricing")).json).toMatchObject({
      contradictions: [{ part: "vat" }],
    });
    await setPricing(by, { prices_include_vat: true, vat_rate: "0.2" });
    expect((await call("POST", "/runs", {})).status).toBe(202);
  });

  it("finds a change in the store at the next sync, and a currency as well", async () => {
    const by = await founded({ pricesIncludeVat: false });
    await connect(by);
    await synced(by);
    shop.channel = US;
    await synced(by);
    await expect(triggerRun(by, EVERYTHING)).rejects.toMatchObject(refused("currency"));
  });

  it("ends a run that had queued as failed, with the reason, and publishes nothing", async () => {
    const by = await founded({ pricesIncludeVat: false });
    const { row } = await connect(by);
    await synced(by);
    const { id } = await triggerRun(by, EVERYTHING);
    shop.channel = GERMAN;
    await checkStore(by, row.id);
    await processRun(service.services, by.tenant, id);
    const [run] = await service.sql("SELECT status, error FROM runs WHERE id = $1", [id]);
    expect(run?.["status"]).toBe("failed");
    expect(run?.["error"]).toMatch(/The store's prices include VAT, the workspace's include no VAT/);
    expect(
      await service.sql("SELECT 1 FROM recommendations WHERE workspace_id = $1", [by.tenant.workspaceId]),
    ).toEqual([]);
  });

  it("refuses an approval whose margin was seen with other VAT", async () => {
    const by = await founded({ pricesIncludeVat: false });
    const { workspaceId } = by.tenant;
    await service.make.integration(workspaceId);
    const id = await service.make.recommendation(workspaceId, { status: "pending_approval", accepted: true });
    await setPricing(by, { prices_include_vat: true, vat_rate: "0.19" });
    const result = await (await api(by))("POST", `/recommendations/${id}/approve`);
    expect(result.status).toBe(409);
    expect(result.json?.["changed"]).toContain("vat");
  });

  it("refuses a policy that says otherwise than the confirmed workspace, and fills in what one leaves out", async () => {
    const by = await founded({ pricesIncludeVat: true, vatRate: "0.19" });
    const { pricing: _none, ...document } = DEFAULT_POLICY("EUR");
    await setPolicy(by, { document });
    expect((await readPricing(by)).policy).toMatchObject({
      version: 2,
      pricesIncludeVat: true,
      vatRate: "0.19",
    });
    await expect(
      setPolicy(by, { document: { ...document, pricing: { includes_vat: false } } }),
    ).rejects.toMatchObject({
      code: "validation_error",
      extra: { issues: [{ path: "pricing.includes_vat" }] },
    });
  });
});

describe("a workspace of the version before", () => {
  it("is unconfirmed, goes on working, and keeps the VAT of its policy when somebody confirms", async () => {
    const place = await service.workspace();
    const by = await operatorContext(service.services, place.id);
    await service.make.item(place.id, { sku: "MUG" });
    expect((await readPricing(by)).confirmedAt).toBeNull();
    expect(await ran(by)).toMatchObject({ status: "succeeded" });
    const view = await setPricing(by, {});
    expect(view.confirmedAt).not.toBeNull();
    expect(view.policy.version).toBe(1);
    const events = await service.sql(
      "SELECT action FROM audit_events WHERE workspace_id = $1 AND action = 'workspace.pricing'",
      [place.id],
    );
    expect(events).toHaveLength(1);
  });
});
