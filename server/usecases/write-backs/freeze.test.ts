import { beforeEach, describe, expect, it } from "vitest";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { type Pending, type Shop, startShops } from "@/server/testing/shop";
import type { Checkpoint } from "@/server/usecases/checkpoints";

const LEASE_MS = 5_000;
const QUARANTINE_MS = 500;
const FRIDAY = "2026-11-27T12:00:00.000Z";
const MONDAY = "2026-11-30T05:00:00.000Z";

const shops = duringTests(() =>
  startShops({
    settings: { storeTimeoutMs: 400, quarantineMs: QUARANTINE_MS, writeBackLeaseMs: LEASE_MS },
  }),
);
let shop: Shop;
let pending: Pending;

beforeEach(async () => {
  shops.proxy.clear();
  shops.onFault(null);
  shops.service.clock.set(FRIDAY);
  shop = await shops.shop();
  pending = await shop.pending();
});

const setZone = async (zone: string) => {
  const owner = await browserCaller(shops.service, {
    userId: shop.workspace.userId,
    workspaceId: shop.workspace.id,
  });
  await owner.workspace.change({ time_zone: zone });
};
const freeze = async (until: string, from = "2026-11-27T00:00"): Promise<string> => {
  const { status, text, json } = await shop.post("/freezes", {
    reason: "Black Friday",
    once: { from, until },
  });
  expect(status, text).toBe(200);
  return (json?.["freeze"] as { id: string }).id;
};
const approve = async () => {
  const answer = await shop.post(`/recommendations/${pending.recommendation}/approve`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json?.["recommendation"];
};
const recommendation = async () => (await shop.get(`/recommendations/${pending.recommendation}`)).json;
const writesGiven = async () => (await shop.given(pending.ref)).map(({ price }) => price);

describe("an approval in a freeze", () => {
  it("is accepted, writes nothing and reports until when it waits and why", async () => {
    await freeze("2026-11-30T05:00");
    expect(await approve()).toMatchObject({
      status: "approved",
      write_back: {
        status: "queued",
        waits_until: MONDAY,
        waits_reason: "Frozen until Mon, 30 Nov 2026, 05:00 (UTC): Black Friday",
      },
    });
    for (const time of [FRIDAY, "2026-11-30T04:59:59.999Z"]) {
      shops.service.clock.set(time);
      await shop.work();
    }
    expect(await writesGiven()).toEqual([]);
  });

  it("is written once when it ends", async () => {
    await freeze("2026-11-30T05:00");
    await approve();
    shops.service.clock.set(MONDAY);
    await Promise.all([shop.work(), shop.work(), shop.work()]);
    await shop.work();
    expect(await writesGiven()).toEqual(["2149"]);
    expect(await recommendation()).toMatchObject({
      status: "applied",
      write_back: { status: "applied", waits_until: null, waits_reason: null },
    });
  });

  it("is written after a freeze that is longer than a write is tried", async () => {
    await freeze("2026-12-30T05:00");
    await approve();
    shops.service.clock.set("2026-12-30T05:00:00Z");
    await shop.work();
    expect(await writesGiven()).toEqual(["2149"]);
  });

  it("passes the guards again when it ends", async () => {
    await freeze("2026-11-30T05:00");
    await approve();
    await shops.service.sql("UPDATE catalog_items SET cost = 2100 WHERE id = $1", [pending.item]);
    shops.service.clock.set(MONDAY);
    await shop.work();
    expect(await writesGiven()).toEqual([]);
    expect(await recommendation()).toMatchObject({
      status: "failed",
      write_back: { status: "conflict", store_answer: expect.stringContaining("below the margin floor") },
    });
  });

  const workspace = (columns: string) =>
    shops.service.sql(`UPDATE workspaces SET ${columns} WHERE id = $1`, [shop.workspace.id]);

  it.each([
    ["the plan writes no prices any more", "plan = 'pro'", "With the Max or Enterprise plan"],
    ["the workspace is suspended", "lifecycle = 'suspended'", "the workspace was suspended"],
    ["the workspace is being deleted", "lifecycle = 'deleting'", "the workspace was deleting"],
  ])("is not written when it ends and %s, and a person reads why", async (_, columns, reason) => {
    await freeze("2026-11-30T05:00");
    await approve();
    await workspace(columns);
    shops.service.clock.set(MONDAY);
    await shop.work();
    await workspace("plan = 'max', lifecycle = 'active'");
    await shop.work();
    expect(await writesGiven()).toEqual([]);
    expect(await recommendation()).toMatchObject({
      status: "failed",
      write_back: { status: "failed", store_answer: expect.stringContaining(reason) },
    });
    const alerts = await shops.service.sql(
      "SELECT message FROM alerts WHERE item_id = $1 AND kind = 'write_back_failed' AND status = 'open'",
      [pending.item],
    );
    expect(alerts).toMatchObject([{ message: expect.stringContaining(reason) }]);
    const resolved = await shop.post(`/recommendations/${pending.recommendation}/resolve`);
    expect(resolved.status, "there is a way on").toBe(200);
  });

  it("is not taken back when it ends and the plan writes no prices any more", async () => {
    await approve();
    await shop.work();
    const { write_back: write } = (await recommendation()) as { write_back: { id: string } };
    await freeze("2026-11-30T05:00");
    await shop.post(`/write-backs/${write.id}/revert`);
    await workspace("plan = 'free'");
    shops.service.clock.set(MONDAY);
    await shop.work();
    expect(await writesGiven()).toEqual(["2149"]);
    expect(await recommendation()).toMatchObject({ status: "applied" });
  });

  it("is not written over a price that was edited in the store meanwhile", async () => {
    await freeze("2026-11-30T05:00");
    await approve();
    await shop.edit(pending.ref, "1899");
    shops.service.clock.set(MONDAY);
    await shop.work();
    expect(await writesGiven()).toEqual(["1899"]);
    expect(await recommendation()).toMatchObject({ write_back: { status: "conflict" } });
  });

  it("does not wait for the freeze of another workspace", async () => {
    const other = await shops.shop();
    await other.post("/freezes", {
      reason: "Theirs",
      once: { from: "2026-11-27T00:00", until: "2026-11-30T05:00" },
    });
    await approve();
    await shop.work();
    expect(await writesGiven()).toEqual(["2149"]);
  });

  it("does not take back a price before it ends", async () => {
    await approve();
    await shop.work();
    const { write_back: write } = (await recommendation()) as { write_back: { id: string } };
    await freeze("2026-11-30T05:00");
    const reverted = await shop.post(`/write-backs/${write.id}/revert`);
    expect(reverted.json).toMatchObject({ write_back: { status: "queued", waits_until: MONDAY } });
    await shop.work();
    expect(await writesGiven()).toEqual(["2149"]);
    expect(await recommendation()).toMatchObject({ write_back: { waits_until: MONDAY, status: "applied" } });
    shops.service.clock.set(MONDAY);
    await shop.work();
    expect(await writesGiven()).toEqual(["2149", "1999"]);
  });

  it("reports that the revert of a revert waits, and that it does not once it is written", async () => {
    const revert = async (id: string) => {
      shops.service.clock.advance(1);
      const { json } = await shop.post(`/write-backs/${id}/revert`);
      await shop.work();
      return (json?.["write_back"] as { id: string }).id;
    };
    await approve();
    await shop.work();
    const { write_back: write } = (await recommendation()) as { write_back: { id: string } };
    const back = await revert(write.id);
    await freeze("2026-11-30T05:00");
    await revert(back);
    expect(await recommendation()).toMatchObject({
      write_back: {
        reverted_by: back,
        revert_status: "applied",
        restore_status: "queued",
        waits_until: MONDAY,
      },
    });
    const again = await shop.post(`/write-backs/${write.id}/revert`);
    expect([again.status, again.json?.["current_status"]]).toEqual([409, "queued"]);
    shops.service.clock.set(MONDAY);
    await shop.work();
    expect(await writesGiven()).toEqual(["2149", "1999", "2149"]);
    expect(await recommendation()).toMatchObject({
      write_back: { reverted_by: null, revert_status: null, restore_status: null, waits_until: null },
    });
  });
});

it("an approval in a freeze is answered without waiting for the store", async () => {
  const waitMs = 60_000;
  const patient = await startShops({ settings: { approveWaitMs: waitMs } });
  try {
    const own = await patient.shop();
    const { recommendation: id } = await own.pending();
    patient.service.clock.set(FRIDAY);
    await own.post("/freezes", {
      reason: "Black Friday",
      once: { from: "2026-11-27T00:00", until: "2026-11-30T05:00" },
    });
    const begun = performance.now();
    expect((await own.post(`/recommendations/${id}/approve`)).status).toBe(200);
    expect(performance.now() - begun).toBeLessThan(waitMs / 4);
  } finally {
    await patient.close();
  }
});

describe("while writes wait", () => {
  it("a freeze that is deleted releases them", async () => {
    const id = await freeze("2026-11-30T05:00");
    await approve();
    await shop.work();
    expect((await shop.post(`/freezes/${id}/delete`)).status).toBe(200);
    expect(await recommendation()).toMatchObject({ write_back: { waits_until: null, waits_reason: null } });
    await shop.work();
    expect(await writesGiven()).toEqual(["2149"]);
  });

  it.each([
    ["shortened", "2026-11-28T05:00", "2026-11-28T05:00:00.000Z"],
    ["lengthened", "2026-12-04T05:00", "2026-12-04T05:00:00.000Z"],
  ])("a freeze that is %s changes when they are written", async (_, until, end) => {
    const id = await freeze("2026-11-30T05:00");
    await approve();
    await shop.post(`/freezes/${id}`, { once: { from: "2026-11-27T00:00", until } });
    expect(await recommendation()).toMatchObject({ write_back: { waits_until: end } });
    shops.service.clock.set(new Date(Date.parse(end) - 1).toISOString());
    await shop.work();
    expect(await writesGiven()).toEqual([]);
    shops.service.clock.set(end);
    await shop.work();
    expect(await writesGiven()).toEqual(["2149"]);
  });

  it("a freeze that is created or moved into the present stops what was approved before", async () => {
    await approve();
    const id = await freeze("2026-12-30T05:00", "2026-12-29T05:00");
    expect(await recommendation()).toMatchObject({ write_back: { waits_until: null } });
    await shop.post(`/freezes/${id}`, { once: { from: "2026-11-27T00:00", until: "2026-11-30T05:00" } });
    expect(await recommendation()).toMatchObject({ write_back: { waits_until: MONDAY } });
    await shop.work();
    expect(await writesGiven()).toEqual([]);
  });

  it("another time zone of the shop moves the end", async () => {
    await freeze("2026-11-30T05:00");
    await approve();
    await setZone("America/New_York");
    expect(await recommendation()).toMatchObject({
      write_back: {
        waits_until: "2026-11-30T10:00:00.000Z",
        waits_reason: expect.stringContaining("05:00 (America/New_York)"),
      },
    });
    shops.service.clock.set(MONDAY);
    await shop.work();
    expect(await writesGiven()).toEqual([]);
    await setZone("Asia/Tokyo");
    await shop.work();
    expect(await writesGiven()).toEqual(["2149"]);
  });
});

describe("a freeze that begins while a worker writes", () => {
  it.each(["write-back:leased", "write-back:read"] as const)(
    "stops the write before it is sent when it begins after %s",
    async (point) => {
      await approve();
      shops.onFault(async (at) => {
        if (at !== point) return;
        shops.onFault(null);
        await freeze("2026-11-30T05:00");
      });
      await shop.work();
      expect(await writesGiven()).toEqual([]);
      expect(await recommendation()).toMatchObject({ write_back: { status: "queued", waits_until: MONDAY } });
      shops.service.clock.set(MONDAY);
      await shop.work();
      expect(await writesGiven()).toEqual(["2149"]);
    },
  );

  it.each(["write-back:answered", "write-back:before-applied"] as const)(
    "lets the write that was sent be settled when it begins after %s",
    async (point) => {
      await approve();
      shops.onFault(async (at) => {
        if (at !== point) return;
        shops.onFault(null);
        await freeze("2026-11-30T05:00");
      });
      await shop.work();
      expect(await recommendation()).toMatchObject({ status: "applied", write_back: { waits_until: null } });
      expect(await writesGiven()).toEqual(["2149"]);
    },
  );
});

const POINTS: readonly Checkpoint[] = [
  "write-back:leased",
  "write-back:read",
  "write-back:sent-recorded",
  "write-back:answered",
  "write-back:before-applied",
];

describe("a worker that dies", () => {
  it.each(POINTS)(
    "leaves a write at %s before a freeze that is settled or waits, and is written once",
    async (point) => {
      await approve();
      shops.onFault((at) => {
        if (at === point) throw new Error("killed here");
      });
      await expect(shop.work()).rejects.toThrow("killed here");
      shops.onFault(null);
      const sentBefore = await writesGiven();
      await freeze("2026-11-30T05:00");
      shops.service.clock.advance(LEASE_MS + QUARANTINE_MS + 1);
      await shop.work();
      await shop.work();
      expect(await writesGiven(), "in the freeze nothing is sent").toEqual(sentBefore);
      expect(await recommendation()).toMatchObject(
        sentBefore.length === 0
          ? { status: "approved", write_back: { status: "queued", waits_until: MONDAY } }
          : { status: "applied" },
      );
      shops.service.clock.set(MONDAY);
      await shop.work();
      expect(await writesGiven()).toEqual(["2149"]);
    },
  );

  it.each(POINTS)("leaves a write at %s after a freeze that another worker finishes, once", async (point) => {
    await freeze("2026-11-30T05:00");
    await approve();
    shops.service.clock.set(MONDAY);
    shops.onFault((at) => {
      if (at === point) throw new Error("killed here");
    });
    await expect(shop.work()).rejects.toThrow("killed here");
    shops.onFault(null);
    shops.service.clock.advance(LEASE_MS + 1);
    await shop.work();
    shops.service.clock.advance(QUARANTINE_MS);
    await shop.work();
    expect(await writesGiven()).toEqual(["2149"]);
    expect(await recommendation()).toMatchObject({ status: "applied" });
  });
});
