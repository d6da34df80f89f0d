import { beforeEach, describe, expect, it } from "vitest";
import { inTenant } from "@/server/db/database/transaction";
import { DAY_MS } from "@/server/domain/durations";
import { UNKNOWN_WINDOW } from "@/server/domain/items/shop-window";
import { duringTests } from "@/server/testing/during-tests";
import { type Pending, type Shop, startShops } from "@/server/testing/shop";
import { workerContext } from "../worker-context";
import { failUnsentWriteBacks } from "./fail-unsent";
import { reconcileFromStore } from "./reconcile";

const shops = duringTests(startShops);
let shop: Shop;
let pending: Pending;

beforeEach(async () => {
  shops.proxy.clear();
  shop = await shops.shop();
  pending = await shop.pending();
});

const recommendation = async () => (await shop.get(`/recommendations/${pending.recommendation}`)).json ?? {};
const approve = () => shop.post(`/recommendations/${pending.recommendation}/approve`);
const writeBack = async () => {
  const [row] = await shops.service.sql("SELECT * FROM write_backs WHERE item_id = $1 ORDER BY id DESC", [
    pending.item,
  ]);
  return row ?? {};
};
const revert = (id: unknown) => {
  shops.service.clock.advance(1);
  return shop.post(`/write-backs/${String(id)}/revert`);
};

/** Reconciles with this price and write key, as if a sync had read them; a file of the store is minutes old. */
const sync = (
  price: bigint,
  writeKey: string | null,
  complete = true,
  readAtMs = shops.service.clock.now(),
) =>
  inTenant(shops.service.db, shop.workspace.tenant, async (tx) =>
    reconcileFromStore(
      tx,
      await workerContext(shops.service.services, tx),
      { id: pending.item, integrationId: shop.integration, ref: pending.ref },
      {
        ...UNKNOWN_WINDOW,
        price,
        currency: "EUR",
        writeKey,
        complete,
        readAtMs,
      },
    ),
  );
const disconnect = () =>
  inTenant(shops.service.db, shop.workspace.tenant, async (tx) =>
    failUnsentWriteBacks(tx, await workerContext(shops.service.services, tx), shop.integration),
  );

describe("a sync", () => {
  it("turns a failed write into an applied one when it finds our write key beside its price", async () => {
    await approve();
    shops.proxy.fault({ mode: "drop-request", match: "/price" });
    await shop.work();
    shops.proxy.fault({ mode: "drop-request", times: 1_000 });
    shops.service.clock.advance(7 * DAY_MS);
    await shop.work();
    expect(await recommendation()).toMatchObject({ status: "failed" });
    const key = String((await writeBack())["write_key"]);
    await sync(1999n, key);
    await sync(2149n, key, false);
    expect(await recommendation()).toMatchObject({ status: "failed" });
    await sync(2149n, key);
    expect(await recommendation()).toMatchObject({ status: "applied", write_back: { status: "applied" } });
    const alerts = await shops.service.sql("SELECT cleared FROM alerts WHERE item_id = $1", [pending.item]);
    expect(alerts).toEqual([{ cleared: true }]);
  });

  it("resolves what awaits approval when it finds the recommended price without our write key", async () => {
    await sync(2149n, null);
    expect(await recommendation()).toMatchObject({
      status: "resolved",
      decision: { action: "resolve", by: "Pricecheck" },
      write_back: null,
    });
  });

  it("ends the queued write with nothing sent when it finds the approved price there already", async () => {
    await approve();
    await sync(2149n, null);
    await shop.work();
    expect(await recommendation()).toMatchObject({ status: "applied", write_back: { status: "applied" } });
    expect(await shop.given(pending.ref)).toEqual([]);
  });

  it("does not end the queued write, which is sent, when it read the price before its approval", async () => {
    const readAtMs = shops.service.clock.now();
    shops.service.clock.advance(1);
    await approve();
    await sync(2149n, null, true, readAtMs);
    expect(await recommendation()).toMatchObject({ status: "approved", write_back: { status: "queued" } });
    await shop.work();
    expect(await shop.given(pending.ref)).toMatchObject([{ price: "2149" }]);
  });

  it("resolves nothing when it read the price before it was recommended", async () => {
    const readAtMs = shops.service.clock.now();
    shops.service.clock.advance(1);
    pending = await shop.pending();
    await sync(2149n, null, true, readAtMs);
    expect(await recommendation()).toMatchObject({ status: "pending_approval" });
  });

  it.each(["applied", "unknown"])(
    "resolves nothing when it read the price before a write that is %s",
    async (status) => {
      const readAtMs = shops.service.clock.now();
      shops.service.clock.advance(1);
      const at = new Date(shops.service.clock.now());
      const id = await shops.service.make.writeBack(shop.workspace.id, {
        item_id: pending.item,
        integration_id: shop.integration,
        status,
        sent_at: at,
        finished_at: status === "applied" ? at : null,
      });
      await sync(2149n, null, true, readAtMs);
      expect(await recommendation()).toMatchObject({ status: "pending_approval" });
      await shops.service.sql("UPDATE write_backs SET status = 'applied', finished_at = $2 WHERE id = $1", [
        id,
        at,
      ]);
      await sync(2149n, null, true, at.getTime() + 1);
      expect(await recommendation()).toMatchObject({ status: "resolved" });
    },
  );

  it("leaves the conflict when it read our write key before a write ended in conflict", async () => {
    await approve();
    await shop.edit(pending.ref, "1899");
    const readAtMs = shops.service.clock.now();
    shops.service.clock.advance(1);
    await shop.work();
    const { write_key: key, status } = await writeBack();
    expect(status).toBe("conflict");
    await sync(2149n, String(key), true, readAtMs);
    expect(await writeBack()).toMatchObject({ status: "conflict" });
    await sync(2149n, String(key));
    expect(await writeBack()).toMatchObject({ status: "applied" });
  });

  it("leaves an approved price alone when it finds any other price", async () => {
    await approve();
    await sync(1899n, null);
    expect(await recommendation()).toMatchObject({ status: "approved", write_back: { status: "queued" } });
  });
});

