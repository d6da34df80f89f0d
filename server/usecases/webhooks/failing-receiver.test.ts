import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import { MOST_ATTEMPTS } from "@/server/domain/webhooks/delivery";
import { guardedPost } from "@/server/outbound/guarded-post";
import { duringTests } from "@/server/testing/during-tests";
import { mailsOf } from "@/server/testing/mails";
import { type NotifiedShop, openNotifiedShop } from "@/server/testing/notified-shop";
import { startTestService } from "@/server/testing/service";
import { notifyMembers } from "../notifications/notify";
import { dispatchEvents } from "./dispatch";
import { sendDeliveries } from "./send";

const service = duringTests(startTestService);
let at: NotifiedShop;

beforeEach(async () => {
  at = await openNotifiedShop(service);
});
afterEach(() => at.close());

describe("a receiver that fails", () => {
  it("gets the event again on the schedule, with the same id and body, and a new timestamp", async () => {
    const id = await at.listen();
    await at.decide();
    at.receiver.answer = () => (at.receiver.received.length < 3 ? { status: 503, body: "later\u0000" } : 204);
    await at.work(id);
    await at.work(id);
    expect(at.receiver.received).toHaveLength(1);
    expect(await at.deliveries(id)).toMatchObject([
      {
        status: "pending",
        attempts: 1,
        response: { status: 503, body: "later " },
        error: expect.any(String),
      },
    ]);
    service.clock.advance(6_000);
    await at.work(id);
    service.clock.advance(6 * 60_000);
    await at.work(id);
    expect(at.receiver.received).toHaveLength(3);
    expect(new Set(at.receiver.received.map((event) => event.id)).size).toBe(1);
    expect(new Set(at.receiver.received.map(({ text }) => text)).size).toBe(1);
    expect(new Set(at.receiver.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(3);
    expect(await at.deliveries(id)).toMatchObject([{ status: "delivered", attempts: 3, error: null }]);
    const metrics = await service.services.meter.text();
    expect(metrics).toContain('pricecheck_webhook_deliveries_total{outcome="retry"} 2\n');
    expect(metrics).toContain('pricecheck_webhook_deliveries_total{outcome="delivered"} 1\n');
    expect(await at.endpoint(id)).toMatchObject({ failing_since: null });
  });

  it("does not lead elsewhere: a redirect is a failure and is not followed", async () => {
    const id = await at.listen();
    await at.decide();
    at.receiver.answer = () => 307;
    await at.work(id);
    expect(at.receiver.received).toHaveLength(1);
    expect(await at.deliveries(id)).toMatchObject([{ status: "pending", response: { status: 307 } }]);
  });

  it("is disabled after three days, with one mail to those who look after connections", async () => {
    const viewer = await service.person({ workspaceId: at.shop.workspace.id, role: "viewer" });
    await service.sql("UPDATE memberships SET created_at = $1", [new Date(service.clock.now())]);
    const id = await at.listen();
    await at.decide();
    at.receiver.answer = () => 500;
    for (let n = 0; n < MOST_ATTEMPTS; n++) {
      await at.work(id);
      service.clock.advance(27 * HOUR_MS);
    }
    expect(at.receiver.received).toHaveLength(MOST_ATTEMPTS);
    expect(await at.endpoint(id)).toMatchObject({ status: "disabled", disabled: { reason: "failing" } });
    expect(await at.deliveries(id)).toMatchObject([{ status: "given_up", attempts: MOST_ATTEMPTS }]);
    const [event] = await service.sql(
      "SELECT action FROM audit_events WHERE workspace_id = $1 ORDER BY seq DESC LIMIT 1",
      [at.shop.workspace.id],
    );
    expect(event).toEqual({ action: "webhook.disable" });
    for (let round = 0; round < 3; round++) {
      await notifyMembers(service.services);
      service.clock.advance(DAY_MS);
    }
    const mails = (await mailsOf(service)).filter(({ text }) => text.includes(at.receiver.url));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toContain("a webhook was disabled");
    expect(mails[0]?.recipient).not.toContain(viewer);
    expect(mails[0]?.text).toContain(`/settings/webhooks/${id}`);
  });

  it("stays enabled when it accepted another event meanwhile; the one delivery is given up", async () => {
    const id = await at.listen();
    const refused = await at.decide();
    await at.decide();
    at.receiver.answer = ({ body }) => (body.data["id"] === refused ? 422 : 204);
    await at.work(id);
    for (let n = 1; n < MOST_ATTEMPTS; n++) {
      service.clock.advance(27 * HOUR_MS);
      await at.work(id);
    }
    expect(await at.endpoint(id)).toMatchObject({ status: "enabled" });
    expect((await at.deliveries(id)).map(({ status }) => status)).toEqual(["delivered", "given_up"]);
  });

  it("has taken a delivery that was under way when it was disabled, and the log says so", async () => {
    const id = await at.listen();
    await at.decide();
    const disabledMeanwhile: typeof guardedPost = async (url, options) => {
      const answer = await guardedPost(url, options);
      await at.must("POST", `/webhooks/${id}`, { status: "disabled" });
      return answer;
    };
    await dispatchEvents(service.services, at.shop.workspace.tenant);
    await sendDeliveries(service.services, at.shop.workspace.tenant, id, undefined, disabledMeanwhile);
    expect(await at.deliveries(id)).toMatchObject([{ status: "delivered", attempts: 1 }]);
  });

  it("is disabled at once when it says that it is gone", async () => {
    const id = await at.listen();
    await at.decide();
    at.receiver.answer = () => 410;
    await at.work(id);
    expect(await at.endpoint(id)).toMatchObject({ status: "disabled", disabled: { reason: "gone" } });
  });

  it("gets one request at a time until it accepts one", async () => {
    const id = await at.listen();
    at.receiver.answer = () => 500;
    for (let n = 0; n < 12; n++) await at.decide();
    await at.work(id);
    expect(at.receiver.received.length).toBe(12);
    let open = 0;
    let most = 0;
    at.receiver.received.length = 0;
    const counting: typeof guardedPost = async (...given) => {
      open += 1;
      most = Math.max(most, open);
      const answer = await guardedPost(...given);
      open -= 1;
      return answer;
    };
    service.clock.advance(6_000);
    await sendDeliveries(service.services, at.shop.workspace.tenant, id, undefined, counting);
    expect([most, at.receiver.received.length]).toEqual([1, 12]);
  });
});

it("an answer that is endless, or too late, ends at its limits", async () => {
  const id = await at.listen();
  await at.decide();
  at.receiver.answer = () => "silence";
  const impatient: typeof guardedPost = (url, options) => guardedPost(url, { ...options, timeoutMs: 200 });
  await dispatchEvents(service.services, at.shop.workspace.tenant);
  await sendDeliveries(service.services, at.shop.workspace.tenant, id, undefined, impatient);
  expect(await at.deliveries(id)).toMatchObject([
    { response: null, error: "No whole answer within 200 ms." },
  ]);
  at.receiver.answer = () => ({ status: 200, body: "x".repeat(5_000_000) });
  service.clock.advance(6_000);
  await at.work(id);
  const [delivery] = await at.deliveries(id);
  expect((delivery?.["response"] as { body: string }).body).toHaveLength(1_000);
});
