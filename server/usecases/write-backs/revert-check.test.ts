import { beforeEach, describe, expect, it } from "vitest";
import { BLOCKERS } from "@/server/domain/recommendations/blockers";
import { duringTests } from "@/server/testing/during-tests";
import { type Shop, startShops } from "@/server/testing/shop";

const shops = duringTests(startShops);
let shop: Shop;
let back: string;

/** Leaves the revert of an applied price, whose revert writes the approved price again. */
beforeEach(async () => {
  shop = await shops.shop();
  const { recommendation } = await shop.pending();
  expect((await shop.post(`/recommendations/${recommendation}/approve`)).status).toBe(200);
  await shop.work();
  const { json } = await shop.get(`/recommendations/${recommendation}`);
  shops.service.clock.advance(1);
  const reverted = await shop.post(`/write-backs/${(json?.["write_back"] as { id: string }).id}/revert`);
  expect(reverted.status, reverted.text).toBe(200);
  back = (reverted.json?.["write_back"] as { id: string }).id;
  await shop.work();
});

const setWorkspace = (columns: string) =>
  shops.service.sql(`UPDATE workspaces SET ${columns} WHERE id = $1`, [shop.workspace.id]);

describe("the revert of a revert", () => {
  it.each([
    ["vat", "prices_include_vat = true, vat_rate = '0.19'"],
    ["currency", "currency = 'CHF'"],
  ])("names as changed what an approval would while two things are said of the %s", async (code, columns) => {
    await setWorkspace(columns);
    const answer = await shop.post(`/write-backs/${back}/revert`);
    expect([answer.status, answer.json]).toMatchObject([
      409,
      { error: "conflict", current_status: "applied", changed: [code] },
    ]);
    expect(BLOCKERS).toHaveProperty(code);
    expect(answer.json?.["message"]).toContain("workspace");
  });

  it("names as changed what an approval would where the active policy cannot be used", async () => {
    await shops.service.sql(
      `UPDATE policy_versions SET document = document || '{"of_another_version": 1}' WHERE workspace_id = $1`,
      [shop.workspace.id],
    );
    const answer = await shop.post(`/write-backs/${back}/revert`);
    expect([answer.status, answer.json]).toMatchObject([409, { error: "conflict", changed: ["policy"] }]);
  });
});