describe("a disconnect", () => {
  it("ends what was approved and never sent, and nothing is sent afterwards", async () => {
    await approve();
    await disconnect();
    await shop.work();
    expect(await recommendation()).toMatchObject({
      status: "failed",
      write_back: { status: "failed", store_answer: expect.stringContaining("disconnected") },
    });
    expect(await shop.given(pending.ref)).toEqual([]);
  });

  it("is refused while a sent price is in doubt", async () => {
    await approve();
    shops.proxy.fault({ mode: "drop-request", match: "/price" });
    await shop.work();
    await expect(disconnect()).rejects.toMatchObject({
      code: "conflict",
      extra: { changed: ["write_back"] },
    });
    expect(await recommendation()).toMatchObject({ status: "approved", write_back: { status: "unknown" } });
  });
});

describe("a revert", () => {
  it("brings the price from before back, once, and says so", async () => {
    await approve();
    await shop.work();
    const { id } = await writeBack();
    const result = await revert(id);
    expect(result.json).toMatchObject({
      ok: true,
      idempotent: false,
      write_back: {
        revert_of: id,
        status: "queued",
        expected_price: { amount: "21.49", currency: "EUR" },
        target_price: { amount: "19.99", currency: "EUR" },
      },
    });
    expect((await revert(id)).text).toBe('{"ok":true,"idempotent":true}');
    await shop.work();
    expect((await shop.given(pending.ref)).map(({ price }) => price)).toEqual(["2149", "1999"]);
    const back = await writeBack();
    expect(await recommendation()).toMatchObject({
      status: "applied",
      write_back: { id, status: "applied", reverted_by: back["id"], revert_status: "applied" },
    });
    const [item] = await shops.service.sql("SELECT price, baseline_price FROM catalog_items WHERE id = $1", [
      pending.item,
    ]);
    expect(item).toEqual({ price: 1999n, baseline_price: 1999n });
    expect((await revert(id)).text).toBe('{"ok":true,"idempotent":true}');
  });

  it("is itself reverted by the approved price, which the guards bind", async () => {
    await approve();
    await shop.work();
    const { id } = await writeBack();
    await revert(id);
    await shop.work();
    const { id: taken } = await writeBack();
    await shops.service.sql("UPDATE catalog_items SET max_price = 2100 WHERE id = $1", [pending.item]);
    const refused = await revert(taken);
    expect([refused.status, refused.json?.["changed"]]).toEqual([409, ["item_max"]]);
    await shops.service.sql("UPDATE catalog_items SET max_price = NULL WHERE id = $1", [pending.item]);
    expect((await revert(taken)).status).toBe(200);
    await shops.service.sql("UPDATE catalog_items SET max_price = 2100 WHERE id = $1", [pending.item]);
    await shop.work();
    expect((await shop.given(pending.ref)).map(({ price }) => price)).toEqual(["2149", "1999"]);
    await shops.service.sql("UPDATE catalog_items SET max_price = NULL WHERE id = $1", [pending.item]);
    expect((await revert(taken)).status).toBe(200);
    await shop.work();
    expect((await shop.given(pending.ref)).map(({ price }) => price)).toEqual(["2149", "1999", "2149"]);
    expect(await recommendation()).toMatchObject({
      status: "applied",
      write_back: { id, status: "applied", reverted_by: null, revert_status: null },
    });
  });

  it("takes back by the first receipt what was restored since, as often as it is restored", async () => {
    await approve();
    await shop.work();
    const first = String((await writeBack())["id"]);
    const newest = async () => {
      await shop.work();
      return String((await writeBack())["id"]);
    };
    const given = async () => (await shop.given(pending.ref)).map(({ price }) => price);
    await revert(first);
    const back = await newest();
    await revert(back);
    const restored = await newest();
    const again = await revert(first);
    expect(again.json).toMatchObject({ idempotent: false, write_back: { revert_of: restored } });
    const third = await newest();
    expect(await given()).toEqual(["2149", "1999", "2149", "1999"]);
    for (const id of [first, restored]) expect((await revert(id)).json).toMatchObject({ idempotent: true });
    expect((await revert(back)).json).toMatchObject({ idempotent: false, write_back: { revert_of: third } });
    await shop.work();
    expect(await given()).toEqual(["2149", "1999", "2149", "1999", "2149"]);
    expect((await revert(back)).json).toMatchObject({ idempotent: true });
  });

  it("answers a repeat as done once it took effect, and leaves what others have written since", async () => {
    await approve();
    await shop.work();
    const { id } = await writeBack();
    await revert(id);
    await shop.work();
    await sync(1777n, null);
    await shops.service.sql("UPDATE catalog_items SET price = 1777 WHERE id = $1", [pending.item]);
    expect((await revert(id)).text).toBe('{"ok":true,"idempotent":true}');
    shops.service.clock.advance(1);
    const other = { item_id: pending.item, integration_id: shop.integration };
    await shops.service.make.writeBack(shop.workspace.id, other);
    expect((await revert(id)).text).toBe('{"ok":true,"idempotent":true}');
    await shop.work();
    expect((await shop.given(pending.ref)).map(({ price }) => price)).toEqual(["2149", "1999"]);
  });

  it("never overwrites the merchant's own later edit", async () => {
    await approve();
    await shop.work();
    const { id } = await writeBack();
    await shop.edit(pending.ref, "1777");
    expect((await revert(id)).status).toBe(200);
    await shop.work();
    expect((await shop.given(pending.ref)).map(({ price }) => price)).toEqual(["2149", "1777"]);
    expect(await recommendation()).toMatchObject({
      status: "applied",
      write_back: { status: "applied", reverted_by: null, revert_status: "conflict" },
    });
    const again = await revert(id);
    expect([again.status, again.json?.["changed"]]).toEqual([409, ["price"]]);
  });

  it("is refused for what is not applied, for an older write, and without the plan", async () => {
    await approve();
    const { id } = await writeBack();
    expect((await revert(id)).json).toMatchObject({ error: "conflict", current_status: "queued" });
    await shop.work();
    await shops.service.sql("UPDATE workspaces SET plan = 'pro' WHERE id = $1", [shop.workspace.id]);
    expect((await revert(id)).json).toMatchObject({ error: "tier_ineligible" });
    await shops.service.sql("UPDATE workspaces SET plan = 'max' WHERE id = $1", [shop.workspace.id]);
    shops.service.clock.advance(1);
    await shops.service.make.writeBack(shop.workspace.id, {
      item_id: pending.item,
      integration_id: shop.integration,
    });
    expect((await revert(id)).json).toMatchObject({ error: "conflict", changed: ["write_back"] });
    expect((await revert("wbk_none")).status).toBe(404);
  });
});
