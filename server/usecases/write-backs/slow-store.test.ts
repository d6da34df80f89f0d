import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { TEST_SETTINGS } from "@/server/testing/settings";
import { type Pending, type Shop, startShops } from "@/server/testing/shop";
import type { WriteBackSteps } from "@/server/usecases/services";
import { WRITE_BACK_STEPS } from "./steps";

const LEASE_MS = TEST_SETTINGS.writeBackLeaseMs;

const shops = duringTests(startShops);
let shop: Shop;
let pending: Pending;

beforeEach(async () => {
  shop = await shops.shop();
  pending = await shop.pending();
  const { status, text } = await shop.post(`/recommendations/${pending.recommendation}/approve`);
  expect(status, text).toBe(200);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Steps whose calls of the store end when they are released. */
function heldCalls(name: "readPrice" | "writePrice") {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = 0;
  const steps: WriteBackSteps = {
    ...WRITE_BACK_STEPS,
    resolveStore: (context, row) => {
      const { connector, connection } = WRITE_BACK_STEPS.resolveStore(context, row);
      const hold = async (): Promise<void> => {
        begun += 1;
        await released;
      };
      const readPrice: typeof connector.readPrice = async (...call) => {
        if (name === "readPrice") await hold();
        return connector.readPrice(...call);
      };
      const writePrice: typeof connector.writePrice = async (...call) => {
        const written = await connector.writePrice(...call);
        if (name === "writePrice") await hold();
        return written;
      };
      return { connection, connector: { ...connector, readPrice, writePrice } };
    },
  };
  return { steps, release, begun: () => begun };
}

const leasedUntil = async (): Promise<number | undefined> => {
  const [row] = await shops.service.sql<{ until: Date | null }>(
    "SELECT lease_until AS until FROM write_backs WHERE item_id = $1",
    [pending.item],
  );
  return row?.until?.getTime();
};

/** Lets almost a lease pass, in which it is renewed. */
async function passAlmostALease(): Promise<void> {
  shops.service.clock.advance(LEASE_MS - 1);
  vi.advanceTimersByTime(LEASE_MS - 1);
  await expect.poll(leasedUntil).toBe(shops.service.clock.now() + LEASE_MS);
}

it.each(["readPrice", "writePrice"] as const)(
  "a store whose %s takes longer than three leases is worked with by one worker, and gets the price once",
  async (call) => {
    const { steps, release, begun } = heldCalls(call);
    const slow = shop.work(steps);
    await expect.poll(begun).toBe(1);
    for (let n = 0; n < 4; n += 1) {
      await passAlmostALease();
      await shop.work(steps);
    }
    expect(begun()).toBe(1);
    release();
    await slow;
    expect(await shop.given(pending.ref)).toHaveLength(1);
    expect((await shop.get(`/recommendations/${pending.recommendation}`)).json).toMatchObject({
      status: "applied",
      write_back: { status: "applied" },
    });
  },
);

it("a lease that another worker has taken over is not renewed, and its worker sends nothing", async () => {
  const { steps, release, begun } = heldCalls("readPrice");
  const slow = shop.work(steps);
  await expect.poll(begun).toBe(1);
  shops.service.clock.advance(LEASE_MS + 1);
  await shop.work();
  expect(await shop.given(pending.ref)).toHaveLength(1);
  vi.advanceTimersByTime(LEASE_MS);
  release();
  await slow;
  expect(await leasedUntil()).toBeUndefined();
  expect(await shop.given(pending.ref)).toHaveLength(1);
});
