import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { duringTests } from "@/server/testing/during-tests";
import { type Pending, type Shop, startShops } from "@/server/testing/shop";

const QUARANTINE_MS = 500;

const shops = duringTests(() =>
  startShops({ settings: { storeTimeoutMs: 400, quarantineMs: QUARANTINE_MS } }),
);
let shop: Shop;
let pending: Pending;

beforeAll(async () => {
  shop = await shops.shop();
});
beforeEach(async () => {
  shops.proxy.clear();
  pending = await shop.pending();
});

const recommendation = async () => (await shop.get(`/recommendations/${pending.recommendation}`)).json ?? {};
const approve = async () => {
  const result = await shop.post(`/recommendations/${pending.recommendation}/approve`);
  expect(result.status, result.text).toBe(200);
};
/** Lets the quarantine pass and a worker look again. */
const later = async () => {
  shops.service.clock.advance(QUARANTINE_MS);
  await shop.work();
};
/** The store refuses the next price with a body of its own. */
const refuseWith = (status: number, message: string) => {
  const body = JSON.stringify({ error: "conflict", message });
  shops.proxy.fault({ mode: "host-before", match: "/price", answer: { status, headers: {}, body } });
};
const writeKey = async () => {
  const rows = await shops.service.sql("SELECT write_key FROM write_backs WHERE item_id = $1", [
    pending.item,
  ]);
  return rows[0]?.["write_key"];
};

describe("a store that dies between our write key and the price", () => {
  it.each([
    ["after_marker", { price: "1999", charged: "1999" }],
    ["after_price", { price: "2149", charged: "1999" }],
  ] as const)(
    "(%s) is read again after the quarantine, and the write completed once",
    async (point, left) => {
      await approve();
      await shop.crash(point);
      await shop.work();
      const marker = await writeKey();
      expect(await shop.look(pending.ref)).toMatchObject({ ...left, marker });
      expect(await recommendation()).toMatchObject({ status: "approved", write_back: { status: "unknown" } });
      shops.service.clock.advance(QUARANTINE_MS - 1);
      await shop.work();
      expect(await shop.look(pending.ref), "still within the quarantine").toMatchObject(left);
      await later();
      expect(await shop.look(pending.ref)).toMatchObject({ price: "2149", charged: "2149", marker });
      expect(await shop.given(pending.ref)).toEqual([{ price: "2149", marker }]);
      expect(await recommendation()).toMatchObject({ status: "applied", write_back: { status: "applied" } });
    },
  );

  it("stays in doubt in a freeze that begins before it is completed, and is completed once after it", async () => {
    await approve();
    await shop.crash("after_marker");
    await shop.work();
    const [from, until] = [0, 2].map((days) =>
      new Date(shops.service.clock.now() + days * 86_400_000).toISOString().slice(0, 16),
    );
    const { status, json } = await shop.post("/freezes", { reason: "Stocktaking", once: { from, until } });
    expect(status).toBe(200);
    await later();
    const waiting = (await recommendation())["write_back"];
    expect(waiting).toMatchObject({ status: "unknown" });
    const { id } = z.object({ id: z.string() }).parse(waiting);
    expect((await shop.post(`/write-backs/${id}/cancel`)).status).toBe(409);
    expect(await shop.given(pending.ref)).toEqual([]);
    const freeze = z.object({ freeze: z.object({ id: z.string() }) }).parse(json).freeze.id;
    expect((await shop.post(`/freezes/${freeze}/delete`)).status).toBe(200);
    shops.service.clock.advance(300_000);
    await shop.work();
    expect(await shop.given(pending.ref)).toHaveLength(1);
    expect(await recommendation()).toMatchObject({ status: "applied" });
  });

  it("has the price completed once it stays up, however often it died", async () => {
    await approve();
    await shop.crash("after_marker");
    await shop.crash("after_price");
    await shop.crash("after_price");
    await shop.work();
    for (let n = 0; n < 3; n += 1) await later();
    expect(await shop.given(pending.ref)).toHaveLength(1);
    expect(await recommendation()).toMatchObject({ status: "applied" });
  });

  it("keeps a price that the merchant has edited since, and a person is asked", async () => {
    await approve();
    await shop.crash("after_marker");
    await shop.work();
    const marker = String(await writeKey());
    await shop.edit(pending.ref, "1899", marker);
    await later();
    expect(await shop.look(pending.ref)).toMatchObject({ price: "1899" });
    expect(await recommendation()).toMatchObject({
      status: "failed",
      write_back: {
        status: "conflict",
        store_answer: expect.stringContaining("marked 21.49 EUR as written, but holds 18.99 EUR"),
      },
    });
    const alerts = await shops.service.sql(
      "SELECT severity FROM alerts WHERE item_id = $1 AND kind = 'write_back_failed'",
      [pending.item],
    );
    expect(alerts).toEqual([{ severity: "warning" }]);
  });

  it("is not completed where a sale is planned since, and the sale stays", async () => {
    await approve();
    await shop.crash("after_price");
    await shop.work();
    await shop.show(pending.ref, { sale: { price: "1799", from: "2099-01-01T00:00:00Z" } });
    await later();
    expect(await shop.look(pending.ref)).toMatchObject({ charged: "1999", sale: { price: "1799" } });
    expect(await recommendation()).toMatchObject({ write_back: { status: "conflict" } });
  });

  it("is not called as it was before when it then refuses the rest: a person reads what the store has", async () => {
    await approve();
    await shop.crash("after_price");
    await shop.work();
    refuseWith(422, "The price list is closed.");
    await later();
    expect(await shop.look(pending.ref)).toMatchObject({ price: "2149", charged: "1999" });
    expect(await recommendation()).toMatchObject({
      status: "failed",
      write_back: {
        status: "conflict",
        store_answer:
          "The store says: The price list is closed. The store marked 21.49 EUR as written, but holds 21.49 EUR or charges another price. Look at the price in the store.",
      },
    });
  });

  it("has no price of a variant that is gone when it is completed", async () => {
    await approve();
    await shop.crash("after_marker");
    await shop.work();
    refuseWith(404, "There is no such variant.");
    await later();
    expect(await recommendation()).toMatchObject({
      write_back: { status: "failed", store_answer: "The store says: There is no such variant." },
    });
  });

  it("is not called as it was before after a freeze, where the plan writes no prices any more", async () => {
    const day = new Date(shops.service.clock.now()).toISOString().slice(0, 10);
    const from = `${day}T00:00`;
    const until = `${day}T23:59`;
    expect((await shop.post("/freezes", { reason: "Stocktaking", once: { from, until } })).status).toBe(200);
    await approve();
    shops.service.clock.advance(86_400_000);
    await shop.crash("after_marker");
    await shop.work();
    const plan = (name: string) =>
      shops.service.sql("UPDATE workspaces SET plan = $2 WHERE id = $1", [shop.workspace.id, name]);
    await plan("pro");
    await later();
    await plan("max");
    const said = expect.stringMatching(
      /^It was not sent again\. .*The store marked 21\.49 EUR as written, but holds/,
    );
    expect(await recommendation()).toMatchObject({ write_back: { status: "conflict", store_answer: said } });
  });

  it("is not completed with a price that a guard forbids since", async () => {
    await approve();
    await shop.crash("after_marker");
    await shop.work();
    await shops.service.sql("UPDATE catalog_items SET cost = 2100 WHERE id = $1", [pending.item]);
    await later();
    expect(await shop.given(pending.ref)).toEqual([]);
    expect(await recommendation()).toMatchObject({ write_back: { status: "conflict" } });
  });
});

