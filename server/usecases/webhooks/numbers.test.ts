import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { guardedPost } from "@/server/outbound/guarded-post";
import { duringTests } from "@/server/testing/during-tests";
import { type NotifiedShop, openNotifiedShop } from "@/server/testing/notified-shop";
import { startTestService } from "@/server/testing/service";
import { numberFaults } from "@/server/testing/webhook-receiver";
import type { Checkpoint } from "../checkpoints";
import { dispatchEvents } from "./dispatch";
import { sendDeliveries } from "./send";

const service = duringTests(() =>
  startTestService({
    checkpoint: (point) => {
      if (point !== killAt) return;
      killAt = null;
      throw new Killed();
    },
  }),
);
let at: NotifiedShop;
let killAt: Checkpoint | null = null;

class Killed extends Error {}

beforeEach(async () => {
  at = await openNotifiedShop(service);
});
afterEach(() => at.close());

describe("numbers", () => {
  it("have no gap when many changes and dispatches happen at the same time", async () => {
    const id = await at.listen();
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        await at.decide();
        await dispatchEvents(service.services, at.shop.workspace.tenant);
      }),
    );
    await at.work(id);
    expect([...at.numbers()].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    );
  });

  const POINTS = ["webhook:dispatched", "webhook:leased", "webhook:answered", "webhook:recorded"] as const;
  it.each(POINTS)(
    "have no gap, and duplicates the same id, when the worker is killed at %s",
    async (point) => {
      const id = await at.listen();
      for (let n = 0; n < 6; n++) await at.decide();
      killAt = point;
      await expect(at.work(id)).rejects.toThrow(Killed);
      expect(killAt).toBeNull();
      await at.decide();
      service.clock.advance(60_000);
      await at.work(id);
      expect(numberFaults(at.receiver.received)).toEqual({ missing: [], reused: [] });
      expect(new Set(at.numbers()).size).toBe(7);
      expect((await at.deliveries(id)).every(({ status }) => status === "delivered")).toBe(true);
      const bodies = new Map(at.receiver.received.map(({ id: message, text }) => [message, text]));
      for (const { id: message, text, verifiedBy } of at.receiver.received) {
        expect(verifiedBy).toHaveLength(1);
        expect(bodies.get(message)).toBe(text);
      }
    },
  );

  it("belong to the worker that has the lease, as records do: one that lost it records nothing", async () => {
    const id = await at.listen();
    await at.decide();
    // Another worker takes the endpoint over while this one waits for the answer.
    const slow: typeof guardedPost = async (...given) => {
      const answer = await guardedPost(...given);
      await service.sql("UPDATE webhook_endpoints SET fence = fence + 1 WHERE id = $1", [id]);
      return answer;
    };
    await dispatchEvents(service.services, at.shop.workspace.tenant);
    await sendDeliveries(service.services, at.shop.workspace.tenant, id, undefined, slow);
    expect(await at.deliveries(id)).toMatchObject([{ status: "pending", attempts: 0 }]);
  });
});
