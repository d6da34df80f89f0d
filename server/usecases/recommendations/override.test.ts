import { beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { type Pending, type Shop, startShops } from "@/server/testing/shop";

const shops = duringTests(startShops);
let shop: Shop;
let pending: Pending;

beforeEach(async () => {
  shop = await shops.shop();
  pending = await shop.pending();
});

const path = (rest = "") => `/recommendations/${pending.recommendation}${rest}`;
const override = (amount: string, more: object = {}) =>
  shop.post(path("/override"), { price: { amount, currency: "EUR" }, ...more });
const shown = async () => (await shop.get(path())).json ?? {};
const sql = (text: string, values: unknown[]) => shops.service.sql(text, values);

describe("a person's price", () => {
  it("takes the engine's place with its own margin, and is what an approval writes", async () => {
    const result = await override("20.50", { version: 1, reason: "The supplier's campaign." });
    expect(result.json).toMatchObject({
      idempotent: false,
      recommendation: {
        status: "pending_approval",
        version: 2,
        recommended_price: { amount: "20.50" },
        change_ratio: "0.0255",
        override: { engine_price: { amount: "21.49" }, reason: "The supplier's campaign." },
      },
    });
    expect((await shop.post(path("/approve"), { version: 1 })).json).toMatchObject({ changed: ["version"] });
    expect((await shop.post(path("/approve"), { version: 2 })).status).toBe(200);
    await shop.work();
    expect(await shop.given(pending.ref)).toMatchObject([{ price: "2050" }]);
  });

  it("is checked by the guards of an approval: one that breaks any changes nothing and names it", async () => {
    await sql("UPDATE catalog_items SET max_price = 2100 WHERE id = $1", [pending.item]);
    for (const [amount, message] of [
      ["21.01", "item's maximum"],
      ["5.00", "below cost"],
    ]) {
      const result = await override(amount ?? "");
      expect(result.status).toBe(422);
      expect(result.json).toMatchObject({ error: "validation_error" });
      expect(JSON.stringify(result.json)).toContain(message);
    }
    expect(await shown()).toMatchObject({
      version: 1,
      recommended_price: { amount: "21.49" },
      override: null,
    });
  });

  it("is refused in another currency, with too many decimals, and where it changes nothing", async () => {
    const inDollars = { price: { amount: "20.50", currency: "USD" } };
    expect((await shop.post(path("/override"), inDollars)).status).toBe(422);
    for (const amount of ["20.505", "0.00", "-1.00", "19.99"])
      expect((await override(amount)).status).toBe(422);
    expect(await shown()).toMatchObject({ version: 1, override: null });
  });

  it("is set once when sent twice, refused of an older version, and gives way to the engine's own", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => override("20.50", { version: 1 })));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(answers.filter(({ json }) => json?.["idempotent"] === false)).toHaveLength(1);
    expect((await override("20.60", { version: 1 })).json).toMatchObject({ changed: ["version"] });
    expect((await override("20.70", { version: 2 })).json).toMatchObject({
      recommendation: { override: { engine_price: { amount: "21.49" } } },
    });
    expect((await override("21.49", { version: 3 })).json).toMatchObject({
      recommendation: { version: 4, recommended_price: { amount: "21.49" }, override: null },
    });
  });

  it("is not set on figures that have moved: they are renewed and shown first", async () => {
    await sql("UPDATE catalog_items SET cost = 1500 WHERE id = $1", [pending.item]);
    const result = await override("20.50", { version: 1 });
    expect(result.json).toMatchObject({ error: "conflict", changed: ["cost"] });
    expect(await shown()).toMatchObject({ override: null });
  });

  it("is not set once it is decided", async () => {
    await shop.post(path("/approve"));
    expect((await override("20.50")).json).toMatchObject({ error: "conflict", current_status: "approved" });
  });
});

describe("a comment", () => {
  const comments = async () => {
    const { json } = await shop.get(path("/comments"));
    return (json?.["data"] as { action: string | null; text: string }[]).map(({ action, text }) => [
      action,
      text,
    ]);
  };

  it("stays with the recommendation, as does the reason of every decision", async () => {
    expect((await shop.post(path("/comments"), { text: "Ask the supplier." })).status).toBe(200);
    await override("20.50", { reason: "Their campaign." });
    await shop.post(path("/snooze"), { snooze_until: "2099-01-01T00:00:00Z", reason: "On Monday." });
    await shop.post(path("/approve"), { reason: "Agreed by phone." });
    expect(await comments()).toEqual([
      ["approve", "Agreed by phone."],
      ["snooze", "On Monday."],
      ["override", "Their campaign."],
      [null, "Ask the supplier."],
    ]);
    expect(await shown()).toMatchObject({ decision: { action: "approve", reason: "Agreed by phone." } });
  });

  it("is not stored when its decision is refused", async () => {
    await shop.post(path("/approve"), { version: 7, reason: "Too late." });
    expect(await comments()).toEqual([]);
  });
});