it("a store that writes everything and dies before its answer has the price once, and it is applied", async () => {
  await approve();
  await shop.crash("before_answer");
  await shop.work();
  expect(await shop.given(pending.ref)).toHaveLength(1);
  expect(await recommendation()).toMatchObject({ status: "applied" });
});

describe("what shoppers see beside the price", () => {
  const given = async () => (await shop.given(pending.ref)).map(({ price }) => price);

  it("refuses a target at or below a sale price of the store, before anything is sent", async () => {
    await shop.edit(pending.ref, "1999");
    await shop.show(pending.ref, { sale: { price: "2149", from: "2099-01-01T00:00:00Z" } });
    await approve();
    await shop.work();
    expect(await given()).toEqual(["1999"]);
    expect(await recommendation()).toMatchObject({
      status: "failed",
      write_back: { status: "conflict", store_answer: expect.stringContaining("would end the sale") },
    });
  });

  it("refuses a target that reaches the struck-through price", async () => {
    await shop.edit(pending.ref, "1999");
    await shop.show(pending.ref, { compare_at: "2149" });
    await approve();
    await shop.work();
    expect(await given()).toEqual(["1999"]);
    expect(await recommendation()).toMatchObject({
      write_back: { status: "conflict", store_answer: expect.stringContaining("struck-through price") },
    });
  });

  it("is left as it is by a write above the sale price", async () => {
    await shop.edit(pending.ref, "1999");
    const sale = { price: "1799", until: "2099-01-01T00:00:00.000Z" };
    await shop.show(pending.ref, { sale, compare_at: "2499" });
    await approve();
    await shop.work();
    expect(await recommendation()).toMatchObject({ status: "applied" });
    expect(await shop.look(pending.ref)).toMatchObject({ price: "2149", compare_at: "2499", sale });
  });

  it("refuses a revert as of the last sync before it is queued", async () => {
    await approve();
    await shop.work();
    const [row] = await shops.service.sql("SELECT id FROM write_backs WHERE item_id = $1", [pending.item]);
    await shops.service.sql("UPDATE catalog_items SET sale_price = 2049 WHERE id = $1", [pending.item]);
    shops.service.clock.advance(1);
    const refused = await shop.post(`/write-backs/${String(row?.["id"])}/revert`);
    expect([refused.status, refused.json?.["changed"]]).toEqual([409, ["sale_price"]]);
  });

  it("binds reverts too: the price from before is not written under a sale that began since", async () => {
    await approve();
    await shop.work();
    const [row] = await shops.service.sql("SELECT id FROM write_backs WHERE item_id = $1", [pending.item]);
    await shop.show(pending.ref, { sale: { price: "2049" } });
    shops.service.clock.advance(1);
    expect((await shop.post(`/write-backs/${String(row?.["id"])}/revert`)).status).toBe(200);
    await shop.work();
    expect(await given()).toEqual(["2149"]);
    expect(await shop.look(pending.ref)).toMatchObject({ sale: { price: "2049" } });
    expect(await recommendation()).toMatchObject({ write_back: { revert_status: "conflict" } });
  });
});
