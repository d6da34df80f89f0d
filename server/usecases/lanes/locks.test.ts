import { afterAll, beforeAll, expect, it } from "vitest";
import { inTenant } from "@/server/db/database/transaction";
import { lockFreezes } from "@/server/db/freezes/freezes";
import { insertLanePass } from "@/server/db/lanes/passes";
import { DAY_MS } from "@/server/domain/durations";
import { browserCaller } from "@/server/testing/browser-caller";
import { type Shop, type ShopService, startShops } from "@/server/testing/shop";
import { approveIn } from "../recommendations/approve";
import { workerContext } from "../worker-context";
import { processLanePass } from "./process";

const RUN = "run_01k9zq0v7k3t5m8w2x4y6z0a1b";

let shops: ShopService;
let shop: Shop;

beforeAll(async () => {
  shops = await startShops();
  shop = await shops.shop();
});
afterAll(() => shops.close());

/** Adds an automatic lane for all price changes to the policy, opens it, and begins the pass of a run. */
async function openLane(): Promise<void> {
  const { id, userId } = shop.workspace;
  const lane = { name: "All", decided_by: "automatic", at_most: { change: "1" }, a_day: { items: "1" } };
  await shops.service.sql("UPDATE policy_versions SET document = document || $2 WHERE workspace_id = $1", [
    id,
    JSON.stringify({ lanes: [lane] }),
  ]);
  const owner = await browserCaller(shops.service, { userId, workspaceId: id });
  const { proof } = await owner.lanes.trial({ lane: "All" });
  for (const mode of ["shadow", "open"] as const) await owner.lanes.setMode({ lane: "All", mode, proof });
  const { db, now } = shops.service.services;
  await inTenant(db, shop.workspace.tenant, (tx) => insertLanePass(tx, RUN, new Date(now())));
}

const waitingForLocks = async () => {
  const [row] = await shops.service.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return row?.count;
};

// A lane that locked the item before the freezes would wait for the change of the freezes, this for the approval, and the
// approval for the lane, until PostgreSQL's deadlock detector lets the lane overtake both.
it("an approval, a changed freeze and a lane's pass at the same moment follow one another", async () => {
  const { service, tenant } = { service: shops.service, tenant: shop.workspace.tenant };
  const { recommendation, ref } = await shop.pending({
    recommendation: { run_id: RUN, last_run_id: RUN },
  });
  await openLane();
  let proceed = (): void => undefined;
  const waiting = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  let began = (): void => undefined;
  const locked = new Promise<void>((resolve) => {
    began = resolve;
  });
  const approval = inTenant(service.services.db, tenant, async (tx) => {
    await lockFreezes(tx, "use");
    began();
    await waiting;
    return approveIn(await workerContext(service.services, tx), tx, { id: recommendation });
  });
  await locked;
  const day = (offset: number) => new Date(service.clock.now() + offset * DAY_MS).toISOString().slice(0, 16);
  const freeze = shop.post("/freezes", { reason: "Sale", once: { from: day(10), until: day(11) } });
  await expect.poll(waitingForLocks).toBe(1);
  const pass = processLanePass(service.services, tenant, RUN);
  await expect.poll(waitingForLocks).toBe(2);
  proceed();
  const [approved, created, passed] = await Promise.allSettled([approval, freeze, pass]);
  expect(approved).toMatchObject({ status: "fulfilled", value: { idempotent: false } });
  expect(created).toMatchObject({ status: "fulfilled", value: { status: 200 } });
  expect(passed).toEqual({ status: "fulfilled", value: undefined });
  await shop.work();
  expect(await shop.given(ref)).toHaveLength(1);
});
