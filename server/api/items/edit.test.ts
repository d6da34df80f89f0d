import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { verifyAudit } from "@/server/db/audit/reading";
import { inTenant } from "@/server/db/database/transaction";
import { type Cataloguer, openCatalog } from "@/server/testing/cataloguer";
import { startTestService, type TestService } from "@/server/testing/service";

let service: TestService;
let shop: Cataloguer;
let mug: string;
let pan: string;

beforeAll(async () => {
  service = await startTestService({ now: "2026-11-21T12:00:00.000Z" });
});
afterAll(() => service.close());
beforeEach(async () => {
  shop = await openCatalog(service);
  const price = eur("9.90");
  await shop.upsert(
    { sku: "MUG", title: "Mug", price, cost: eur("4.20"), tags: ["camping"] },
    { sku: "PAN", title: "Pan", price, cost: eur("5.00"), max_price: eur("20.00") },
  );
  [mug, pan] = [await shop.itemId("MUG"), await shop.itemId("PAN")];
});

const eur = (amount: string) => ({ amount, currency: "EUR" });
const edit = (...items: unknown[]) => shop.call("POST", "/catalog/items/edit", { items });
const auditRows = () =>
  service.sql<{ subject: string; before: unknown; after: unknown }>(
    "SELECT subject, before::jsonb, after::jsonb FROM audit_events WHERE workspace_id = $1 AND action = 'catalog.edit' ORDER BY seq",
    [shop.workspace.id],
  );

