import type { ServerResponse } from "node:http";
import { beforeEach, describe, expect, it } from "vitest";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { takeFault } from "@/server/db/rehearsals/switches";
import { sandboxUrl } from "@/server/stores/sandbox/access";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { serveLoopback } from "@/server/testing/loopback-server";
import { TEST_SETTINGS } from "@/server/testing/settings";
import { type Pending, type Shop, startShops } from "@/server/testing/shop";

/** Shorter than the shortest delay that a rehearsal can ask for. */
const SHORT_TIMEOUT_MS = 300;
const { quarantineMs: QUARANTINE_MS } = TEST_SETTINGS;

const shops = duringTests(startShops);
let shop: Shop;
let pending: Pending;

beforeEach(async () => {
  shop = await shops.shop();
  pending = await shop.pending();
});

const path = (verb = "") => `/integrations/${shop.integration}/rehearsal${verb}`;
const switchOn = async (body: object) => {
  const response = await shop.post(path("/switch-on"), body);
  expect(response.status, response.text).toBe(200);
  return response;
};
const switches = async () => (await shop.get(path())).json?.["switches"];
const approve = async ({ recommendation }: Pending = pending) => {
  const result = await shop.post(`/recommendations/${recommendation}/approve`);
  expect(result.status, result.text).toBe(200);
};
const status = async ({ recommendation }: Pending = pending) => {
  const { json } = await shop.get(`/recommendations/${recommendation}`);
  return [json?.["status"], (json?.["write_back"] as { status: string } | null)?.status];
};
const writtenOnce = [{ price: "2149", marker: expect.any(String) as string }];
/** Approves, and lets a worker try once. */
const attempt = async () => {
  await approve();
  await shop.work();
};

describe("a write meets what was switched on", () => {
  it("late: it is in doubt when the answer is overdue, and found applied, once", async () => {
    const impatient = await startShops({ settings: { storeTimeoutMs: SHORT_TIMEOUT_MS } });
    try {
      shop = await impatient.shop();
      pending = await shop.pending();
      await switchOn({ fault: "late", seconds: 1 });
      await attempt();
      expect(await status()).toEqual(["applied", "applied"]);
      expect(await shop.given(pending.ref)).toEqual(writtenOnce);
    } finally {
      await impatient.close();
    }
  });

  it("lost_answer: nothing is sent again", async () => {
    await switchOn({ fault: "lost_answer" });
    await attempt();
    expect(await status()).toEqual(["applied", "applied"]);
    expect(await shop.given(pending.ref)).toEqual(writtenOnce);
    expect(await switches()).toContainEqual({
      fault: "lost_answer",
      on: false,
      remaining: null,
      seconds: null,
      met: 1,
      met_at: new Date(shops.service.clock.now()).toISOString(),
    });
  });

  it("throttled: it comes back after as many seconds as the store says", async () => {
    await switchOn({ fault: "throttled", times: 2, seconds: 7 });
    await attempt();
    for (const remaining of [1, 0]) {
      expect(await shop.given(pending.ref)).toEqual([]);
      expect(await switches()).toContainEqual(
        expect.objectContaining({ fault: "throttled", met: 2 - remaining, remaining: remaining || null }),
      );
      shops.service.clock.advance(6_999);
      await shop.work();
      expect(await shop.given(pending.ref)).toEqual([]);
      shops.service.clock.advance(1);
      await shop.work();
    }
    expect(await status()).toEqual(["applied", "applied"]);
    expect(await shop.given(pending.ref)).toEqual(writtenOnce);
  });

  it("edited_meanwhile: a conflict, and the person's price stays", async () => {
    await switchOn({ fault: "edited_meanwhile" });
    await attempt();
    expect(await status()).toEqual(["failed", "conflict"]);
    expect(await shop.given(pending.ref)).toEqual([{ price: "2198", marker: null }]);
  });

  it("edited_at_write: the log shows the person's price, and ours over it", async () => {
    await switchOn({ fault: "edited_at_write" });
    await attempt();
    expect(await status()).toEqual(["applied", "applied"]);
    expect(await shop.given(pending.ref)).toEqual([{ price: "2198", marker: null }, ...writtenOnce]);
  });

  it("marker_then_crash: in doubt until the quarantine is over, then completed", async () => {
    await switchOn({ fault: "marker_then_crash" });
    await attempt();
    expect(await status()).toEqual(["approved", "unknown"]);
    expect(await shop.look(pending.ref)).toMatchObject({
      price: "1999",
      marker: expect.any(String) as string,
    });
    shops.service.clock.advance(QUARANTINE_MS);
    await shop.work();
    expect(await status()).toEqual(["applied", "applied"]);
    expect(await shop.given(pending.ref)).toEqual(writtenOnce);
  });
});

