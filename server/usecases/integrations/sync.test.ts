import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MINUTE_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { startSandboxService } from "@/server/testing/sandbox-service";
import { ShopRefusal, startVendureStandIn, type VendureStandIn } from "@/server/testing/vendure-stand-in";
import { upsertItems } from "../items/upsert";
import { memberContext, operatorContext } from "../operator-context";
import type { RequestContext } from "../request-context";
import { checkStore } from "./check";
import { connectStore } from "./connect";
import { disconnectStore } from "./disconnect";
import { listIntegrations } from "./list";
import { replaceCredentials } from "./replace-credentials";
import { requestSync } from "./request-sync";
import { readSandboxLog } from "./sandbox-log";
import { runSync } from "./sync";

const service = duringTests(startSandboxService);
let shop: VendureStandIn;

beforeEach(async () => {
  shop = await startVendureStandIn();
});
afterEach(() => shop.close());

const context = async (plan: "free" | "max" = "max"): Promise<RequestContext> =>
  operatorContext(service.services, (await service.workspace({ plan })).id);

const connect = (by: RequestContext) =>
  connectStore(by, { kind: "vendure", url: shop.url, credentials: shop.credentials });

/** Runs a sync to its end; the clock advances past every wait. */
async function sync(by: RequestContext) {
  const { row } = await requestSync(by);
  for (;;) {
    await runSync(service.services, by.tenant, row.id);
    const [latest] = await listIntegrations(by);
    if (latest?.syncStatus !== "queued") return latest;
    service.clock.advance(MINUTE_MS);
  }
}

const items = (by: RequestContext) =>
  service.sql<{
    id: string;
    sku: string;
    price: bigint;
    cost: bigint | null;
    store_ref: string | null;
    store_state: string | null;
  }>(
    `SELECT id, sku, price, cost, store_ref, cost_updated_at, baseline_price, store_state FROM catalog_items
     WHERE workspace_id = $1 ORDER BY sku`,
    [by.tenant.workspaceId],
  );
const item = async (by: RequestContext, sku: string) => (await items(by)).find((each) => each.sku === sku);

const variant = (id: string, sku: string, price = 1999, cost: number | null = 1200) => ({
  id,
  sku,
  name: `Variant ${id}`,
  price,
  cost,
});

const issueAt = (path: RegExp): unknown =>
  expect.objectContaining({ path: expect.stringMatching(path) as string });

