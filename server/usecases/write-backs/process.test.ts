import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { type Pending, type Shop, startShops } from "@/server/testing/shop";
import type { Checkpoint } from "@/server/usecases/checkpoints";

const QUARANTINE_MS = 500;
const LEASE_MS = 5_000;

const shops = duringTests(() =>
  startShops({
    settings: { storeTimeoutMs: 400, quarantineMs: QUARANTINE_MS, writeBackLeaseMs: LEASE_MS },
  }),
);
let shop: Shop;
let pending: Pending;

beforeAll(async () => {
  shop = await shops.shop();
});
beforeEach(async () => {
  shops.proxy.clear();
  shops.onFault(null);
  pending = await shop.pending();
});

const recommendation = async () => (await shop.get(`/recommendations/${pending.recommendation}`)).json ?? {};
const statusOf = async () => {
  const { status, write_back: writeBack } = await recommendation();
  return { status, write_back: writeBack };
};
const approve = async () => {
  const result = await shop.post(`/recommendations/${pending.recommendation}/approve`);
  expect(result.status, result.text).toBe(200);
};
const item = async () => {
  const [row] = await shops.service.sql("SELECT * FROM catalog_items WHERE id = $1", [pending.item]);
  return row ?? {};
};
const alerts = () =>
  shops.service.sql("SELECT * FROM alerts WHERE item_id = $1 AND kind = 'write_back_failed' ORDER BY id", [
    pending.item,
  ]);
const pass = (ms: number) => shops.service.clock.advance(ms);

describe("an approved price", () => {
  it("is in the store once, and the catalog, its history and the recommendation say so", async () => {
    await approve();
    await shop.work();
    const key = (
      await shops.service.sql("SELECT write_key FROM write_backs WHERE item_id = $1", [pending.item])
    )[0];
    expect(await shop.given(pending.ref)).toEqual([{ price: "2149", marker: key?.["write_key"] }]);
    expect(await statusOf()).toMatchObject({
      status: "applied",
      write_back: { status: "applied", store_answer: "The store carries 21.49 EUR.", reverted_by: null },
    });
    expect(await item()).toMatchObject({ price: 2149n, baseline_price: 2149n, baseline_cost: 1440n });
    const changes = await shops.service.sql("SELECT source, price FROM item_changes WHERE item_id = $1", [
      pending.item,
    ]);
    expect(changes).toEqual([{ source: "write_back", price: 2149n }]);
    expect(await alerts()).toEqual([]);
  });

  it("is counted by its outcome in the metrics", async () => {
    const counted = async (outcome: string): Promise<number> => {
      const text = await shops.service.services.meter.text();
      const found = new RegExp(`^pricecheck_write_backs_total\\{outcome="${outcome}"\\} (\\d+)$`, "m").exec(
        text,
      );
      return Number(found?.[1] ?? 0);
    };
    const before = [await counted("applied"), await counted("conflict")];
    await approve();
    await shop.work();
    pending = await shop.pending();
    await shop.edit(pending.ref, "1899");
    await approve();
    await shop.work();
    expect([await counted("applied"), await counted("conflict")]).toEqual(before.map((count) => count + 1));
  });

  it("is never written over a price the merchant has edited meanwhile", async () => {
    await shop.edit(pending.ref, "1899");
    await approve();
    await shop.work();
    expect(await shop.given(pending.ref)).toEqual([{ price: "1899", marker: null }]);
    expect(await statusOf()).toMatchObject({
      status: "failed",
      write_back: {
        status: "conflict",
        store_answer: "The store holds 18.99 EUR, not the expected 19.99 EUR. Nothing was sent.",
        may_be_in_store: false,
      },
    });
    expect(await item()).toMatchObject({ price: 1899n });
    expect(await alerts()).toMatchObject([{ status: "open", cleared: false, severity: "warning" }]);
  });

  it("ends applied with nothing sent when the store carries it already", async () => {
    await shop.edit(pending.ref, "2149");
    await approve();
    await shop.work();
    expect(await shop.given(pending.ref)).toHaveLength(1);
    expect(await statusOf()).toMatchObject({
      status: "applied",
      write_back: { store_answer: "The store already carried 21.49 EUR. Nothing was sent." },
    });
    const changes = await shops.service.sql("SELECT source, price FROM item_changes WHERE item_id = $1", [
      pending.item,
    ]);
    expect(changes, "somebody else set it").toEqual([{ source: "sync", price: 2149n }]);
  });

  it("is not sent when a guard would break since the approval", async () => {
    await approve();
    await shops.service.sql("UPDATE catalog_items SET cost = 2100 WHERE id = $1", [pending.item]);
    await shop.work();
    expect(await shop.given(pending.ref)).toEqual([]);
    expect(await statusOf()).toMatchObject({
      status: "failed",
      write_back: { status: "conflict", store_answer: expect.stringContaining("below the margin floor") },
    });
  });

  it("is written once by workers that race for it", async () => {
    await approve();
    await Promise.all(Array.from({ length: 8 }, () => shop.work()));
    expect(await shop.given(pending.ref)).toHaveLength(1);
    expect(await statusOf()).toMatchObject({ status: "applied" });
  });
});

