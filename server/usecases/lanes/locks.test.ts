import { expect, it } from "vitest";
import { inTenant } from "@/server/db/database/transaction";
import { lockFreezes } from "@/server/db/freezes/freezes";
import { DAY_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { openLaneShop, SMALL } from "@/server/testing/lane-shop";
import { startShops } from "@/server/testing/shop";
import { approveIn } from "../recommendations/approve";
import { workerContext } from "../worker-context";

const shops = duringTests(startShops);

/** A busy machine takes its time until a statement waits. */
const PATIENT = { timeout: 20_000 };

const waitingForLocks = async () => {
  const [row] = await shops.service.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return row?.count;
};

// A lane that locked the item before the freezes would wait for the change of the freezes, this for the approval, and
// the approval for the lane, until PostgreSQL's deadlock detector lets the lane overtake both.
it("an approval, a changed freeze and a lane's pass at the same moment follow one another", async () => {
  const { service } = shops;
  const lane = await openLaneShop(shops);
  const { shop } = lane;
  const { tenant } = shop.workspace;
  const [{ recommendation, ref } = { recommendation: "", ref: "" }] = await lane.make(1);
  await lane.switchOn(SMALL.name);
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
  await expect.poll(waitingForLocks, PATIENT).toBe(1);
  const pass = lane.pass();
  await expect.poll(waitingForLocks, PATIENT).toBe(2);
  proceed();
  const [approved, created, passed] = await Promise.allSettled([approval, freeze, pass]);
  expect(approved).toMatchObject({ status: "fulfilled", value: { idempotent: false } });
  expect(created).toMatchObject({ status: "fulfilled", value: { status: 200 } });
  expect(passed).toEqual({ status: "fulfilled", value: undefined });
  await shop.work();
  expect(await shop.given(ref)).toHaveLength(1);
});
