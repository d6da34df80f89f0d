import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inTenant } from "@/server/db/database/transaction";
import { storeEvents } from "@/server/db/webhooks/events";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { type NotifiedShop, openNotifiedShop } from "@/server/testing/notified-shop";
import { startTestService } from "@/server/testing/service";
import { dispatchEvents } from "./dispatch";

const service = duringTests(startTestService);
let at: NotifiedShop;

beforeEach(async () => {
  at = await openNotifiedShop(service);
});
afterEach(() => at.close());

describe("a replay", () => {
  it("sends one delivery again, with the same id, number and body, however often it is asked for", async () => {
    const id = await at.listen();
    await at.decide();
    await at.work(id);
    const [delivery] = await at.deliveries(id);
    const path = `/webhook-deliveries/${String(delivery?.["id"])}/replay`;
    expect(await at.must("POST", path, {})).toMatchObject({ idempotent: false });
    expect(await at.must("POST", path, {})).toMatchObject({ idempotent: true });
    await at.work(id);
    expect(at.receiver.received).toHaveLength(2);
    expect(at.receiver.received[1]).toMatchObject({
      id: at.receiver.received[0]?.id,
      text: at.receiver.received[0]?.text,
    });
    expect(await at.deliveries(id)).toMatchObject([{ status: "delivered", replays: 1 }]);
  });
});

describe("a replay since a time", () => {
  const since = (at: number) => new Date(at).toISOString();

  it("sends every event since then again, and none from before", async () => {
    const id = await at.listen();
    await at.decide();
    await at.work(id);
    service.clock.advance(HOUR_MS);
    const from = service.clock.now();
    await at.decide();
    await at.decide();
    await at.work(id);
    at.receiver.received.length = 0;
    const path = `/webhooks/${id}/replay`;
    expect(await at.must("POST", path, { since: since(from) })).toMatchObject({ deliveries: 0 });
    expect(await at.must("POST", path, { since: since(from), only_given_up: false })).toMatchObject({
      deliveries: 2,
    });
    await at.work(id);
    expect([...at.numbers()].sort()).toEqual([2, 3]);
    const later = { since: since(from + DAY_MS), only_given_up: false };
    expect(await at.must("POST", path, later)).toMatchObject({ deliveries: 0 });
  });

  it.each([
    ["a time and numbers", { since: "2026-01-01T00:00:00Z", from_number: 1, to_number: 2 }, "since"],
    ["neither", {}, "from_number"],
    ["one number alone", { from_number: 1 }, "to_number"],
  ])("is refused with %s", async (_what, body, path) => {
    const id = await at.listen();
    const answer = await at.shop.call("POST", `/webhooks/${id}/replay`, body);
    expect([answer.status, answer.json?.["issues"]]).toEqual([422, [expect.objectContaining({ path })]]);
  });

  it("is refused for more than 10,000 events", async () => {
    const id = await at.listen();
    const events = Array.from({ length: 10_001 }, () => id);
    await inTenant(service.db, at.shop.workspace.tenant, (tx) =>
      storeEvents(tx, "webhook.test", events, { atMs: service.clock.now() }),
    );
    await dispatchEvents(service.services, at.shop.workspace.tenant);
    const answer = await at.shop.call("POST", `/webhooks/${id}/replay`, { since: "2020-01-01T00:00:00Z" });
    expect([answer.status, answer.json?.["issues"]]).toEqual([
      422,
      [expect.objectContaining({ path: "since", code: "range" })],
    ]);
  });
});
