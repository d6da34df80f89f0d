import { expect, it } from "vitest";
import { HOUR_MS } from "@/server/domain/durations";
import { DEFAULT_POLICY, type FullPolicy } from "@/server/domain/pricing/policy";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop } from "@/server/testing/watched-shop";
import { processTrial } from "./process";

const service = duringTests(startTestService);

it("a preview is held as its run is, where a late shop still charges the price of a sale that ended", async () => {
  const shop = await openShop(service);
  const { id: workspaceId, userId } = shop.workspace;
  const owner = await browserCaller(service, { userId, workspaceId });
  await shop.stock({ sku: "lamp", price: "20.00", cost: "10.00" });
  await shop.observe("lamp", ["20.80", "20.80"]);
  const ago = (hours: number) => new Date(service.clock.now() - hours * HOUR_MS);
  await service.sql(
    `UPDATE catalog_items SET sale_price = 1900, shopper_price = 1900, sale_until = $2, window_read_at = $3
     WHERE workspace_id = $1`,
    [workspaceId, ago(3), ago(1)],
  );
  // Of the regular price it is about 4 %, of the one that shoppers pay more than 9 %.
  const document: FullPolicy = {
    ...DEFAULT_POLICY("EUR"),
    breaker: { max_share: null, max_median_move: "0.06", min_items: 1 },
  };
  const { id } = (await owner.policy.preview({ document })).trial;
  await processTrial(service.services, shop.workspace.tenant, id);
  const { result } = (await owner.policy.trial({ trial_id: id })).trial;
  if (result?.kind !== "preview") throw new Error("no preview");
  await owner.policy.set({ document });
  const run = await shop.run();
  const [found] = await service.sql<{ held: string; size: string; changes: { classes: Class[] } }>(
    `SELECT held_reason AS held, price_changes AS changes,
       (SELECT abs(change)::text FROM run_results x WHERE x.run_id = runs.id) AS size FROM runs WHERE id = $1`,
    [run["id"]],
  );
  const { draft, largest, bands } = result.effect;
  expect(found?.held).toContain("the policy's limit is 6 %");
  expect([draft.held, largest[0]?.size]).toEqual([found?.held, found?.size]);
  const moved = bands.filter((band) => band.draft > 0);
  expect(moved.map(({ from, to }) => [from, to])).toEqual(
    found?.changes.classes.filter(({ count }) => count > 0).map(({ from, to }) => [from, to]),
  );
});

interface Class {
  readonly from: string;
  readonly to: string | null;
  readonly count: number;
}
