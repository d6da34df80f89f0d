import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventSchema } from "@/server/api/webhooks/event-schemas";
import { inTenant } from "@/server/db/database/transaction";
import { storeEvents } from "@/server/db/webhooks/events";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import { MOST_ATTEMPTS } from "@/server/domain/webhooks/delivery";
import { isEventKind } from "@/server/domain/webhooks/event-kinds";
import { guardedPost } from "@/server/outbound/guarded-post";
import { mailsOf } from "@/server/testing/mails";
import { startTestService, type TestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { numberFaults, startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhook-receiver";
import type { Checkpoint } from "../checkpoints";
import { notifyMembers } from "../notifications/notify";
import { purgeOldRows } from "../retention/purge";
import { dispatchEvents } from "./dispatch";
import { sendDeliveries } from "./send";

let service: TestService;
let receiver: WebhookReceiver;
let shop: Shop;
let killAt: Checkpoint | null = null;

class Killed extends Error {}

beforeAll(async () => {
  service = await startTestService({
    checkpoint: (point) => {
      if (point !== killAt) return;
      killAt = null;
      throw new Killed();
    },
  });
});
beforeEach(async () => {
  shop = await openShop(service);
  receiver = await startWebhookReceiver(() => service.clock.now());
});
afterEach(() => receiver.close());
afterAll(() => service.close());

type Json = Readonly<Record<string, unknown>>;

const must = async (method: string, path: string, body?: unknown): Promise<Json> => {
  const answer = await shop.call(method, path, body);
  if (answer.status >= 300 || !answer.json) throw new Error(`${answer.status} ${answer.text}`);
  return answer.json;
};

/** Creates an endpoint at the receiver, which then knows its secret. */
async function listen(fields: Json = {}): Promise<string> {
  const { webhook, secret } = await must("POST", "/webhooks", { url: receiver.url, ...fields });
  receiver.secrets.push(String(secret));
  return (webhook as { id: string }).id;
}

/** Dispatches and sends what is due, as the worker does; a simulated kill ends the work at its point. */
async function work(id: string): Promise<void> {
  const { services } = service;
  try {
    await dispatchEvents(services, shop.workspace.tenant);
    await sendDeliveries(services, shop.workspace.tenant, id);
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
}

/** Rejects a recommendation that waits: one event of the kind recommendation.decided. */
async function decide(): Promise<string> {
  const id = await service.make.recommendation(shop.workspace.id);
  await must("POST", `/recommendations/${id}/dismiss`, {});
  return id;
}

const deliveries = async (id: string, query = ""): Promise<Json[]> =>
  (await must("GET", `/webhooks/${id}/deliveries?limit=100${query}`))["data"] as Json[];
const endpoint = (id: string): Promise<Json> => must("GET", `/webhooks/${id}`);
const numbers = (): number[] => receiver.received.map(({ body }) => body.number);

describe("an event", () => {
  it("arrives signed and numbered, thin, in the documented form", async () => {
    const id = await listen();
    const recommendation = await decide();
    await work(id);
    const [event] = receiver.received;
    expect(event?.verifiedBy).toEqual(receiver.secrets);
    expect(event?.body).toEqual({
      type: "recommendation.decided",
      timestamp: new Date(service.clock.now()).toISOString(),
      number: 1,
      workspace_id: shop.workspace.id,
      data: {
        id: recommendation,
        status: "dismissed",
        kind: "price_change",
        item_id: expect.any(String),
        run_id: expect.any(String),
        superseded_by: null,
      },
    });
    expect(await endpoint(id)).toMatchObject({ last_number: 1, failing_since: null });
    expect(await deliveries(id)).toMatchObject([
      { number: 1, status: "delivered", attempts: 1, payload: event?.text, message_id: event?.id },
    ]);
  });

  it("of each kind that a shop's day brings has the documented schema", async () => {
    const id = await listen();
    await shop.stock({ sku: "mug", price: "20.00", cost: "18.00" });
    await shop.observe("mug", ["25.00", "25.20"]);
    await shop.run();
    await service.sql("UPDATE workspaces SET active_policy = 1 WHERE id = $1", [shop.workspace.id]);
    await decide();
    const alert = await service.make.alert(shop.workspace.id);
    await must("POST", `/alerts/${alert}/resolve`, {});
    const canceled = (await must("POST", "/runs", {}))["run"] as { id: string };
    await must("POST", `/runs/${canceled.id}/cancel`, {});
    await must("POST", `/webhooks/${id}/test`, {});
    await work(id);
    expect(receiver.received.map(({ body }) => body.type)).toEqual([
      "run.finished",
      "recommendation.decided",
      "alert.resolved",
      "run.finished",
      "webhook.test",
    ]);
    for (const { body } of receiver.received) {
      if (!isEventKind(body.type)) throw new Error(`unknown kind ${body.type}`);
      expect(eventSchema(body.type).strict().parse(body)).toEqual(body);
    }
    expect(receiver.received[0]?.body.data).toMatchObject({ status: "succeeded", held: false });
    expect(receiver.received[3]?.body.data).toMatchObject({ status: "canceled", recommendations: null });
  });

  it("of a change that is rolled back is not stored", async () => {
    const id = await listen();
    const failing = inTenant(service.db, shop.workspace.tenant, async (tx) => {
      await storeEvents(tx, "webhook.test", [id], { atMs: service.clock.now() });
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    await work(id);
    expect(receiver.received).toEqual([]);
    expect(
      await service.sql("SELECT 1 FROM webhook_events WHERE workspace_id = $1", [shop.workspace.id]),
    ).toEqual([]);
  });

  it("is not stored in a workspace without an endpoint, and none from before reaches a new one", async () => {
    await decide();
    const id = await listen();
    service.clock.advance(1);
    await work(id);
    expect(await endpoint(id)).toMatchObject({ last_number: 0 });
  });

  it("goes to the endpoints that chose its kind, each with numbers of its own", async () => {
    const all = await listen();
    const runs = await listen({ event_kinds: ["run.finished"] });
    await decide();
    await shop.run();
    await decide();
    await work(all);
    await work(runs);
    expect(await endpoint(all)).toMatchObject({ last_number: 3 });
    expect(await endpoint(runs)).toMatchObject({ last_number: 1 });
    expect((await deliveries(runs)).map(({ kind }) => kind)).toEqual(["run.finished"]);
  });

  it("reports a run with many recommendations once", async () => {
    const id = await listen();
    const skus = Array.from({ length: 60 }, (_, at) => `sku-${at}`);
    await shop.stock(...skus.map((sku) => ({ sku, price: "20.00", cost: null })));
    await shop.run();
    await work(id);
    expect(receiver.received.map(({ body }) => body.type)).toEqual(["run.finished"]);
    expect(receiver.received[0]?.body.data["alerts"]).toBeGreaterThanOrEqual(60);
  });

  it("of 5,000 subjects at once is stored by one statement and numbered without a gap", async () => {
    const id = await listen();
    receiver.answer = () => 500;
    await inTenant(service.db, shop.workspace.tenant, (tx) =>
      storeEvents(
        tx,
        "webhook.test",
        Array.from({ length: 5_000 }, () => id),
        { atMs: service.clock.now() },
      ),
    );
    await dispatchEvents(service.services, shop.workspace.tenant);
    expect(await endpoint(id)).toMatchObject({ last_number: 5_000 });
    const [row] = await service.sql<{ numbers: bigint; highest: bigint }>(
      "SELECT count(DISTINCT number) AS numbers, max(number) AS highest FROM webhook_deliveries WHERE endpoint_id = $1",
      [id],
    );
    expect(row).toEqual({ numbers: 5_000n, highest: 5_000n });
  });
});

describe("numbers", () => {
  it("have no gap when many changes and dispatches happen at the same time", async () => {
    const id = await listen();
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        await decide();
        await dispatchEvents(service.services, shop.workspace.tenant);
      }),
    );
    await work(id);
    expect([...numbers()].sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
  });

  const POINTS = ["webhook:dispatched", "webhook:leased", "webhook:answered", "webhook:recorded"] as const;
  it.each(POINTS)(
    "have no gap, and duplicates the same id, when the worker is killed at %s",
    async (point) => {
      const id = await listen();
      for (let at = 0; at < 6; at++) await decide();
      killAt = point;
      await work(id);
      expect(killAt).toBeNull();
      await decide();
      service.clock.advance(60_000);
      await work(id);
      expect(numberFaults(receiver.received)).toEqual({ missing: [], reused: [] });
      expect(new Set(numbers()).size).toBe(7);
      expect((await deliveries(id)).every(({ status }) => status === "delivered")).toBe(true);
      const bodies = new Map(receiver.received.map(({ id: message, text }) => [message, text]));
      for (const { id: message, text, verifiedBy } of receiver.received) {
        expect(verifiedBy).toHaveLength(1);
        expect(bodies.get(message)).toBe(text);
      }
    },
  );

  it("and a record belong to the worker that has the lease: one that lost it records nothing", async () => {
    const id = await listen();
    await decide();
    receiver.answer = () => {
      // Another worker takes the endpoint over while this one waits for the answer.
      void service.sql("UPDATE webhook_endpoints SET fence = fence + 1 WHERE id = $1", [id]);
      return { status: 204, body: "" };
    };
    const slow: typeof guardedPost = async (...given) => {
      const answer = await guardedPost(...given);
      await expect
        .poll(async () => (await service.sql<{ fence: number }>("SELECT fence FROM webhook_endpoints"))[0])
        .toBeDefined();
      await new Promise((done) => setTimeout(done, 100));
      return answer;
    };
    await dispatchEvents(service.services, shop.workspace.tenant);
    await sendDeliveries(service.services, shop.workspace.tenant, id, undefined, slow);
    expect(await deliveries(id)).toMatchObject([{ status: "pending", attempts: 0 }]);
  });
});

describe("a receiver that fails", () => {
  it("gets the event again on the schedule, with the same id and body, and a new timestamp", async () => {
    const id = await listen();
    await decide();
    receiver.answer = () => (receiver.received.length < 3 ? { status: 503, body: "later\u0000" } : 204);
    await work(id);
    await work(id);
    expect(receiver.received).toHaveLength(1);
    expect(await deliveries(id)).toMatchObject([
      {
        status: "pending",
        attempts: 1,
        response: { status: 503, body: "later " },
        error: expect.any(String),
      },
    ]);
    service.clock.advance(6_000);
    await work(id);
    service.clock.advance(6 * 60_000);
    await work(id);
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map((event) => event.id)).size).toBe(1);
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(3);
    expect(await deliveries(id)).toMatchObject([{ status: "delivered", attempts: 3, error: null }]);
    expect(await endpoint(id)).toMatchObject({ failing_since: null });
  });

  it("does not lead elsewhere: a redirect is a failure and is not followed", async () => {
    const id = await listen();
    await decide();
    receiver.answer = () => 307;
    await work(id);
    expect(receiver.received).toHaveLength(1);
    expect(await deliveries(id)).toMatchObject([{ status: "pending", response: { status: 307 } }]);
  });

  it("for three days is disabled with one mail to those who look after connections", async () => {
    const viewer = await service.person({ workspaceId: shop.workspace.id, role: "viewer" });
    await service.sql("UPDATE memberships SET created_at = $1", [new Date(service.clock.now())]);
    const id = await listen();
    await decide();
    receiver.answer = () => 500;
    for (let at = 0; at < MOST_ATTEMPTS; at++) {
      await work(id);
      service.clock.advance(27 * HOUR_MS);
    }
    expect(receiver.received).toHaveLength(MOST_ATTEMPTS);
    expect(await endpoint(id)).toMatchObject({ status: "disabled", disabled: { reason: "failing" } });
    expect(await deliveries(id)).toMatchObject([{ status: "given_up", attempts: MOST_ATTEMPTS }]);
    const [event] = await service.sql(
      "SELECT action FROM audit_events WHERE workspace_id = $1 ORDER BY seq DESC LIMIT 1",
      [shop.workspace.id],
    );
    expect(event).toEqual({ action: "webhook.disable" });
    for (let round = 0; round < 3; round++) {
      await notifyMembers(service.services);
      service.clock.advance(DAY_MS);
    }
    const mails = (await mailsOf(service)).filter(({ text }) => text.includes(receiver.url));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toContain("a webhook was disabled");
    expect(mails[0]?.recipient).not.toContain(viewer);
    expect(mails[0]?.text).toContain(`/settings/webhooks/${id}`);
  });

  it("but accepted another event meanwhile stays enabled; the one delivery is given up", async () => {
    const id = await listen();
    const refused = await decide();
    await decide();
    receiver.answer = ({ body }) => (body.data["id"] === refused ? 422 : 204);
    await work(id);
    for (let at = 1; at < MOST_ATTEMPTS; at++) {
      service.clock.advance(27 * HOUR_MS);
      await work(id);
    }
    expect(await endpoint(id)).toMatchObject({ status: "enabled" });
    expect((await deliveries(id)).map(({ status }) => status)).toEqual(["delivered", "given_up"]);
  });

  it("and says that it is gone is disabled at once", async () => {
    const id = await listen();
    await decide();
    receiver.answer = () => 410;
    await work(id);
    expect(await endpoint(id)).toMatchObject({ status: "disabled", disabled: { reason: "gone" } });
  });

  it("gets one request at a time until it accepts one", async () => {
    const id = await listen();
    receiver.answer = () => 500;
    for (let at = 0; at < 12; at++) await decide();
    await work(id);
    expect(receiver.received.length).toBe(12);
    let open = 0;
    let most = 0;
    receiver.received.length = 0;
    const counting: typeof guardedPost = async (...given) => {
      open += 1;
      most = Math.max(most, open);
      const answer = await guardedPost(...given);
      open -= 1;
      return answer;
    };
    service.clock.advance(6_000);
    await sendDeliveries(service.services, shop.workspace.tenant, id, undefined, counting);
    expect([most, receiver.received.length]).toEqual([1, 12]);
  });
});

describe("a disabled endpoint", () => {
  it("that is sent with the values it has is not changed, and no change of it is recorded", async () => {
    const id = await listen({ description: "Till" });
    const { updated_at: at, url } = await endpoint(id);
    service.clock.advance(60_000);
    for (const same of [{ url }, { description: "Till", status: "enabled" }, {}])
      await must("POST", `/webhooks/${id}`, same);
    await must("POST", `/webhooks/${id}`, { description: "Door" });
    const events = await service.sql(
      "SELECT before FROM audit_events WHERE action = 'webhook.change' AND subject = $1",
      [id],
    );
    expect(events).toHaveLength(1);
    expect((await endpoint(id))["updated_at"]).not.toBe(at);
  });

  it("gets nothing, but its numbers go on, and a replay sends what it missed", async () => {
    const id = await listen();
    await decide();
    await work(id);
    await must("POST", `/webhooks/${id}`, { status: "disabled" });
    await decide();
    await decide();
    await work(id);
    expect(numbers()).toEqual([1]);
    expect(await deliveries(id, "&status=given_up")).toMatchObject([{ number: 3 }, { number: 2 }]);
    const refused = await shop.call("POST", `/webhooks/${id}/replay`, { from_number: 1, to_number: 3 });
    expect([refused.status, refused.json?.["error"]]).toEqual([409, "conflict"]);

    await must("POST", `/webhooks/${id}`, { status: "enabled" });
    const replayed = await must("POST", `/webhooks/${id}/replay`, { from_number: 1, to_number: 3 });
    expect(replayed).toMatchObject({ deliveries: 2 });
    await work(id);
    expect([...numbers()].sort()).toEqual([1, 2, 3]);
    const all = await must("POST", `/webhooks/${id}/replay`, {
      from_number: 1,
      to_number: 3,
      only_given_up: false,
    });
    expect(all).toMatchObject({ deliveries: 3 });
  });
});

describe("a suspended workspace", () => {
  const setLifecycle = (lifecycle: string) =>
    service.sql("UPDATE workspaces SET lifecycle = $2 WHERE id = $1", [shop.workspace.id, lifecycle]);

  it("sends nothing; what waits is sent when the suspension has ended", async () => {
    const id = await listen();
    await decide();
    await setLifecycle("suspended");
    await work(id);
    expect(receiver.received).toEqual([]);
    expect(await deliveries(id)).toMatchObject([{ number: 1, status: "pending", attempts: 0 }]);
    await setLifecycle("active");
    await work(id);
    expect(numbers()).toEqual([1]);
  });

  it("ends a turn that is under way after the requests that were sent already", async () => {
    const id = await listen();
    for (let at = 0; at < 9; at++) await decide();
    const suspending: typeof guardedPost = async (...given) => {
      await setLifecycle("suspended");
      return guardedPost(...given);
    };
    await dispatchEvents(service.services, shop.workspace.tenant);
    await sendDeliveries(service.services, shop.workspace.tenant, id, undefined, suspending);
    expect(receiver.received).toHaveLength(4);
    await setLifecycle("active");
    await work(id);
    expect([...numbers()].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

describe("a replay", () => {
  it("sends one delivery again, with the same id, number and body, however often it is asked for", async () => {
    const id = await listen();
    await decide();
    await work(id);
    const [delivery] = await deliveries(id);
    const path = `/webhook-deliveries/${String(delivery?.["id"])}/replay`;
    expect(await must("POST", path, {})).toMatchObject({ idempotent: false });
    expect(await must("POST", path, {})).toMatchObject({ idempotent: true });
    await work(id);
    expect(receiver.received).toHaveLength(2);
    expect(receiver.received[1]).toMatchObject({
      id: receiver.received[0]?.id,
      text: receiver.received[0]?.text,
    });
    expect(await deliveries(id)).toMatchObject([{ status: "delivered", replays: 1 }]);
  });
});

describe("a replay since a time", () => {
  const since = (at: number) => new Date(at).toISOString();

  it("sends every event since then again, and none from before", async () => {
    const id = await listen();
    await decide();
    await work(id);
    service.clock.advance(HOUR_MS);
    const from = service.clock.now();
    await decide();
    await decide();
    await work(id);
    receiver.received.length = 0;
    const path = `/webhooks/${id}/replay`;
    expect(await must("POST", path, { since: since(from) })).toMatchObject({ deliveries: 0 });
    expect(await must("POST", path, { since: since(from), only_given_up: false })).toMatchObject({
      deliveries: 2,
    });
    await work(id);
    expect([...numbers()].sort()).toEqual([2, 3]);
    const later = { since: since(from + DAY_MS), only_given_up: false };
    expect(await must("POST", path, later)).toMatchObject({ deliveries: 0 });
  });

  it.each([
    ["a time and numbers", { since: "2026-01-01T00:00:00Z", from_number: 1, to_number: 2 }, "since"],
    ["neither", {}, "from_number"],
    ["one number alone", { from_number: 1 }, "to_number"],
  ])("is refused with %s", async (_what, body, path) => {
    const id = await listen();
    const answer = await shop.call("POST", `/webhooks/${id}/replay`, body);
    expect([answer.status, answer.json?.["issues"]]).toEqual([422, [expect.objectContaining({ path })]]);
  });

  it("is refused for more than 10,000 events", async () => {
    const id = await listen();
    const events = Array.from({ length: 10_001 }, () => id);
    await inTenant(service.db, shop.workspace.tenant, (tx) =>
      storeEvents(tx, "webhook.test", events, { atMs: service.clock.now() }),
    );
    await dispatchEvents(service.services, shop.workspace.tenant);
    const answer = await shop.call("POST", `/webhooks/${id}/replay`, { since: "2020-01-01T00:00:00Z" });
    expect([answer.status, answer.json?.["issues"]]).toEqual([
      422,
      [expect.objectContaining({ path: "since", code: "range" })],
    ]);
  });
});

describe("a secret", () => {
  it("is shown once, and two of them sign while it rotates", async () => {
    const id = await listen();
    const answer = await must("POST", `/webhooks/${id}/rotate-secret`, { overlap_hours: 1 });
    receiver.secrets.push(String(answer["secret"]));
    expect(JSON.stringify(await endpoint(id))).not.toContain("whsec_");
    await decide();
    await work(id);
    expect(receiver.received[0]?.verifiedBy).toEqual(receiver.secrets);
    service.clock.advance(HOUR_MS);
    await decide();
    await work(id);
    expect(receiver.received[1]?.verifiedBy).toEqual(receiver.secrets.slice(1));
  });

  it("is stored sealed", async () => {
    const id = await listen();
    const [row] = await service.sql<{ row: string; secret: Buffer }>(
      "SELECT w::text AS row, secret FROM webhook_endpoints w WHERE id = $1",
      [id],
    );
    const key = String(receiver.secrets[0]).slice("whsec_".length);
    expect(`${row?.row} ${row?.secret.toString("latin1")}`).not.toContain(key);
  });
});

describe("a private address", () => {
  const strict = async () =>
    startTestService({ settings: { allowPrivateWebhooks: false } }).then(async (closed) => ({
      closed,
      own: await openShop(closed),
    }));

  it.each([
    "https://127.0.0.1/hook",
    "https://[::1]/hook",
    "https://10.0.0.8/hook",
    "https://169.254.169.254/latest",
    "https://localhost/hook",
    "http://hooks.example.com/hook",
    "https://hooks.example.com:22/hook",
    "https://user:pass@hooks.example.com/hook",
    "ftp://hooks.example.com/hook",
    "no address",
  ])("is refused when it is stored: %s", async (url) => {
    const { closed, own } = await strict();
    try {
      const answer = await own.call("POST", "/webhooks", { url });
      expect([answer.status, answer.json?.["error"]]).toEqual([422, "validation_error"]);
      expect(answer.json?.["issues"]).toMatchObject([{ path: "url" }]);
    } finally {
      await closed.close();
    }
  });

  it("is refused when it is sent to, although the name was public before", async () => {
    const { closed, own } = await strict();
    try {
      const id = await closed.make.webhook(own.workspace.id, { url: "https://rebound.example/hook" });
      await own.call("POST", `/webhooks/${id}/test`, {});
      const rebound: typeof guardedPost = (url, options) =>
        guardedPost(url, { ...options, resolve: async () => [{ address: "127.0.0.1", family: 4 }] });
      await sendDeliveries(closed.services, own.workspace.tenant, id, undefined, rebound);
      const { json } = await own.call("GET", `/webhooks/${id}/deliveries`);
      expect(json?.["data"]).toMatchObject([
        { status: "pending", attempts: 1, response: null, error: expect.stringContaining("private") },
      ]);
    } finally {
      await closed.close();
    }
  });
});

describe("retention", () => {
  it("deletes old events with their deliveries, except those that wait", async () => {
    const id = await listen();
    await decide();
    await work(id);
    receiver.answer = () => 500;
    await decide();
    await work(id);
    service.clock.advance(31 * DAY_MS);
    await purgeOldRows(service.services);
    expect((await deliveries(id)).map(({ number }) => number)).toEqual([2]);
    expect(await endpoint(id)).toMatchObject({ last_number: 2 });
  });
});

it("a workspace has as many endpoints as its plan holds", async () => {
  const free = await openShop(service, { plan: "free" });
  expect((await free.call("POST", "/webhooks", { url: receiver.url })).status).toBe(200);
  const answer = await free.call("POST", "/webhooks", { url: receiver.url });
  expect([answer.status, answer.json?.["limit"]]).toEqual([402, "webhooks"]);
});

it("an answer that is endless, or too late, ends at its limits", async () => {
  const id = await listen();
  await decide();
  receiver.answer = () => "silence";
  const impatient: typeof guardedPost = (url, options) => guardedPost(url, { ...options, timeoutMs: 200 });
  await dispatchEvents(service.services, shop.workspace.tenant);
  await sendDeliveries(service.services, shop.workspace.tenant, id, undefined, impatient);
  expect(await deliveries(id)).toMatchObject([{ response: null, error: "No whole answer within 200 ms." }]);
  receiver.answer = () => ({ status: 200, body: "x".repeat(5_000_000) });
  service.clock.advance(6_000);
  await work(id);
  const [delivery] = await deliveries(id);
  expect((delivery?.["response"] as { body: string }).body).toHaveLength(1_000);
});
