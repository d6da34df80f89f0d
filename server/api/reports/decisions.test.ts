import { beforeEach, describe, expect, it } from "vitest";
import { inTenant } from "@/server/db/database/transaction";
import { labelOfApplication } from "@/server/domain/actors";
import type { AuditAction } from "@/server/domain/audit/actions";
import { duringTests } from "@/server/testing/during-tests";
import { type Shop, startShops } from "@/server/testing/shop";
import { recordChange } from "@/server/usecases/record-change";
import type { Actor } from "@/server/usecases/request-context";
import { workerContext } from "@/server/usecases/worker-context";

const shops = duringTests(() => startShops({ now: "2026-11-02T09:30:00Z" }));
let shop: Shop;

beforeEach(async () => {
  shop = await shops.shop();
});

type Row = Record<string, string | number | null>;

const member = async () => {
  const userId = await shops.service.person({ workspaceId: shop.workspace.id, role: "approver" });
  const [row] = await shops.service.sql("SELECT email FROM users WHERE id = $1", [userId]);
  return { userId, email: String(row?.["email"]) };
};
const report = async (name: "decisions" | "deciders", query = "", of = shop): Promise<Row[]> => {
  const { json, text } = await of.get(`/reports/export?report=${name}${query}`);
  if (json === null) throw new Error(text);
  return json["data"] as Row[];
};
/** Records a decision of somebody as the use cases do. */
const decided = (actor: Actor, action: AuditAction, subject: string, after = {}) =>
  inTenant(shops.service.services.db, shop.workspace.tenant, async (tx) => {
    shops.service.clock.advance(1_000);
    const context = await workerContext(shops.service.services, tx);
    await recordChange({ ...context, actor, via: "web" }, tx, { action, subject, after });
  });
const person = (userId: string): Actor => ({ kind: "user", id: userId, label: "", userId });
const lane: Actor = { kind: "system", id: "lane:Small", label: "Lane Small", userId: null };

describe("the report of decisions", () => {
  it("lists what was decided and by whom, with the price that was set, newest first", async () => {
    const [one, two] = [await shop.pending(), await shop.pending()];
    await shop.post(`/recommendations/${one.recommendation}/override`, {
      price: { amount: "20.99", currency: "EUR" },
      reason: "Rounder.",
    });
    await shop.post(`/recommendations/${one.recommendation}/approve`);
    await shop.post(`/recommendations/${two.recommendation}/reject`, { reason: "A campaign runs." });
    await shop.work();
    const [write] = await shops.service.sql("SELECT id FROM write_backs WHERE item_id = $1", [one.item]);
    await shop.post(`/write-backs/${String(write?.["id"])}/revert`);
    const rows = await report("decisions");
    expect(rows.map(({ decision, price, sku, reason }) => [decision, price, sku, reason])).toEqual([
      ["revert", "19.99", one.ref, null],
      ["reject", null, two.ref, "A campaign runs."],
      ["approve", "20.99", one.ref, null],
      ["override", "20.99", one.ref, "Rounder."],
    ]);
    expect(rows[1]).toMatchObject({ by_kind: "token", current_price: "19.99", recommended_price: "21.49" });
    expect(await report("deciders")).toMatchObject([
      { by_kind: "token", decisions: 4, approved: 1, rejected: 1, other_prices: 1, reverted: 1, accepted: 0 },
    ]);
  });

  it("counts by person, application and lane, the latest first, and within the span", async () => {
    const [mia, noah] = [await member(), await member()];
    const { recommendation } = await shop.pending();
    const application: Actor = {
      kind: "grant",
      id: "grt_x",
      label: "",
      pseudonym: labelOfApplication(noah.userId, "Desk"),
      userId: noah.userId,
    };
    await decided(person(mia.userId), "recommendation.accept", recommendation);
    await decided(person(mia.userId), "recommendation.first_approval", recommendation, { lane: "Large" });
    await decided(application, "recommendation.approve", recommendation, { target: "21.49" });
    await decided(lane, "recommendation.approve", recommendation, { target: "21.49" });
    await decided(lane, "recommendation.comment", recommendation);
    const rows = await report("deciders");
    expect(rows.map(({ by, by_kind, lane, decisions }) => [by, by_kind, lane, decisions])).toEqual([
      ["Lane Small", "lane", "Small", 1],
      [labelOfApplication(noah.email, "Desk"), "application", null, 1],
      [mia.email, "person", null, 2],
    ]);
    expect((await report("decisions")).map(({ by, lane }) => [by, lane])).toEqual([
      ["Lane Small", "Small"],
      [labelOfApplication(noah.email, "Desk"), null],
      [mia.email, "Large"],
      [mia.email, null],
    ]);
    const [{ at } = { at: "" }] = (await report("decisions")).slice(2);
    expect(await report("deciders", `&from=${at}`)).toHaveLength(3);
    expect(await report("deciders", `&to=${at}`)).toMatchObject([{ by: mia.email, decisions: 1 }]);
  });

  it("names people who have left, and those without an account by their id", async () => {
    const [left, gone] = [await member(), await member()];
    const { recommendation } = await shop.pending();
    for (const { userId } of [left, gone])
      await decided(person(userId), "recommendation.reject", recommendation);
    await shops.service.sql("DELETE FROM memberships WHERE workspace_id = $1 AND user_id = $2", [
      shop.workspace.id,
      left.userId,
    ]);
    await shops.service.sql("UPDATE users SET deleted_at = now() WHERE id = $1", [gone.userId]);
    expect((await report("deciders")).map(({ by }) => by)).toEqual([gone.userId, left.email]);
  });

  it("shows no decision of another workspace", async () => {
    const { recommendation } = await shop.pending();
    await decided(lane, "recommendation.approve", recommendation);
    const other = await shops.shop();
    expect(await report("decisions", "", other)).toEqual([]);
    expect(await report("deciders", "", other)).toEqual([]);
  });
});
