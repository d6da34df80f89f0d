import { beforeEach, describe, expect, it } from "vitest";
import { inTenant } from "@/server/db/database/transaction";
import { searchItems } from "@/server/db/items/search";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";

const service = duringTests(startTestService);
let workspace: TestWorkspace;
beforeEach(async () => {
  workspace = await service.workspace();
});

const find = async (text: string) =>
  (await browserCaller(service, { userId: workspace.userId, workspaceId: workspace.id })).search.find({
    text,
  });
const skus = async (text: string) => (await find(text)).items.map(({ sku }) => sku);
const item = (sku: string, title: string, columns = {}) =>
  service.make.item(workspace.id, { sku, title, ...columns });

describe("the search", () => {
  it("finds items by the beginning of their sku or title in any case, before those that contain the text", async () => {
    await item("A-1", "Cup for espresso");
    await item("ESPRESSO-9", "Machine");
    await item("A-2", "Espresso cup");
    expect(await skus("espresso")).toEqual(["ESPRESSO-9", "A-2", "A-1"]);
  });

  it("finds the variant that a long text names, however many begin alike", async () => {
    const title = (size: string) => `Porcelain espresso cup of the old manufactory by the river, in ${size}`;
    for (let n = 0; n < 7; n += 1) await item(`A-${n}`, title(`white, size ${n}`));
    await item("B-1", title("blue"));
    expect(await skus(title("blue"))).toEqual(["B-1"]);
    expect(await skus(title("blue, size 9"))).toEqual([]);
  });

  it("finds items that contain every word, in any order, and takes wildcards literally", async () => {
    await item("A-1", "Cup 100% porcelain, white");
    await item("A-2", "Cup, blue");
    expect(await skus("white cup")).toEqual(["A-1"]);
    expect(await skus("100%")).toEqual(["A-1"]);
    expect(await skus("1_0")).toEqual([]);
  });

  it("finds what came last by any of its words, also when the time is over before the search begins", async () => {
    await item("A-1", "Cup of porcelain");
    const { items, complete } = await inTenant(service.db, workspace.tenant, (tx) =>
      searchItems(tx, "porcelain", { most: 6, untilMs: 0 }),
    );
    expect(items).toMatchObject([{ sku: "A-1" }]);
    expect(complete).toBe(true);
  });

  it("finds each item with its state and its newest recommendation", async () => {
    const id = await item("A-1", "Cup", { archived_at: new Date() });
    await service.make.recommendation(workspace.id, { item_id: id, status: "rejected" });
    const newest = await service.make.recommendation(workspace.id, {
      item_id: id,
      status: "new",
      snooze_until: new Date(service.clock.now() + 1_000),
    });
    expect(await find("cup")).toMatchObject({
      items: [{ id, sku: "A-1", state: "archived" }],
      recommendations: [{ id: newest, sku: "A-1", status: "snoozed" }],
      complete: true,
    });
  });

  it("finds an item, a recommendation or a run by its id", async () => {
    const recommendation = await service.make.recommendation(workspace.id);
    expect((await find(recommendation)).object).toMatchObject({ kind: "recommendation", id: recommendation });
    const run = await service.make.run(workspace.id);
    expect((await find(run)).object).toMatchObject({ kind: "run", id: run });
    expect((await find(await service.make.alert(workspace.id))).object).toBeNull();
  });

  it("finds the newest runs without a text", async () => {
    const run = await service.make.run(workspace.id, { held_reason: "Too many changes." });
    const held = await service.make.recommendation(workspace.id, { run_id: run, status: "held" });
    expect(await find("")).toMatchObject({ items: [], runs: [{ id: run, status: "held" }] });
    await service.sql("UPDATE recommendations SET status = 'superseded' WHERE id = $1", [held]);
    expect((await find("")).runs).toMatchObject([{ id: run, status: "succeeded" }]);
  });

  it("finds nothing of another workspace", async () => {
    const id = await item("OTHER-1", "Cup");
    workspace = await service.workspace();
    expect(await find("other-1")).toMatchObject({ items: [], recommendations: [], runs: [] });
    expect((await find(id)).object).toBeNull();
  });
});