const POINTS: readonly Checkpoint[] = [
  "write-back:leased",
  "write-back:read",
  "write-back:sent-recorded",
  "write-back:answered",
  "write-back:before-applied",
];

describe("a worker that dies", () => {
  it.each(POINTS)("leaves a write at %s that another worker finishes, once", async (point) => {
    await approve();
    shops.onFault((at) => {
      if (at === point) throw new Error("killed here");
    });
    await expect(shop.work()).rejects.toThrow("killed here");
    shops.onFault(null);
    await shop.work();
    expect(await statusOf(), "its lease has not ended").toMatchObject({ status: "approved" });
    pass(LEASE_MS + 1);
    await shop.work();
    pass(QUARANTINE_MS);
    await shop.work();
    expect(await shop.given(pending.ref)).toHaveLength(1);
    expect(await statusOf()).toMatchObject({ status: "applied" });
  });

  it("sends nothing when it wakes up again after another one took over", async () => {
    await approve();
    let wake = (): void => undefined;
    const asleep = new Promise<void>((resolve) => {
      wake = resolve;
    });
    let sleepers = 0;
    shops.onFault((at) => (at === "write-back:read" && sleepers++ === 0 ? asleep : undefined));
    const slow = shop.work();
    await expect.poll(() => sleepers).toBe(1);
    pass(LEASE_MS + 1);
    await shop.work();
    wake();
    await slow;
    expect(await shop.given(pending.ref)).toHaveLength(1);
  });

  it("does not send any more when too long passed between committing and sending", async () => {
    await approve();
    shops.onFault((at) => (at === "write-back:sent-recorded" ? pass(401) : undefined));
    await shop.work();
    expect(await shop.given(pending.ref)).toEqual([]);
    expect(await statusOf()).toMatchObject({ status: "approved", write_back: { status: "queued" } });
    shops.onFault(null);
    pass(MINUTE_MS);
    await shop.work();
    expect(await shop.given(pending.ref)).toHaveLength(1);
  });
});

describe("an answer that never came", () => {
  it.each(["drop-response", "502-after-apply", "delay-response", "duplicate"] as const)(
    "is settled by our write key in the store after %s",
    async (mode) => {
      await approve();
      shops.proxy.fault({ mode, match: "/price", ms: 700 });
      await shop.work();
      await shops.proxy.settled();
      pass(QUARANTINE_MS);
      await shop.work();
      expect(await shop.given(pending.ref)).toHaveLength(mode === "duplicate" ? 2 : 1);
      expect(await statusOf()).toMatchObject({ status: "applied" });
    },
  );

  it("is unknown until the quarantine is over, and only then sent again", async () => {
    await approve();
    shops.proxy.fault({ mode: "drop-request", match: "/price" });
    await shop.work();
    expect(await statusOf()).toMatchObject({ status: "approved", write_back: { status: "unknown" } });
    pass(QUARANTINE_MS - 1);
    await shop.work();
    expect(await shop.given(pending.ref)).toEqual([]);
    pass(1);
    await shop.work();
    expect(await shop.given(pending.ref)).toHaveLength(1);
    expect(await statusOf()).toMatchObject({ status: "applied" });
  });

  it("is not sent a second time when the request arrives late", async () => {
    await approve();
    shops.proxy.fault({ mode: "delay-request", match: "/price", ms: 900 });
    await shop.work();
    await shop.work();
    await shops.proxy.settled();
    pass(QUARANTINE_MS);
    await shop.work();
    expect(await shop.given(pending.ref)).toHaveLength(1);
    expect(await statusOf()).toMatchObject({ status: "applied" });
  });

  it("raises an alert after an hour, once, and the applied price clears it", async () => {
    await approve();
    shops.proxy.fault({ mode: "drop-request", times: 1_000 });
    await shop.work();
    // The read fails too: nothing can have been sent yet, so the write-back waits and is tried again.
    shops.proxy.clear();
    shops.proxy.fault({ mode: "drop-request", match: "/price" });
    pass(HOUR_MS);
    await shop.work();
    shops.proxy.fault({ mode: "drop-request", times: 1_000 });
    for (const ms of [HOUR_MS - 1, HOUR_MS, HOUR_MS]) {
      pass(ms);
      await shop.work();
    }
    expect(await alerts()).toMatchObject([{ status: "open", occurrences: 1 }]);
    shops.proxy.clear();
    pass(HOUR_MS);
    await shop.work();
    expect(await statusOf()).toMatchObject({ status: "applied" });
    expect(await alerts()).toMatchObject([{ status: "resolved", cleared: true }]);
  });

  it("ends failed after seven days", async () => {
    await approve();
    shops.proxy.fault({ mode: "drop-request", match: "/price" });
    await shop.work();
    shops.proxy.fault({ mode: "drop-request", times: 1_000 });
    pass(7 * DAY_MS);
    await shop.work();
    expect(await statusOf()).toMatchObject({
      status: "failed",
      write_back: { status: "failed", may_be_in_store: true },
    });
  });
});