describe("a switch", () => {
  it("holds for the next calls alone that were asked for", async () => {
    await switchOn({ fault: "edited_meanwhile", times: 1 });
    const second = await shop.pending();
    await attempt();
    await approve(second);
    await shop.work();
    expect(await status()).toEqual(["failed", "conflict"]);
    expect(await status(second)).toEqual(["applied", "applied"]);
  });

  it("holds until it is switched off when it has no number", async () => {
    await switchOn({ fault: "edited_meanwhile", times: null });
    for (const met of [1, 2]) {
      const next = await shop.pending();
      await approve(next);
      await shop.work();
      expect(await status(next)).toEqual(["failed", "conflict"]);
      expect(await switches()).toContainEqual(
        expect.objectContaining({ fault: "edited_meanwhile", on: true, remaining: null, met }),
      );
    }
    expect((await shop.post(path("/switch-off"), {})).json).toMatchObject({ idempotent: false });
    expect((await shop.post(path("/switch-off"), {})).text).toBe('{"ok":true,"idempotent":true}');
    await attempt();
    expect(await status()).toEqual(["applied", "applied"]);
  });

  it("is met by one of two calls at once where one is left", async () => {
    await switchOn({ fault: "lost_answer", times: 1 });
    const { service } = shops;
    const take = (tx: Tx) => takeFault(tx, ["lost_answer"], new Date());
    const waiting = async () => {
      const rows = await service.sql(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return rows.length;
    };
    const { tenant } = shop.workspace;
    let second: Promise<unknown> | undefined;
    const first = await inTenant(service.db, tenant, async (tx) => {
      const met = await take(tx);
      second = inTenant(service.db, tenant, take);
      await expect.poll(waiting).toBe(1);
      return met;
    });
    expect([first, await second]).toEqual([{ fault: "lost_answer", seconds: null }, null]);
  });

  it("comes before one that was switched on later", async () => {
    await switchOn({ fault: "throttled", seconds: 1 });
    shops.service.clock.advance(1);
    await switchOn({ fault: "marker_then_crash" });
    await attempt();
    expect(await switches()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ fault: "throttled", met: 1 }),
        expect.objectContaining({ fault: "marker_then_crash", met: 0 }),
      ]),
    );
  });

  it("concerns the store of its workspace alone", async () => {
    await switchOn({ fault: "edited_meanwhile", times: null });
    const other = await shops.shop();
    const { recommendation, ref } = await other.pending();
    await other.post(`/recommendations/${recommendation}/approve`);
    await other.work();
    expect(await other.given(ref)).toEqual(writtenOnce);
  });
});

describe("what cannot be rehearsed", () => {
  it.each([
    ["of another kind", { kind: "woocommerce" }, /Only a sandbox store .* WooCommerce/],
    ["that was disconnected", { status: "disconnected" }, /disconnected/],
  ])("a store %s is a 409", async (_, columns, message) => {
    const { workspace } = await shops.shop({ connected: false });
    const id = await shops.service.make.integration(workspace.id, columns);
    const token = await shops.service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
    const calls = [
      shops.service.call("GET", `/integrations/${id}/rehearsal`, { token }),
      shops.service.call("POST", `/integrations/${id}/rehearsal/switch-on`, {
        token,
        body: { fault: "late" },
      }),
      shops.service.call("POST", `/integrations/${id}/rehearsal/switch-off`, { token, body: {} }),
    ];
    for (const { status: code, json } of await Promise.all(calls)) {
      expect([code, json?.["error"]]).toEqual([409, "conflict"]);
      expect(json?.["message"]).toMatch(message);
    }
  });

  it.each([
    ["fault", { fault: "earthquake" }],
    ["times", { fault: "late", times: 0 }],
    ["seconds", { fault: "late", seconds: 61 }],
    ["seconds", { fault: "lost_answer", seconds: 5 }],
  ])("a bad %s is a 422 that names it", async (field, body) => {
    const { status: code, json } = await shop.post(path("/switch-on"), body);
    expect(code).toBe(422);
    expect(json?.["issues"]).toMatchObject([{ path: field }]);
  });
});

describe("an edit as a person in the shop", () => {
  const euros = (amount: string) => ({ amount, currency: "EUR" });
  const edit = async (change: object) => {
    const pages = await browserCaller(shops.service, {
      userId: shop.workspace.userId,
      workspaceId: shop.workspace.id,
    });
    const given = { integration_id: shop.integration, sku: pending.ref, price: euros("22.50"), ...change };
    return pages.rehearsals.editPrice(given);
  };

  it("sets price, sale and struck-through price, without a key of ours, and ends a sale that is left out", async () => {
    await edit({ sale_price: euros("18.00"), compare_at_price: euros("25.00") });
    expect(await shop.look(pending.ref)).toMatchObject({
      price: "2250",
      marker: null,
      sale: { price: "1800", from: null, until: null },
      compare_at: "2500",
    });
    await edit({});
    expect(await shop.look(pending.ref)).toMatchObject({ price: "2250", sale: null, compare_at: null });
  });

  it("locks nothing while the store is asked, and is not recorded where the store refuses it", async () => {
    const { service } = shops;
    const { id: workspace } = shop.workspace;
    const free: unknown[] = [];
    const lookForLock = () =>
      service.sql("SELECT id FROM integrations WHERE id = $1 FOR UPDATE SKIP LOCKED", [shop.integration]);
    const answer = async (response: ServerResponse) => {
      free.push(...(await lookForLock()));
      response.writeHead(400).end();
    };
    const store = await serveLoopback((_request, response) => void answer(response));
    const url = sandboxUrl(store.url, workspace);
    await service.sql("UPDATE integrations SET url = $1 WHERE id = $2", [url, shop.integration]);
    const edited = edit({}).finally(() => store.close());
    await expect(edited).rejects.toMatchObject({ cause: { extra: { issues: [{ path: "store" }] } } });
    expect(free).toEqual([{ id: shop.integration }]);
    const event = "SELECT 1 FROM audit_events WHERE workspace_id = $1 AND action = 'rehearsal.edit_price'";
    expect(await service.sql(event, [workspace])).toEqual([]);
  });

  it.each([
    ["sku", { sku: "NOT-IN-THE-CATALOG" }],
    ["price", { price: { amount: "22", currency: "JPY" } }],
    ["sale_price", { sale_price: euros("22.50") }],
  ])("is refused with a bad %s", async (field, change) => {
    await expect(edit(change)).rejects.toMatchObject({
      cause: { code: "validation_error", extra: { issues: [{ path: field }] } },
    });
  });
});
