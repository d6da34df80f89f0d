import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { guardedPost } from "@/server/outbound/guarded-post";
import { duringTests } from "@/server/testing/during-tests";
import { type NotifiedShop, openNotifiedShop } from "@/server/testing/notified-shop";
import { startTestService } from "@/server/testing/service";
import { openShop } from "@/server/testing/watched-shop";
import { purgeOldRows } from "../retention/purge";
import { dispatchEvents } from "./dispatch";
import { sendDeliveries } from "./send";

const service = duringTests(startTestService);
let at: NotifiedShop;

beforeEach(async () => {
  at = await openNotifiedShop(service);
});
afterEach(() => at.close());

describe("a disabled endpoint", () => {
  it("is not changed by the values it has, and no change of it is recorded", async () => {
    const id = await at.listen({ description: "Till" });
    const { updated_at: changedAt, url } = await at.endpoint(id);
    service.clock.advance(60_000);
    for (const same of [{ url }, { description: "Till", status: "enabled" }, {}])
      await at.must("POST", `/webhooks/${id}`, same);
    await at.must("POST", `/webhooks/${id}`, { description: "Door" });
    const events = await service.sql(
      "SELECT before FROM audit_events WHERE action = 'webhook.change' AND subject = $1",
      [id],
    );
    expect(events).toHaveLength(1);
    expect((await at.endpoint(id))["updated_at"]).not.toBe(changedAt);
  });

  it("gets nothing, but its numbers go on, and a replay sends what it missed", async () => {
    const id = await at.listen();
    await at.decide();
    await at.work(id);
    await at.must("POST", `/webhooks/${id}`, { status: "disabled" });
    await at.decide();
    await at.decide();
    await at.work(id);
    expect(at.numbers()).toEqual([1]);
    expect(await at.deliveries(id, "&status=given_up")).toMatchObject([{ number: 3 }, { number: 2 }]);
    const refused = await at.shop.call("POST", `/webhooks/${id}/replay`, { from_number: 1, to_number: 3 });
    expect([refused.status, refused.json?.["error"]]).toEqual([409, "conflict"]);

    await at.must("POST", `/webhooks/${id}`, { status: "enabled" });
    const replayed = await at.must("POST", `/webhooks/${id}/replay`, { from_number: 1, to_number: 3 });
    expect(replayed).toMatchObject({ deliveries: 2 });
    await at.work(id);
    expect([...at.numbers()].sort()).toEqual([1, 2, 3]);
    const all = await at.must("POST", `/webhooks/${id}/replay`, {
      from_number: 1,
      to_number: 3,
      only_given_up: false,
    });
    expect(all).toMatchObject({ deliveries: 3 });
  });
});

describe("a test event beside the removal of its endpoint", () => {
  it("is answered with 404 when the removal comes first", async () => {
    const id = await at.listen();
    const removal = new Client({ connectionString: service.database.ownerUrl });
    await removal.connect();
    try {
      await removal.query("BEGIN");
      await removal.query("DELETE FROM webhook_endpoints WHERE id = $1", [id]);
      const test = at.shop.call("POST", `/webhooks/${id}/test`, {});
      const waits =
        "SELECT FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())";
      await expect.poll(async () => (await service.sql(waits)).length).toBeGreaterThan(0);
      await removal.query("COMMIT");
      expect([(await test).status, (await test).json]).toMatchObject([404, { error: "not_found" }]);
    } finally {
      await removal.end();
    }
  });
});

describe("a suspended workspace", () => {
  const setLifecycle = (lifecycle: string) =>
    service.sql("UPDATE workspaces SET lifecycle = $2 WHERE id = $1", [at.shop.workspace.id, lifecycle]);

  it("sends nothing; what waits is sent when the suspension has ended", async () => {
    const id = await at.listen();
    await at.decide();
    await setLifecycle("suspended");
    await at.work(id);
    expect(at.receiver.received).toEqual([]);
    expect(await at.deliveries(id)).toMatchObject([{ number: 1, status: "pending", attempts: 0 }]);
    await setLifecycle("active");
    await at.work(id);
    expect(at.numbers()).toEqual([1]);
  });

  it("ends a turn that is under way after the requests that were sent already", async () => {
    const id = await at.listen();
    for (let n = 0; n < 9; n++) await at.decide();
    const suspending: typeof guardedPost = async (...given) => {
      await setLifecycle("suspended");
      return guardedPost(...given);
    };
    await dispatchEvents(service.services, at.shop.workspace.tenant);
    await sendDeliveries(service.services, at.shop.workspace.tenant, id, undefined, suspending);
    expect(at.receiver.received).toHaveLength(4);
    await setLifecycle("active");
    await at.work(id);
    expect([...at.numbers()].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

describe("retention", () => {
  it("deletes old events with their deliveries, except those that wait", async () => {
    const id = await at.listen();
    await at.decide();
    await at.work(id);
    at.receiver.answer = () => 500;
    await at.decide();
    await at.work(id);
    service.clock.advance(31 * DAY_MS);
    await purgeOldRows(service.services);
    expect((await at.deliveries(id)).map(({ number }) => number)).toEqual([2]);
    expect(await at.endpoint(id)).toMatchObject({ last_number: 2 });
  });
});

it("a workspace has as many endpoints as its plan holds", async () => {
  const free = await openShop(service, { plan: "free" });
  expect((await free.call("POST", "/webhooks", { url: at.receiver.url })).status).toBe(200);
  const answer = await free.call("POST", "/webhooks", { url: at.receiver.url });
  expect([answer.status, answer.json?.["limit"]]).toEqual([402, "webhooks"]);
});
