import { expect, it } from "vitest";
import { z } from "zod";
import { HOUR_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { replayRun } from "./replay";

const StoredInput = z.object({ item: z.object({ price_changed_at: z.string().optional() }) });
const Outcome = z.object({ skip_reason: z.string().nullable() });

const service = duringTests(startTestService);

async function shopWith(constraints: Readonly<Record<string, unknown>>): Promise<Shop> {
  const shop = await openShop(service);
  await shop.policy({
    defaults: { constraints: { max_change: "0.50", ...constraints }, rounding: { endings: [] } },
  });
  await shop.stock({ sku: "MUG", price: "20.00", cost: "5.00" });
  await shop.observe("MUG", ["17.00", "17.00"]);
  return shop;
}

/** Decides the mug: the time of its last change as the run stored it, and why it gets no price. */
async function decided(shop: Shop) {
  const run = await shop.run();
  const [row] = await service.sql<{ input: string; outcome: string }>(
    "SELECT input, outcome FROM run_results WHERE run_id = $1 AND item_id = $2",
    [run["id"], await shop.itemId("MUG")],
  );
  const { difference } = await replayRun(service.services.db, z.string().parse(run["id"]));
  expect(difference).toBeNull();
  return {
    changedAt: StoredInput.parse(JSON.parse(row?.input ?? "{}")).item.price_changed_at,
    ...Outcome.parse(JSON.parse(row?.outcome ?? "{}")),
  };
}

it("a price that anybody changed stays for the hours that the policy asks for", async () => {
  const shop = await shopWith({ min_hours_between: 24 });
  expect(await decided(shop)).toMatchObject({ changedAt: undefined, skip_reason: null });
  service.clock.advance(HOUR_MS);
  await shop.stock({ sku: "MUG", price: "19.00" });
  const changedAt = new Date(service.clock.now()).toISOString();
  await shop.stock({ sku: "MUG", cost: "6.00" });
  service.clock.advance(6 * HOUR_MS);
  expect(await decided(shop)).toMatchObject({ changedAt, skip_reason: "changed_recently" });
  service.clock.advance(18 * HOUR_MS);
  expect(await decided(shop)).toMatchObject({ changedAt, skip_reason: null });
});

it("nothing is looked up or stored where no rule asks for it", async () => {
  const shop = await shopWith({});
  await shop.stock({ sku: "MUG", price: "19.00" });
  expect(await decided(shop)).toMatchObject({ changedAt: undefined, skip_reason: null });
});

it("an approval that is refused because somebody changed the price leaves none to approve in these hours", async () => {
  const shop = await shopWith({ min_hours_between: 24 });
  await shop.run();
  const [open] = await shop.recommendations("MUG");
  const decide = (how: string) =>
    shop.call("POST", `/recommendations/${z.string().parse(open?.["id"])}/${how}`, {});
  expect((await decide("accept")).status).toBe(200);
  service.clock.advance(HOUR_MS);
  await shop.stock({ sku: "MUG", price: "19.00" });
  expect((await decide("approve")).json).toMatchObject({ error: "conflict", changed: ["price"] });
  expect((await shop.recommendations("MUG")).map(({ status }) => status)).toEqual(["superseded"]);
});
