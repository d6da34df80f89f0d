import { beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { processRun } from "./process";

const service = duringTests(startTestService);
let shop: Shop;

beforeEach(async () => {
  shop = await openShop(service);
  await shop.policy({ breaker: { max_share: "0.5", max_median_move: null, min_items: 1 } });
});

/** Creates three items with a tag, at 20.00; those that move have a market that leads to 21.49. */
async function stock(tag: string, { moves }: { moves: boolean }): Promise<void> {
  const skus = [1, 2, 3].map((n) => `${tag}-${n}`);
  await shop.stock(...skus.map((sku) => ({ sku, price: "20.00", cost: "10.00", tags: [tag] })));
  if (moves) for (const sku of skus) await shop.observe(sku, ["21.40", "21.60"]);
}

const runOver = async (...tags: string[]): Promise<string> =>
  String((await shop.run({ subset_tags: tags }))["id"]);
const release = async (run: string) =>
  expect((await shop.call("POST", `/runs/${run}/release`)).status).toBe(200);
const alerts = () =>
  service.sql("SELECT status, run_id FROM alerts WHERE workspace_id = $1 AND kind = 'run_held' ORDER BY id", [
    shop.workspace.id,
  ]);

describe("the alert run_held", () => {
  it("stays open while a run holds prices, though one over other items stays within the limits", async () => {
    await stock("blue", { moves: true });
    const held = await runOver();
    await stock("red", { moves: false });
    await runOver("red");
    expect((await shop.recommendations("blue-1")).map(({ status }) => status)).toEqual(["held"]);
    expect(await alerts()).toEqual([{ status: "open", run_id: held }]);
    await release(held);
    expect(await alerts()).toEqual([{ status: "resolved", run_id: held }]);
  });

  it("is about the run that still holds prices once another is released, and ends with the last of them", async () => {
    await stock("blue", { moves: true });
    await stock("red", { moves: true });
    const [blue, red] = [await runOver("blue"), await runOver("red")];
    expect(await alerts()).toEqual([{ status: "open", run_id: red }]);
    await release(red);
    expect(await alerts()).toEqual([{ status: "open", run_id: blue }]);
    await release(blue);
    expect(await alerts()).toEqual([{ status: "resolved", run_id: blue }]);
  });

  it("is about the run that still holds prices once a later run replaced those of another", async () => {
    await stock("blue", { moves: true });
    await stock("red", { moves: true });
    const blue = await runOver("blue");
    await runOver("red");
    await shop.policy({ breaker: { max_share: null, max_median_move: null } });
    await runOver("red");
    expect(await alerts()).toEqual([{ status: "open", run_id: blue }]);
    await runOver("blue");
    expect(await alerts()).toEqual([{ status: "resolved", run_id: blue }]);
  });

  it("is raised by a run over the single item of a reported price, too", async () => {
    await shop.stock({ sku: "lamp", price: "20.00", cost: "10.00" });
    await shop.observe("lamp", ["21.40", "21.60", "99.00"]);
    const [wrong] = await service.sql<{ id: string }>(
      "SELECT id FROM observations WHERE workspace_id = $1 AND price = 9900",
      [shop.workspace.id],
    );
    const { json } = await shop.call("POST", `/observations/${wrong?.id}/report`, {
      reason: "Another lamp.",
    });
    await processRun(service.services, shop.workspace.tenant, String(json?.["run_id"]));
    expect((await shop.recommendations("lamp")).map(({ status }) => status)).toEqual(["held"]);
    expect(await alerts()).toEqual([{ status: "open", run_id: json?.["run_id"] }]);
  });

  it("is raised anew by the next held run after a person resolved the one before", async () => {
    await stock("blue", { moves: true });
    await stock("red", { moves: true });
    const blue = await runOver("blue");
    const { json } = await shop.call("GET", "/alerts?kind=run_held");
    const [alert] = json?.["data"] as { id: string }[];
    expect((await shop.call("POST", `/alerts/${alert?.id}/resolve`, {})).status).toBe(200);
    const red = await runOver("red");
    expect(await alerts()).toEqual([
      { status: "resolved", run_id: blue },
      { status: "open", run_id: red },
    ]);
  });
});