describe("connecting a store", () => {
  it("keeps the credentials sealed and shows them to nobody", async () => {
    const by = await context();
    await connect(by);
    expect(JSON.stringify(await listIntegrations(by))).not.toContain("stand-in key");
    const [stored] = await service.sql<{ secret: Buffer }>(
      "SELECT secret FROM integrations WHERE workspace_id = $1",
      [by.tenant.workspaceId],
    );
    expect(stored?.secret.toString("latin1")).not.toContain("stand-in key");
  });

  it.each([
    ["url", { url: "http://127.0.0.1:9/admin-api", credentials: { apiKey: "x" } }],
    ["url", { url: "ftp://shop.example", credentials: { apiKey: "x" } }],
    ["url", { url: undefined, credentials: { apiKey: "x" } }],
    ["credentials", { url: "SHOP", credentials: { apiKey: "another key" } }],
    ["credentials", { url: "SHOP", credentials: {} }],
  ])("is refused with the field %s when it does not work, and nothing is kept", async (path, given) => {
    const by = await context();
    const url = given.url === "SHOP" ? shop.url : given.url;
    await expect(connectStore(by, { kind: "vendure", ...given, url })).rejects.toMatchObject({
      code: "validation_error",
      extra: { issues: expect.arrayContaining([issueAt(new RegExp(`^${path}`))]) as unknown },
    });
    expect(await listIntegrations(by)).toEqual([]);
  });

  it("leaves a workspace with one store, even when two are connected at once", async () => {
    const by = await context();
    const outcomes = await Promise.allSettled([connect(by), connect(by)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(connect(by)).rejects.toMatchObject({ code: "conflict" });
    expect(await listIntegrations(by)).toHaveLength(1);
  });

  it("can be checked later, and a shop that went away is told in words", async () => {
    const by = await context();
    const { row } = await connect(by);
    expect(await checkStore(by, row.id)).toMatchObject({ ok: true, identity: { currency: "EUR" } });
    await shop.close();
    expect(await checkStore(by, row.id)).toMatchObject({ ok: false });
    expect((await listIntegrations(by))[0]).toMatchObject({ status: "failing" });
    shop = await startVendureStandIn();
  });
});

describe("credentials that cannot be opened", () => {
  const SAID = "The stored credentials cannot be opened; replace them.";
  const spoil = (by: RequestContext) =>
    service.sql("UPDATE integrations SET secret = $2 WHERE workspace_id = $1", [
      by.tenant.workspaceId,
      Buffer.from("sealed under another key"),
    ]);

  it("are told by a check, and the store is failing until it is connected again", async () => {
    const by = await context();
    const { row } = await connect(by);
    await spoil(by);
    expect(await checkStore(by, row.id)).toEqual({ ok: false, error: SAID });
    expect((await listIntegrations(by))[0]).toMatchObject({ status: "failing" });
  });

  it("end a sync failed with words", async () => {
    const by = await context();
    await connect(by);
    await spoil(by);
    expect(await sync(by)).toMatchObject({ syncStatus: "failed", sync: { error: SAID } });
  });

  it("are told by the sandbox store's log, naming the field", async () => {
    const by = await context();
    await connectStore(by, { kind: "sandbox" });
    await spoil(by);
    await expect(readSandboxLog(by, 0)).rejects.toMatchObject({
      code: "validation_error",
      extra: { issues: [{ path: "credentials", message: SAID }] },
    });
  });
});

describe("a sync", () => {
  it("takes over every variant of many pages, with costs, and unknown costs as unknown", async () => {
    const by = await context();
    shop.variants = Array.from({ length: 250 }, (_, i) => variant(String(i), `S-${i}`, 1000 + i));
    shop.variants.push({ ...variant("x", "NO-COST"), cost: null }, { ...variant("y", "ZERO"), cost: 0 });
    await connect(by);
    expect(await sync(by)).toMatchObject({
      syncStatus: "ok",
      sync: { seen: 252, created: 252, refused: 0, problems: [] },
    });
    expect(await item(by, "S-7")).toMatchObject({ price: 1007n, cost: 1200n, store_ref: "7" });
    expect(await item(by, "NO-COST")).toMatchObject({ cost: null, cost_updated_at: null });
    expect(await item(by, "ZERO")).toMatchObject({ cost: null });
  });

  it("forgets a cost that the store tells no more, and keeps one the shop's own people told", async () => {
    const by = await context();
    const own = { sku: "OWN", title: "Own", price: 1999n, cost: 900n, currency: "EUR" };
    await upsertItems(by, [{ sku: "OWN", value: own }]);
    shop.variants = [variant("1", "A"), variant("2", "OWN", 1999, null)];
    await connect(by);
    await sync(by);
    shop.variants = [variant("1", "A", 1999, null), variant("2", "OWN", 1999, null)];
    await sync(by);
    expect(await item(by, "A")).toMatchObject({ cost: null });
    expect(await item(by, "OWN")).toMatchObject({ cost: 900n });
  });

  it("follows a price the store changed and leaves the baseline it drifted from", async () => {
    const by = await context();
    shop.variants = [variant("1", "A", 2000)];
    await connect(by);
    await sync(by);
    shop.variants = [variant("1", "A", 2500)];
    expect((await sync(by))?.sync).toMatchObject({ updated: 1, price_changes: 1 });
    expect(await item(by, "A")).toMatchObject({ price: 2500n, baseline_price: 2000n });
  });

  it("reports variants without or with the same sku and takes over the rest", async () => {
    const by = await context();
    shop.variants = [variant("1", "A", 1000), variant("2", "A", 3000), variant("3", " "), variant("4", "B")];
    await connect(by);
    expect((await sync(by))?.sync).toMatchObject({ created: 2, missing_sku: 1, duplicate_sku: 1 });
    expect(await item(by, "A")).toMatchObject({ price: 1000n, store_ref: "1" });
  });

  it("takes over what the plan holds and says what it left out", async () => {
    const by = await context("free");
    shop.variants = Array.from({ length: 260 }, (_, i) => variant(String(i), `S-${i}`));
    await connect(by);
    expect(await sync(by)).toMatchObject({ syncStatus: "ok", sync: { created: 250, beyond_plan: 10 } });
    expect((await items(by)).length).toBe(250);
    shop.variants = shop.variants.map((each) => ({ ...each, price: 777 }));
    expect((await sync(by))?.sync).toMatchObject({ updated: 250, beyond_plan: 10 });
  });

  it("keeps the pages before and ends failed with words when the store stops answering", async () => {
    const by = await context();
    shop.variants = Array.from({ length: 150 }, (_, i) => variant(String(i), `S-${i}`));
    await connect(by);
    shop.beforePage = (skip) => (skip > 0 ? Promise.reject(new Error("down")) : undefined);
    const broken = await sync(by);
    expect(broken).toMatchObject({ syncStatus: "failed", status: "failing" });
    expect(broken?.sync?.error).toMatch(/store/i);
    expect((await items(by)).length).toBe(100);
    shop.beforePage = () => undefined;
    expect(await sync(by)).toMatchObject({ syncStatus: "ok", status: "connected", sync: { created: 50 } });
  });

  it("changes nothing when the store is down", async () => {
    const by = await context();
    shop.variants = [variant("1", "A")];
    await connect(by);
    await sync(by);
    const before = await items(by);
    await shop.close();
    expect(await sync(by)).toMatchObject({ syncStatus: "failed" });
    expect(await items(by)).toEqual(before);
    shop = await startVendureStandIn();
  });

  it("keeps an item whose variant is gone as missing, and takes it back when the store shows it again", async () => {
    const by = await context();
    shop.variants = [variant("1", "A"), variant("2", "B")];
    await connect(by);
    await sync(by);
    shop.variants = [variant("2", "B")];
    expect((await sync(by))?.sync).toMatchObject({ vanished: 1 });
    expect(await item(by, "A")).toMatchObject({ store_ref: null, store_state: "missing" });
    expect((await sync(by))?.sync).toMatchObject({ vanished: 0 });
    shop.variants = [variant("2", "B"), variant("9", "A")];
    expect((await sync(by))?.sync).toMatchObject({ created: 0, returned: 1 });
    expect(await item(by, "A")).toMatchObject({ store_ref: "9", store_state: null });
  });

  it("marks what the store has disabled, and takes it back when it is enabled", async () => {
    const by = await context();
    shop.variants = [variant("1", "A"), { ...variant("2", "B"), enabled: false }];
    await connect(by);
    expect((await sync(by))?.sync).toMatchObject({ disabled: 1 });
    expect(await item(by, "B")).toMatchObject({ store_ref: "2", store_state: "disabled" });
    shop.variants = [variant("1", "A"), variant("2", "B")];
    await sync(by);
    expect(await item(by, "B")).toMatchObject({ store_ref: "2", store_state: null });
  });

  it("follows a variant that gets another sku, also where two change places", async () => {
    const by = await context();
    shop.variants = [variant("1", "A", 1000), variant("2", "B", 2000), variant("3", "C", 3000)];
    await connect(by);
    await sync(by);
    const [a, b, c] = await items(by);
    shop.variants = [variant("1", "B", 1000), variant("2", "A", 2000), variant("3", "C-NEW", 3000)];
    expect((await sync(by))?.sync).toMatchObject({ created: 0, renamed: 3, vanished: 0, price_changes: 0 });
    expect(await item(by, "B")).toMatchObject({ id: a?.id, price: 1000n, store_ref: "1" });
    expect(await item(by, "A")).toMatchObject({ id: b?.id, price: 2000n, store_ref: "2" });
    expect(await item(by, "C-NEW")).toMatchObject({ id: c?.id, price: 3000n, store_ref: "3" });
  });

  it("lets the sku decide where a renamed variant takes one that is known already", async () => {
    const by = await context();
    const own = { sku: "B", title: "Own", price: 2000n, currency: "EUR" };
    await upsertItems(by, [{ sku: "B", value: own }]);
    shop.variants = [variant("1", "A"), variant("3", "C")];
    await connect(by);
    await sync(by);
    shop.variants = [variant("1", "B"), variant("3", "C")];
    expect((await sync(by))?.sync).toMatchObject({ created: 0, renamed: 0, vanished: 1 });
    expect(await item(by, "B")).toMatchObject({ store_ref: "1", store_state: null });
    expect(await item(by, "A")).toMatchObject({ store_ref: null, store_state: "missing" });
  });

  it("leaves two variants of one sku with the one it was first seen at, and misses neither", async () => {
    const by = await context();
    shop.variants = [variant("1", "A", 1000), variant("2", "B", 2000)];
    await connect(by);
    await sync(by);
    shop.variants = [variant("1", "A", 1000), variant("2", "A", 2000)];
    expect((await sync(by))?.sync).toMatchObject({ duplicate_sku: 1, vanished: 0, renamed: 0 });
    expect(await item(by, "A")).toMatchObject({ store_ref: "1", price: 1000n, store_state: null });
    expect(await item(by, "B")).toMatchObject({ store_ref: "2", store_state: null });
  });

  it("asks again for a page that failed, and goes on there", async () => {
    const by = await context();
    shop.variants = Array.from({ length: 250 }, (_, i) => variant(String(i), `S-${i}`));
    await connect(by);
    const asked: number[] = [];
    shop.beforePage = (skip) => {
      asked.push(skip);
      if (asked.length === 2 || asked.length === 3) throw new ShopRefusal(503);
    };
    expect(await sync(by)).toMatchObject({
      syncStatus: "ok",
      sync: { seen: 250, created: 250, pages: 3, retries: 2, waiting: null, error: null },
    });
    expect(asked).toEqual([0, 99, 99, 99, 199]);
  });

  it("waits as long as a store asks that is asked too often, and says so meanwhile", async () => {
    const by = await context();
    shop.variants = Array.from({ length: 150 }, (_, i) => variant(String(i), `S-${i}`));
    const { row } = await connect(by);
    let throttled = 0;
    shop.beforePage = (skip) => {
      if (skip > 0 && throttled++ === 0) throw new ShopRefusal(429, { "retry-after": "120" });
    };
    await runSync(service.services, by.tenant, row.id);
    expect((await listIntegrations(by))[0]).toMatchObject({
      syncStatus: "queued",
      sync: { seen: 100, total: 150, waiting: expect.stringContaining("page 2") as string },
    });
    service.clock.advance(119_000);
    await runSync(service.services, by.tenant, row.id);
    expect((await listIntegrations(by))[0]).toMatchObject({ syncStatus: "queued" });
    service.clock.advance(1_000);
    await runSync(service.services, by.tenant, row.id);
    expect((await listIntegrations(by))[0]).toMatchObject({ syncStatus: "ok", sync: { seen: 150 } });
    expect(throttled).toBe(2);
  });

  it("says at which page and why when it gives up, and takes nothing out of the store", async () => {
    const by = await context();
    shop.variants = Array.from({ length: 150 }, (_, i) => variant(String(i), `S-${i}`));
    await connect(by);
    await sync(by);
    shop.variants = shop.variants.slice(0, 120);
    let asked = 0;
    shop.beforePage = (skip) => {
      if (skip > 0 && asked++ >= 0) throw new ShopRefusal(503);
    };
    expect(await sync(by)).toMatchObject({
      syncStatus: "failed",
      sync: { error: expect.stringMatching(/503.*page 2 .*after 100 variants, asked 6 times/) as string },
    });
    expect(asked).toBe(6);
    const after = await items(by);
    expect(
      after.filter(({ store_ref: ref, store_state: state }) => ref !== null && state === null),
    ).toHaveLength(150);
  });

  it("takes nothing out of the store when the list stops short of its total", async () => {
    const by = await context();
    const all = Array.from({ length: 150 }, (_, i) => variant(String(i), `S-${i}`));
    shop.variants = all;
    await connect(by);
    await sync(by);
    shop.maxRowsPerPage = 0;
    expect(await sync(by)).toMatchObject({ syncStatus: "failed", sync: { vanished: 0 } });
    expect((await items(by)).every(({ store_state: state }) => state === null)).toBe(true);
  });

  it("takes no item out of the store when it finds no variant at all, and ends failed with words", async () => {
    const by = await context();
    shop.variants = [variant("1", "A"), variant("2", "B")];
    await connect(by);
    await sync(by);
    const before = await items(by);
    shop.variants = [];
    expect(await sync(by)).toMatchObject({
      syncStatus: "failed",
      sync: { seen: 0, vanished: 0, error: expect.stringContaining("All of them stay linked") as string },
    });
    expect(await items(by)).toEqual(before);
    shop.variants = [variant("1", "A")];
    expect(await sync(by)).toMatchObject({ syncStatus: "ok", status: "connected", sync: { vanished: 1 } });
  });

  it("is no failure when the store is still empty", async () => {
    const by = await context();
    await connect(by);
    expect(await sync(by)).toMatchObject({ syncStatus: "ok", sync: { seen: 0 } });
  });

  it("ends failed with words when the list goes in circles, and keeps what it saw", async () => {
    const by = await context();
    const all = Array.from({ length: 150 }, (_, i) => variant(String(i), `S-${i}`));
    shop.variants = all;
    await connect(by);
    // Every page reports a next one, and lists the first variants again.
    let asked = 0;
    shop.beforePage = () => {
      if (++asked > 60) throw new Error("asked for ever");
      shop.variants = Array.from({ length: (asked + 1) * 100 }, (_, i) =>
        variant(String(i % 100), `S-${i % 100}`),
      );
    };
    expect(await sync(by)).toMatchObject({
      syncStatus: "failed",
      sync: { seen: 100, error: expect.stringContaining("does not come to an end") as string },
    });
    expect((await items(by)).length).toBe(100);
  });

  it("refuses texts that cannot be kept and references that come twice, and takes over the rest", async () => {
    const by = await context();
    const long = "x".repeat(5_000);
    shop.variants = [
      variant("1", "A"),
      { ...variant("2", "BROKEN-TITLE"), name: "half \ud83d" },
      variant("nul\u0000", "NUL-REF"),
      variant(long, "LONG-REF"),
      variant("4", `${"😀".repeat(100)}\ud83d`),
      variant("1", "SAME-REF"),
      { ...variant("6", "CUT"), name: `${"x".repeat(499)}😀` },
    ];
    await connect(by);
    expect(await sync(by)).toMatchObject({ syncStatus: "ok", sync: { created: 2, refused: 5 } });
    expect((await items(by)).map(({ sku }) => sku)).toEqual(["A", "CUT"]);
  });

  it("refuses what no catalog can hold and takes over the rest", async () => {
    const by = await context();
    await upsertItems(by, [
      { sku: "USD", value: { sku: "USD", title: "Dollars", price: 5n, currency: "USD" } },
    ]);
    shop.variants = [
      variant("1", "NEGATIVE", -1),
      variant("2", "USD"),
      variant("3", "N\u0000L"),
      variant("4", "A"),
    ];
    await connect(by);
    expect((await sync(by))?.sync).toMatchObject({ created: 1, refused: 3 });
  });

  it("is taken up by another worker when its own was lost, and the lost one writes nothing more", async () => {
    const by = await context();
    shop.variants = Array.from({ length: 150 }, (_, i) => variant(String(i), `S-${i}`));
    const { row } = await connect(by);
    let resume: () => void = () => undefined;
    const paused = new Promise<void>((reached) => {
      shop.beforePage = (skip) => {
        if (skip === 0) return undefined;
        reached();
        shop.beforePage = () => undefined;
        return new Promise((go) => (resume = go));
      };
    });
    const lost = runSync(service.services, by.tenant, row.id);
    await paused;
    await runSync(service.services, by.tenant, row.id);
    expect((await listIntegrations(by))[0]).toMatchObject({ syncStatus: "running" });
    service.clock.advance(MINUTE_MS);
    const asked: number[] = [];
    shop.beforePage = (skip) => void asked.push(skip);
    await runSync(service.services, by.tenant, row.id);
    expect((await listIntegrations(by))[0]).toMatchObject({ syncStatus: "ok", sync: { seen: 150 } });
    expect(asked).toEqual([99]);
    shop.variants = shop.variants.map((each) => ({ ...each, price: 1 }));
    resume();
    await lost;
    expect((await items(by)).every(({ price }) => price === 1999n)).toBe(true);
  });

  it("finds a price of ours in the store that was taken for failed", async () => {
    const by = await context();
    shop.variants = [variant("1", "A", 2149)];
    const { row } = await connect(by);
    await sync(by);
    const ours = await item(by, "A");
    const recommendation = await service.make.recommendation(by.tenant.workspaceId, {
      item_id: ours?.id ?? "",
      status: "failed",
      accepted: true,
    });
    const writeBack = await service.make.writeBack(by.tenant.workspaceId, {
      item_id: ours?.id ?? "",
      recommendation_id: recommendation,
      integration_id: row.id,
      store_ref: "1",
      status: "failed",
      write_key: "our write key",
    });
    shop.variants = [{ ...variant("1", "A", 2149), marker: "our write key" }];
    await sync(by);
    const [after] = await service.sql(
      `SELECT b.status AS write, r.status FROM write_backs b
       JOIN recommendations r ON r.id = b.recommendation_id WHERE b.id = $1`,
      [writeBack],
    );
    expect(after).toEqual({ write: "applied", status: "applied" });
  });
});

describe("the sandbox store", () => {
  it("needs no address, mirrors the catalog and makes nothing of what it cannot know", async () => {
    const by = await context();
    const own = { sku: "A", title: "Lamp", price: 1999n, cost: 900n, stock: 4, tags: ["x"], currency: "EUR" };
    await upsertItems(by, [{ sku: "A", value: own }]);
    await connectStore(by, { kind: "sandbox" });
    expect(await sync(by)).toMatchObject({ syncStatus: "ok", sync: { linked: 1, vanished: 0 } });
    expect(await item(by, "A")).toMatchObject({ price: 1999n, cost: 900n, store_ref: "A" });
    expect(await sync(by)).toMatchObject({ sync: { linked: 0, vanished: 0 } });
  });
});

describe("replacing credentials", () => {
  const sealed = async (by: RequestContext) =>
    (
      await service.sql<{ secret: Buffer }>("SELECT secret FROM integrations WHERE workspace_id = $1", [
        by.tenant.workspaceId,
      ])
    )[0]?.secret;

  it("keeps the connection, its items and what waits to be written", async () => {
    const by = await context();
    shop.variants = [variant("1", "A")];
    const { row } = await connect(by);
    await sync(by);
    const before = await sealed(by);
    const open = { integration_id: row.id, sent_at: null, sends: 0, finished_at: null };
    const queued = await service.make.writeBack(by.tenant.workspaceId, { ...open, status: "queued" });
    await service.sql("UPDATE integrations SET status = 'failing', error = 'no' WHERE id = $1", [row.id]);
    const given = { id: row.id, credentials: { apiKey: shop.secondKey } };
    expect(await replaceCredentials(by, given)).toMatchObject({ row: { id: row.id, status: "connected" } });
    const after = await sealed(by);
    expect(after).not.toEqual(before);
    expect(after?.toString("latin1")).not.toContain(shop.secondKey);
    expect(await service.sql("SELECT status FROM write_backs WHERE id = $1", [queued])).toEqual([
      { status: "queued" },
    ]);
    expect(await item(by, "A")).toMatchObject({ store_ref: "1" });
    expect(await sync(by)).toMatchObject({ syncStatus: "ok" });
    const [event] = await service.sql<{ after: string }>(
      "SELECT after FROM audit_events WHERE workspace_id = $1 AND action = 'store.replace_credentials'",
      [by.tenant.workspaceId],
    );
    expect(event?.after).toContain(shop.url);
    expect(event?.after).not.toContain(shop.secondKey);
  });

  it.each([
    ["do not work", { apiKey: "wrong" }],
    ["are not complete", {}],
    ["lead to another channel", { apiKey: "key of another channel" }],
  ])("is refused for some that %s, and the old ones stay", async (_, credentials) => {
    const by = await context();
    const { row } = await connect(by);
    const before = await sealed(by);
    await expect(replaceCredentials(by, { id: row.id, credentials })).rejects.toMatchObject({
      code: "validation_error",
      extra: { issues: expect.arrayContaining([issueAt(/^credentials/)]) as unknown },
    });
    expect(await sealed(by)).toEqual(before);
    expect((await listIntegrations(by))[0]).toMatchObject({ status: "connected" });
  });

  it("finds no store that was disconnected, or is another workspace's", async () => {
    const by = await context();
    const { row } = await connect(by);
    const given = { id: row.id, credentials: { apiKey: shop.secondKey } };
    await expect(replaceCredentials(await context(), given)).rejects.toMatchObject({ code: "not_found" });
    await disconnectStore(by, row.id);
    await expect(replaceCredentials(by, given)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a store that is connected twice", () => {
  it("is said to the person who connects it, who reads the names of their own workspaces alone", async () => {
    const first = await service.workspace();
    const second = await service.workspace();
    await service.person({ workspaceId: first.id, role: "admin", email: "first@example.test" });
    const stranger = await service.person({
      workspaceId: second.id,
      role: "admin",
      email: "both@example.test",
    });
    const by = await memberContext(service.services, first.id, "first@example.test");
    expect((await connect(by)).notices.join(" ")).not.toContain("also connected");
    const other = await memberContext(service.services, second.id, "both@example.test");
    const { row, notices } = await connect(other);
    expect(notices.at(-1)).toMatch(/also connected in another workspace of this installation/);
    await service.sql("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, 'viewer')", [
      first.id,
      stranger,
    ]);
    const checked = await checkStore(other, row.id);
    expect(checked.ok && checked.notices.at(-1)).toContain(`“Shop ${first.id.slice(-6)}”`);
    await expect(connect(other)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("replace its credentials") as string,
    });
  });
});

describe("disconnecting", () => {
  it("forgets the credentials, frees the items and lets another store be connected", async () => {
    const by = await context();
    shop.variants = [variant("1", "A")];
    const { row } = await connect(by);
    await sync(by);
    expect(await disconnectStore(by, row.id)).toMatchObject({ row: { status: "disconnected" } });
    expect(await disconnectStore(by, row.id)).toEqual({ idempotent: true });
    const [stored] = await service.sql<{ secret: Buffer }>(
      "SELECT secret FROM integrations WHERE workspace_id = $1",
      [by.tenant.workspaceId],
    );
    expect(stored?.secret.byteLength).toBe(0);
    expect(await item(by, "A")).toMatchObject({ store_ref: null });
    await connect(by);
    await sync(by);
    expect(await item(by, "A")).toMatchObject({ store_ref: "1" });
  });

  it("fails what was approved and not sent, and waits for what was sent", async () => {
    const by = await context();
    const { row } = await connect(by);
    const open = { integration_id: row.id, sent_at: null, sends: 0, finished_at: null };
    const queued = await service.make.writeBack(by.tenant.workspaceId, { ...open, status: "queued" });
    const sent = await service.make.writeBack(by.tenant.workspaceId, {
      ...open,
      status: "unknown",
      sent_at: new Date(service.clock.now()),
    });
    await expect(disconnectStore(by, row.id)).rejects.toMatchObject({ code: "conflict" });
    await service.sql("UPDATE write_backs SET status = 'applied' WHERE id = $1", [sent]);
    await disconnectStore(by, row.id);
    expect(await service.sql("SELECT status FROM write_backs WHERE id = $1", [queued])).toEqual([
      { status: "failed" },
    ]);
  });

  it("finds no store of another workspace", async () => {
    const { row } = await connect(await context());
    await expect(disconnectStore(await context(), row.id)).rejects.toMatchObject({ code: "not_found" });
  });
});

it("is done by people who are members as well as by the operator", async () => {
  const place = await service.workspace();
  await service.person({ workspaceId: place.id, role: "admin", email: "admin@example.test" });
  const by = await memberContext(service.services, place.id, "admin@example.test");
  expect(await connect(by)).toMatchObject({ row: { kind: "vendure", status: "connected" } });
});

it("takes over nothing while the store sells in another currency, and goes on when both agree again", async () => {
  const place = await service.workspace({ plan: "max" });
  const by = await operatorContext(service.services, place.id);
  shop.variants = [variant("1", "HERE")];
  await connect(by);
  expect((await sync(by))?.sync?.other_currencies).toEqual({});
  const before = shop.channel;
  shop.channel = { currency: "USD", pricesIncludeTax: false, rates: [] };
  shop.variants = [variant("1", "HERE"), variant("2", "NEW"), variant("3", "NEWER")];
  expect(await sync(by)).toMatchObject({
    syncStatus: "failed",
    sync: { created: 0, error: expect.stringContaining("sells in USD, the workspace prices in EUR") },
  });
  expect(await items(by)).toHaveLength(1);
  shop.channel = before;
  expect(await sync(by)).toMatchObject({ syncStatus: "ok", sync: { created: 2, other_currencies: {} } });
});
