import { beforeEach, describe, expect, it } from "vitest";
import { HOUR_MS } from "@/server/domain/durations";
import type { BlockerCode } from "@/server/domain/recommendations/blockers";
import { duringTests } from "@/server/testing/during-tests";
import { type Pending, type Shop, startShops } from "@/server/testing/shop";

const shops = duringTests(startShops);
let shop: Shop;
let pending: Pending;

beforeEach(async () => {
  shop = await shops.shop();
  pending = await shop.pending();
});

const sql = (text: string, values: unknown[]) => shops.service.sql(text, values);
const item = (columns: string) => sql(`UPDATE catalog_items SET ${columns} WHERE id = $1`, [pending.item]);
const workspace = (columns: string) =>
  sql(`UPDATE workspaces SET ${columns} WHERE id = $1`, [shop.workspace.id]);
const row = (columns: string) =>
  sql(`UPDATE recommendations SET ${columns} WHERE id = $1`, [pending.recommendation]);
const document = (path: readonly string[], value: unknown) =>
  sql(
    "UPDATE policy_versions SET document = jsonb_set(document, $2::text[], $3::jsonb) WHERE workspace_id = $1",
    [shop.workspace.id, path, JSON.stringify(value)],
  );
const constraint = (name: string, value: unknown) => document(["defaults", "constraints", name], value);
const twoPeople = () => document(["lanes"], [{ name: "Large", decided_by: "two_people" }]);

async function market(price: bigint) {
  for (const seller of ["one.example", "two.example"])
    await sql(
      `INSERT INTO current_offers (workspace_id, item_id, seller, id, price, currency, in_stock, observed_at)
       VALUES ($1, $2, $3, $3 || $2, $4, 'EUR', true, $5)`,
      [shop.workspace.id, pending.item, seller, price, new Date(shops.service.clock.now())],
    );
}

async function reportedObservation() {
  const id = await shops.service.make.observation(shop.workspace.id, {
    item_id: pending.item,
    wrong_at: new Date(shops.service.clock.now()),
  });
  const shown = { id, used: true, observed_at: new Date(shops.service.clock.now()).toISOString() };
  await sql(
    "UPDATE recommendations SET evidence = jsonb_set(evidence::jsonb, '{observations}', $2::jsonb)::text WHERE id = $1",
    [pending.recommendation, JSON.stringify([shown])],
  );
}

async function openWrite() {
  await shops.service.make.writeBack(shop.workspace.id, {
    item_id: pending.item,
    integration_id: shop.integration,
    status: "unknown",
    finished_at: null,
  });
}

async function dayChange() {
  await constraint("max_change_per_day", "0.10");
  await sql(
    `INSERT INTO item_changes (workspace_id, id, item_id, at, source, price, currency)
     VALUES ($1, $2, $3, $4, 'import', 1900, 'EUR')`,
    [
      shop.workspace.id,
      `evt_${pending.item.slice(4)}`,
      pending.item,
      new Date(shops.service.clock.now() - 25 * HOUR_MS),
    ],
  );
}

/**
 * How each code of a conflict comes about. The type requires a new code here. The version is missing, because a
 * preview stores the version that it finds, and the variant in the store, because only a revert names it.
 */
const CODES: Readonly<Record<Exclude<BlockerCode, "version" | "store_ref">, () => Promise<unknown>>> = {
  price: () => item("price = 2000"),
  cost: () => item("cost = 1500"),
  currency: () => item("currency = 'USD'"),
  vat: () => workspace("prices_include_vat = true, vat_rate = '0.19'"),
  policy: () => constraint("max_change", "nonsense"),
  observations: reportedObservation,
  state: () => item("archived_at = now()"),
  write_back: openWrite,
  below_cost: () => item("cost = 3000"),
  margin_floor: () => item("cost = 2100"),
  map: () => item("map_price = 2200"),
  item_min: () => item("min_price = 2200"),
  item_max: () => item("max_price = 2100"),
  msrp: () => item("msrp = 2100"),
  market_distance: async () => {
    await constraint("market_distance", { against: "median", above: "0.05" });
    await market(2000n);
  },
  max_change_per_day: dayChange,
  max_change: () => constraint("max_change", "0.01"),
  max_decrease: async () => {
    await constraint("max_decrease", "0.01");
    await item("price = 3000");
  },
  max_increase: () => constraint("max_increase", "0.01"),
  direction: () => constraint("direction", "down"),
  min_profit: () => constraint("min_profit", "900.00"),
  markup_floor: () => constraint("markup_floor", "50"),
  sale_price: () => item("sale_price = 2149"),
  compare_at: () => item("shown_compare_at = 2149"),
};