describe("an edit of several items", () => {
  it("changes cost, limits and tags, keeps what a row leaves out, and answers each row as it was before", async () => {
    const response = await edit(
      {
        item_id: mug,
        cost: eur("4.50"),
        min_price: eur("6.00"),
        add_tags: ["new"],
        remove_tags: ["camping"],
      },
      { item_id: pan, max_price: null, map_price: eur("8.00") },
    );
    expect(response.json).toMatchObject({ ok: true, updated: 2, unchanged: 0, refused: 0 });
    expect(response.json?.["rows"]).toMatchObject([
      {
        item_id: mug,
        outcome: "updated",
        before: { cost: eur("4.20"), tags: ["camping"] },
        after: { tags: ["new"] },
      },
      { item_id: pan, outcome: "updated", before: { max_price: eur("20.00"), map_price: null } },
    ]);
    expect(await shop.item("MUG")).toMatchObject({
      cost: eur("4.50"),
      min_price: eur("6.00"),
      tags: ["new"],
      price: eur("9.90"),
    });
    expect(await shop.item("PAN")).toMatchObject({
      max_price: null,
      map_price: eur("8.00"),
      cost: eur("5.00"),
    });
  });

  it("refuses a row alone: changed meanwhile, another currency, crossed limits, an unknown item", async () => {
    await shop.upsert({ sku: "MUG", cost: eur("4.99") }, { sku: "POT", title: "Pot" });
    await shop.upsert({ sku: "FAR", title: "Far", price: { amount: "5.00", currency: "USD" } });
    const [pot, far] = [await shop.itemId("POT"), await shop.itemId("FAR")];
    const response = await edit(
      { item_id: mug, cost: eur("4.50"), seen: { cost: eur("4.20") } },
      { item_id: pan, min_price: eur("21.00") },
      { item_id: far, cost: eur("2.00") },
      { item_id: "itm_unknown", cost: eur("2.00") },
      { item_id: pot, cost: eur("2.00"), seen: { cost: null } },
    );
    expect(response.json).toMatchObject({ updated: 1, refused: 4 });
    expect(response.json?.["rows"]).toMatchObject([
      {
        outcome: "refused",
        issues: [{ path: "cost", code: "changed", message: expect.stringContaining("4.99 EUR") as string }],
      },
      { outcome: "refused", issues: [{ path: "min_price", code: "above_max" }] },
      { outcome: "refused", issues: [{ path: "currency", code: "currency_mismatch" }] },
      { outcome: "refused", issues: [{ path: "item_id", code: "not_found" }] },
      { outcome: "updated" },
    ]);
    expect(await shop.item("MUG")).toMatchObject({ cost: eur("4.99") });
    expect(await shop.item("PAN")).toMatchObject({ min_price: null });
    expect(await shop.item("POT")).toMatchObject({ cost: eur("2.00") });
  });

  it("answers a row that was seen otherwise as it is stored now, so that it can be sent again", async () => {
    const sent = (seen: unknown) => edit({ item_id: mug, cost: eur("4.50"), seen: { cost: seen } });
    const [row] = (await sent(eur("3.00"))).json?.["rows"] as Record<string, { cost: unknown }>[];
    expect(row).toMatchObject({ outcome: "refused", now: { cost: eur("4.20"), tags: ["camping"] } });
    expect((await sent(row?.["now"]?.cost)).json).toMatchObject({ updated: 1 });
  });

  it("is taken back to a cost of which no date is known, not to one confirmed today", async () => {
    await service.sql("UPDATE catalog_items SET cost_updated_at = NULL WHERE id = $1", [mug]);
    const changed = await edit({ item_id: mug, cost: eur("4.50") });
    expect(changed.json?.["rows"]).toMatchObject([{ before: { cost_updated_at: null } }]);
    await edit({ item_id: mug, cost: eur("4.20"), cost_updated_at: null });
    expect(await shop.item("MUG")).toMatchObject({ cost: eur("4.20"), cost_updated_at: null });
  });

  it("lets one of two people win who edit what both saw, and the other be refused", async () => {
    const both = await Promise.all(
      ["6.00", "7.00"].map((amount) =>
        edit({ item_id: mug, cost: eur(amount), seen: { cost: eur("4.20") } }),
      ),
    );
    expect(both.map(({ json }) => json?.["updated"]).sort()).toEqual([0, 1]);
    const winner = both.findIndex(({ json }) => json?.["updated"] === 1);
    expect(await shop.item("MUG")).toMatchObject({ cost: eur(winner === 0 ? "6.00" : "7.00") });
  });

  it("takes tags of two people together, because nobody's tag replaces another's", async () => {
    await Promise.all(["a", "b"].map((tag) => edit({ item_id: mug, add_tags: [tag] })));
    expect(((await shop.item("MUG"))?.["tags"] as string[]).sort()).toEqual(["a", "b", "camping"]);
  });

  it("is taken back with the cost's former date, so that an old cost does not look new", async () => {
    const before = await shop.item("MUG");
    service.clock.advance(86_400_000);
    await edit({ item_id: mug, cost: eur("9.00") });
    service.clock.advance(60_000);
    const back = { cost: before?.["cost"], cost_updated_at: before?.["cost_updated_at"] };
    await edit({ item_id: mug, ...back, seen: { cost: eur("9.00") } });
    expect(await shop.item("MUG")).toMatchObject(back);
  });

  it("is taken back with the former date where the cost was only confirmed", async () => {
    const before = await shop.item("MUG");
    service.clock.advance(86_400_000);
    const confirmed = await edit({ item_id: mug, cost: eur("4.20") });
    const [{ after }] = confirmed.json?.["rows"] as [{ after: { cost_updated_at: string } }];
    const back = { cost: eur("4.20"), cost_updated_at: before?.["cost_updated_at"] };
    const answer = await edit({ item_id: mug, ...back, seen: { cost_updated_at: after.cost_updated_at } });
    expect(answer.json).toMatchObject({ updated: 1, rows: [{ after: back }] });
    expect(await shop.item("MUG")).toMatchObject(back);
  });

  it("is not taken back over a cost that somebody confirmed since", async () => {
    const { json } = await edit({ item_id: mug, cost: eur("9.00") });
    const [{ before, after }] = json?.["rows"] as [Record<"before" | "after", Record<string, unknown>>];
    service.clock.advance(60_000);
    await edit({ item_id: mug, cost: eur("9.00") });
    const confirmed = await shop.item("MUG");
    const seen = { cost: after["cost"], cost_updated_at: after["cost_updated_at"] };
    const { cost, cost_updated_at } = before;
    expect((await edit({ item_id: mug, cost, cost_updated_at, seen })).json).toMatchObject({
      rows: [{ outcome: "refused", issues: [{ path: "cost_updated_at", code: "changed" }] }],
    });
    expect(await shop.item("MUG")).toMatchObject({
      cost: eur("9.00"),
      cost_updated_at: confirmed?.["cost_updated_at"],
    });
  });

  it.each([
    ["of the year 0", { cost: eur("9.00"), cost_updated_at: "0000-01-01T00:00:00Z" }, "too_old"],
    ["ahead", { cost: eur("9.00"), cost_updated_at: "2036-01-01T00:00:00Z" }, "in_the_future"],
    ["without a cost", { cost_updated_at: "2026-11-01T00:00:00Z" }, "cost_missing"],
  ])("refuses a time of the cost %s, and only its row", async (_, row, code) => {
    const { status, json } = await edit({ item_id: mug, ...row }, { item_id: pan, add_tags: ["x"] });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      rows: [{ outcome: "refused", issues: [{ path: "cost_updated_at", code }] }, { outcome: "updated" }],
    });
  });

  it("leaves no cost behind to measure jumps from when a first cost is taken back", async () => {
    await shop.upsert({ sku: "POT", title: "Pot" });
    const pot = await shop.itemId("POT");
    for (const cost of [eur("0.40"), null, eur("4.00")]) await edit({ item_id: pot, cost });
    const rows = await service.sql("SELECT baseline_cost::int FROM catalog_items WHERE id = $1", [pot]);
    expect(rows).toEqual([{ baseline_cost: 400 }]);
  });

  it("counts a cost that is confirmed as a change, and what says nothing new as none", async () => {
    service.clock.advance(86_400_000);
    expect((await edit({ item_id: mug, cost: eur("4.20") })).json).toMatchObject({ updated: 1 });
    expect((await edit({ item_id: pan, max_price: eur("20.00") })).json).toMatchObject({ unchanged: 1 });
  });

  it("answers 404 when none of the items is the workspace's, and leaves them as they are", async () => {
    const other = await openCatalog(service);
    const response = await other.call("POST", "/catalog/items/edit", {
      items: [{ item_id: mug, cost: eur("1.00") }],
    });
    expect(response.status).toBe(404);
    expect(await shop.item("MUG")).toMatchObject({ cost: eur("4.20") });
  });

  it("refuses a malformed amount, an item named twice and more than 500 rows as a whole", async () => {
    const row = { item_id: mug, min_price: eur("6.00") };
    const bad = [
      [row, { item_id: pan, cost: eur("0.00") }],
      [row, { item_id: pan, cost: eur("4.205") }],
      [row, row],
      Array.from({ length: 501 }, (_, at) => ({ ...row, item_id: `itm_${at}` })),
    ];
    for (const items of bad) expect((await edit(...items)).status).toBe(422);
    expect(await shop.item("MUG")).toMatchObject({ min_price: null });
  });

  it("leaves an event of each item that was written, with what changed of it alone", async () => {
    const tags = Array.from({ length: 15 }, (_, at) => `tag ${at}`);
    await edit({ item_id: mug, cost: eur("4.50"), min_price: null }, { item_id: pan, add_tags: tags });
    await edit({ item_id: pan, add_tags: ["x"], remove_tags: ["tag 3"] }, { item_id: mug, min_price: null });
    await edit({ item_id: pan, map_price: eur("7.00") });
    await edit({ item_id: pan, map_price: eur("7.00") });
    const cost = (amount: string) => ({ currency: "EUR", cost: amount });
    const [first, ...others] = await auditRows();
    expect(first).toMatchObject({ subject: mug, before: cost("4.20"), after: cost("4.50") });
    expect(JSON.stringify(first)).not.toContain("tags");
    expect(others.map(({ subject, before, after }) => [subject, before, after])).toEqual([
      [pan, { currency: "EUR" }, { currency: "EUR", added_tags: tags }],
      [pan, { currency: "EUR" }, { currency: "EUR", added_tags: ["x"], removed_tags: ["tag 3"] }],
      [pan, { currency: "EUR", map_price: null }, { currency: "EUR", map_price: "7.00" }],
    ]);
    expect(await inTenant(service.db, shop.workspace.tenant, (tx) => verifyAudit(tx))).toMatchObject({
      ok: true,
    });
  });

  it("stands in the item's history as its imports do", async () => {
    await edit({ item_id: mug, cost: eur("4.50") });
    const { json } = await shop.call("GET", `/catalog/items/${mug}/history`);
    expect((json?.["own"] as unknown[]).length).toBe(2);
  });
});
