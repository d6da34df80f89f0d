import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inTenant } from "@/server/db/database/transaction";
import { storeEvents } from "@/server/db/webhooks/events";
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

describe("an event", () => {
  it("arrives signed and numbered, thin, in the documented form", async () => {
    const id = await at.listen();
    const recommendation = await at.decide();
    await at.work(id);
    const [event] = at.receiver.received;
    expect(event?.verifiedBy).toEqual(at.receiver.secrets);
    expect(event?.body).toEqual({
      type: "recommendation.decided",
      timestamp: new Date(service.clock.now()).toISOString(),
      number: 1,
      workspace_id: at.shop.workspace.id,
      data: {
        id: recommendation,
        status: "dismissed",
        kind: "price_change",
        item_id: expect.any(String),
        run_id: expect.any(String),
        superseded_by: null,
      },
    });
    expect(await at.endpoint(id)).toMatchObject({ last_number: 1, failing_since: null });
    expect(await at.deliveries(id)).toMatchObject([
      { number: 1, status: "delivered", attempts: 1, payload: event?.text, message_id: event?.id },
    ]);
  });

  it("says how a run ended; the counts of one that was canceled are null", async () => {
    const id = await at.listen();
    await at.shop.run();
    const { run } = (await at.must("POST", "/runs", {})) as { run: { id: string } };
    await at.must("POST", `/runs/${run.id}/cancel`, {});
    await at.work(id);
    expect(at.receiver.received.map(({ body }) => body.data)).toMatchObject([
      { status: "succeeded", held: false, recommendations: 0, alerts: 0 },
      { status: "canceled", held: false, recommendations: null, alerts: null },
    ]);
  });

  it("is sent as it is stored, and shown in the log, when only a newer version knows its kind", async () => {
    const id = await at.listen();
    await at.decide();
    await dispatchEvents(service.services, at.shop.workspace.tenant);
    for (const table of ["webhook_events", "webhook_deliveries"])
      await service.sql(`UPDATE ${table} SET kind = 'item.moved' WHERE workspace_id = $1`, [
        at.shop.workspace.id,
      ]);
    await at.decide();
    await at.work(id);
    const kinds = ["item.moved", "recommendation.decided"];
    expect(at.receiver.received.map(({ body }) => body.type).sort()).toEqual([...kinds].sort());
    expect((await at.deliveries(id)).map(({ kind, status }) => [kind, status])).toEqual(
      kinds.map((kind) => [kind, "delivered"]).reverse(),
    );
  });

  it("is not stored when its change is rolled back", async () => {
    const id = await at.listen();
    const failing = inTenant(service.db, at.shop.workspace.tenant, async (tx) => {
      await storeEvents(tx, "webhook.test", [id], { atMs: service.clock.now() });
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    await at.work(id);
    expect(at.receiver.received).toEqual([]);
    expect(
      await service.sql("SELECT 1 FROM webhook_events WHERE workspace_id = $1", [at.shop.workspace.id]),
    ).toEqual([]);
  });

  it("is not stored in a workspace without an endpoint, and none from before reaches a new one", async () => {
    await at.decide();
    const id = await at.listen();
    service.clock.advance(1);
    await at.work(id);
    expect(await at.endpoint(id)).toMatchObject({ last_number: 0 });
  });

  it("goes to the endpoints that chose its kind, each with numbers of its own", async () => {
    const all = await at.listen();
    const runs = await at.listen({ event_kinds: ["run.finished"] });
    await at.decide();
    await at.shop.run();
    await at.decide();
    await at.work(all);
    await at.work(runs);
    expect(await at.endpoint(all)).toMatchObject({ last_number: 3 });
    expect(await at.endpoint(runs)).toMatchObject({ last_number: 1 });
    expect((await at.deliveries(runs)).map(({ kind }) => kind)).toEqual(["run.finished"]);
  });

  it("reports a run with many recommendations once", async () => {
    const id = await at.listen();
    const skus = Array.from({ length: 60 }, (_, index) => `sku-${index}`);
    await at.shop.stock(...skus.map((sku) => ({ sku, price: "20.00", cost: null })));
    await at.shop.run();
    await at.work(id);
    expect(at.receiver.received.map(({ body }) => body.type)).toEqual(["run.finished"]);
    expect(at.receiver.received[0]?.body.data["alerts"]).toBeGreaterThanOrEqual(60);
  });

  it("is stored by one statement and numbered without a gap for 5,000 subjects at once", async () => {
    const id = await at.listen();
    at.receiver.answer = () => 500;
    await inTenant(service.db, at.shop.workspace.tenant, (tx) =>
      storeEvents(
        tx,
        "webhook.test",
        Array.from({ length: 5_000 }, () => id),
        { atMs: service.clock.now() },
      ),
    );
    await dispatchEvents(service.services, at.shop.workspace.tenant);
    expect(await at.endpoint(id)).toMatchObject({ last_number: 5_000 });
    const [row] = await service.sql<{ numbers: bigint; highest: bigint }>(
      "SELECT count(DISTINCT number) AS numbers, max(number) AS highest FROM webhook_deliveries WHERE endpoint_id = $1",
      [id],
    );
    expect(row).toEqual({ numbers: 5_000n, highest: 5_000n });
  });
});