describe("credentials that cannot be opened", () => {
  const spoilt = async () => {
    const other = await shops.shop();
    const own = await other.pending();
    const result = await other.post(`/recommendations/${own.recommendation}/approve`);
    expect(result.status, result.text).toBe(200);
    const spoil = () =>
      shops.service.sql("UPDATE integrations SET secret = $2 WHERE id = $1", [
        other.integration,
        Buffer.from("sealed under another key"),
      ]);
    const now = async () => (await other.get(`/recommendations/${own.recommendation}`)).json;
    const openAlerts = () =>
      shops.service.sql("SELECT severity FROM alerts WHERE item_id = $1 AND kind = 'write_back_failed'", [
        own.item,
      ]);
    return { other, own, spoil, now, openAlerts };
  };

  it("end what was never sent as failed with words, an alert and a failing connection", async () => {
    const { other, own, spoil, now, openAlerts } = await spoilt();
    await spoil();
    await other.work();
    expect(await now()).toMatchObject({
      status: "failed",
      write_back: {
        status: "failed",
        store_answer: "The stored credentials cannot be opened; replace them.",
      },
    });
    expect(await other.given(own.ref)).toEqual([]);
    expect(await openAlerts()).toHaveLength(1);
    const connection = await shops.service.sql("SELECT status FROM integrations WHERE id = $1", [
      other.integration,
    ]);
    expect(connection).toEqual([{ status: "failing" }]);
  });

  it("leave what was sent in doubt, with an alert after an hour, until it is given up as failed", async () => {
    const { other, spoil, now, openAlerts } = await spoilt();
    shops.proxy.fault({ mode: "drop-request", match: "/price" });
    await other.work();
    await spoil();
    pass(QUARANTINE_MS);
    await other.work();
    expect(await now()).toMatchObject({ status: "approved", write_back: { status: "unknown" } });
    expect(await openAlerts()).toHaveLength(0);
    pass(HOUR_MS);
    await other.work();
    expect(await openAlerts()).toHaveLength(1);
    pass(7 * DAY_MS);
    await other.work();
    expect(await now()).toMatchObject({ status: "failed", write_back: { status: "failed" } });
  });
});

describe("a host in front of the store", () => {
  it("leaves a price in doubt with its words, never failed, when it answers 403 after the store took it", async () => {
    await approve();
    shops.proxy.fault({ mode: "host-after-apply", match: "/price" });
    shops.proxy.fault({ mode: "pass", match: "/mirror" });
    shops.proxy.fault({ mode: "host-before", match: "/mirror" });
    await shop.work();
    const { write_back: doubt } = await statusOf();
    expect(doubt).toMatchObject({ status: "unknown", store_answer: expect.stringContaining("status 403") });
    expect(doubt).toMatchObject({ store_answer: expect.stringContaining("Blocked by the firewall") });
    pass(QUARANTINE_MS);
    await shop.work();
    expect(await statusOf()).toMatchObject({ status: "applied" });
    expect(await shop.given(pending.ref)).toHaveLength(1);
    expect(await alerts()).toEqual([]);
  });

  it("raises the alert after an hour when it refuses every write, which is then sent ever more rarely", async () => {
    await approve();
    shops.proxy.fault({ mode: "host-before", match: "/price", times: 10_000 });
    const begun = shops.service.clock.now();
    const row = async () => {
      const [found] = await shops.service.sql<{ sends: number; due: Date }>(
        "SELECT sends, not_before AS due FROM write_backs WHERE item_id = $1",
        [pending.item],
      );
      return found ?? { sends: 0, due: new Date(Number.NaN) };
    };
    const workUntil = async (untilMs: number) => {
      for (; shops.service.clock.now() < untilMs; shops.service.clock.set((await row()).due.getTime()))
        await shop.work();
    };
    await workUntil(begun + HOUR_MS);
    expect(await alerts()).toEqual([]);
    const { sends } = await row();
    expect(sends).toBeLessThan(20);
    await workUntil(begun + 5 * HOUR_MS);
    expect(await alerts()).toMatchObject([{ status: "open", severity: "warning", occurrences: 1 }]);
    expect((await row()).sends - sends).toBeLessThan(6);
    shops.proxy.clear();
    await shop.work();
    expect(await statusOf()).toMatchObject({ status: "applied" });
    expect(await shop.given(pending.ref)).toHaveLength(1);
    expect(await alerts()).toMatchObject([{ status: "resolved", cleared: true }]);
  });

  it("leaves its words and the store's price in the receipt when it refused a write for seven days", async () => {
    await approve();
    shops.proxy.fault({ mode: "host-before", match: "/price" });
    await shop.work();
    pass(7 * DAY_MS);
    await shop.work();
    const { status, write_back: receipt } = await statusOf();
    const { store_answer: answer } = receipt as { store_answer: string };
    expect(status).toBe("failed");
    expect(answer).toContain("the store holds 19.99 EUR. It was not sent again.");
    expect(answer).toContain("Blocked by the firewall");
    expect(answer).not.toContain("being checked");
    expect(receipt).toMatchObject({ may_be_in_store: false });
    expect(await shop.given(pending.ref)).toEqual([]);
  });

  it("is waited for when it answers 403 before the store does, and the price is written once", async () => {
    await approve();
    shops.proxy.fault({ mode: "host-before", times: 4 });
    for (let n = 0; n < 4; n += 1) {
      await shop.work();
      pass(10 * MINUTE_MS);
    }
    const { write_back: waiting } = await statusOf();
    expect(waiting).toMatchObject({ status: "queued", store_answer: expect.stringContaining("status 403") });
    await shop.work();
    expect(await shop.given(pending.ref)).toHaveLength(1);
    expect(await statusOf()).toMatchObject({ status: "applied" });
  });
});