/** The answers that name no code, and the states in which an approval has other effects or none. */
const OTHERS: readonly (readonly [what: string, come: string, about: () => Promise<unknown>])[] = [
  ["nothing in the way", "approved", async () => {}],
  ["a snooze that the person sees", "approved", () => row("snooze_until = '2036-01-01T00:00:00Z'")],
  ["a recommendation that was rejected", "conflict", () => row("status = 'rejected'")],
  ["a price that was approved before", "already_done", () => row("status = 'approved'")],
  ["a plan without approvals", "tier_ineligible", () => workspace("plan = 'pro'")],
  [
    "no store",
    "no_commerce_integration",
    () => sql("UPDATE integrations SET status = 'disconnected' WHERE id = $1", [shop.integration]),
  ],
  [
    "another store's item",
    "no_commerce_integration",
    () => item("integration_id = 'int_gone', store_ref = '7'"),
  ],
  ["two people, nobody before", "first_of_two", twoPeople],
  [
    "two people, of whom one has set the price",
    "conflict",
    async () => {
      await twoPeople();
      const price = { amount: "20.99", currency: "EUR" };
      await shop.post(`/recommendations/${pending.recommendation}/override`, { price });
    },
  ],
  [
    "two people, and the person themselves before",
    "already_done",
    async () => {
      await twoPeople();
      await shop.post(`/recommendations/${pending.recommendation}/approve`);
    },
  ],
  [
    "two people, and another person before",
    "approved",
    async () => {
      await twoPeople();
      const userId = await shops.service.person({ workspaceId: shop.workspace.id, role: "approver" });
      const token = await shops.service.mintToken({ workspaceId: shop.workspace.id, userId });
      await shops.service.call("POST", `/recommendations/${pending.recommendation}/approve`, { token });
    },
  ],
];

/** What an approval comes to, in the words of a batch. */
interface Found {
  readonly comesTo: string;
  readonly changed: readonly unknown[];
}

async function foreseen(): Promise<Found> {
  const { json, status, text } = await shop.post("/decision-batches", {
    action: "approve",
    ids: [pending.recommendation],
  });
  expect(status, text).toBe(201);
  const batch = json?.["batch"] as { id: string; count: number; first_approvals: number };
  const items = await shop.get(`/decision-batches/${batch.id}/items`);
  const [found] = items.json?.["data"] as Record<string, unknown>[];
  const first = found?.["first_of_two"] === true;
  expect([batch.count, batch.first_approvals]).toEqual([found?.["outcome"] === null ? 1 : 0, first ? 1 : 0]);
  const comesTo = first ? "first_of_two" : String(found?.["reason"] ?? "approved");
  return { comesTo, changed: found?.["changed"] as unknown[] };
}

async function single(): Promise<Found> {
  const { status, json } = await shop.post(`/recommendations/${pending.recommendation}/approve`);
  if (status !== 200) {
    const changed = (json?.["changed"] ?? []) as unknown[];
    return { comesTo: changed.length > 0 ? "changed" : String(json?.["error"]), changed };
  }
  if (json?.["idempotent"] === true) return { comesTo: "already_done", changed: [] };
  const { status: after } = json?.["recommendation"] as { status: string };
  return { comesTo: after === "pending_approval" ? "first_of_two" : "approved", changed: [] };
}

describe("the preview of an approval", () => {
  it.each(Object.entries(CODES))(
    "finds what the single approval comes to with %s",
    async (code, comeAbout) => {
      await comeAbout();
      const expected = await foreseen();
      expect(expected.changed).toContain(code);
      expect(await single()).toEqual(expected);
    },
  );

  it.each(OTHERS)("finds what the single approval comes to with %s: %s", async (_, comesTo, comeAbout) => {
    await comeAbout();
    const expected = await foreseen();
    expect(expected).toEqual({ comesTo, changed: [] });
    expect(await single()).toEqual(expected);
  });

  it("finds what the single approval comes to with a decided recommendation whose item is archived by now", async () => {
    await row("status = 'rejected'");
    await item("archived_at = now()");
    const expected = await foreseen();
    expect(expected).toEqual({ comesTo: "changed", changed: ["state"] });
    expect(await single()).toEqual(expected);
  });
});