describe("a store that refuses", () => {
  it("is left alone as long as it asks with 429, and then written once", async () => {
    await approve();
    const body = JSON.stringify({ error: "throttled", message: "Come back later." });
    const answer = { status: 429, headers: { "retry-after": "1" }, body };
    shops.proxy.fault({ mode: "host-before", match: "/price", answer });
    await shop.work();
    expect(await statusOf()).toMatchObject({ status: "approved", write_back: { status: "queued" } });
    pass(999);
    await shop.work();
    expect(await shop.given(pending.ref)).toEqual([]);
    pass(1);
    await shop.work();
    expect(await shop.given(pending.ref)).toHaveLength(1);
  });

  it("ends a write failed that is certainly not in the store when it refuses the price", async () => {
    await approve();
    const body = JSON.stringify({ error: "locked", message: "The price is locked." });
    shops.proxy.fault({ mode: "host-before", match: "/price", answer: { status: 409, body } });
    await shop.work();
    expect(await statusOf()).toMatchObject({
      status: "failed",
      write_back: { status: "failed", may_be_in_store: false },
    });
    expect(await shop.given(pending.ref)).toEqual([]);
    const [row] = await shops.service.sql("SELECT store_price FROM write_backs WHERE item_id = $1", [
      pending.item,
    ]);
    expect(row).toEqual({ store_price: 1999n });
  });

  it("leaves the item the price that a sync read while the price was sent and refused", async () => {
    await approve();
    const body = JSON.stringify({ error: "locked", message: "The price is locked." });
    shops.proxy.fault({ mode: "host-before", match: "/price", answer: { status: 409, body } });
    shops.onFault(async (at) => {
      if (at === "write-back:sent-recorded")
        await shops.service.sql("UPDATE catalog_items SET price = 1950 WHERE id = $1", [pending.item]);
    });
    await shop.work();
    expect(await statusOf()).toMatchObject({ status: "failed" });
    expect(await item()).toMatchObject({ price: 1950n });
  });

  it("ends a write failed with its words when it refuses our credentials, and the connection is failing", async () => {
    const other = await shops.shop();
    const own = await other.pending();
    await shops.service.sql("UPDATE integrations SET url = $2 WHERE id = $1", [
      other.integration,
      `${shops.proxy.url}/stores/${shop.workspace.id}`,
    ]);
    await other.post(`/recommendations/${own.recommendation}/approve`);
    await other.work();
    const { json } = await other.get(`/recommendations/${own.recommendation}`);
    expect(json).toMatchObject({
      status: "failed",
      write_back: { status: "failed", store_answer: "The store refused the credentials." },
    });
    const [row] = await shops.service.sql("SELECT status FROM integrations WHERE id = $1", [
      other.integration,
    ]);
    expect(row).toEqual({ status: "failing" });
  });

  it("is asked again and again when it cannot be reached, and nothing is lost", async () => {
    await approve();
    shops.proxy.fault({ mode: "drop-request", times: 5 });
    for (let n = 0; n < 5; n += 1) {
      await shop.work();
      pass(10 * MINUTE_MS);
    }
    expect(await statusOf()).toMatchObject({ status: "approved", write_back: { status: "queued" } });
    await shop.work();
    expect(await shop.given(pending.ref)).toHaveLength(1);
  });
});
