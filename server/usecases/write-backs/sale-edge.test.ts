import { beforeEach, describe, expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { TEST_SETTINGS } from "@/server/testing/settings";
import { type Pending, type Shop, startShops } from "@/server/testing/shop";
import type { Checkpoint } from "@/server/usecases/checkpoints";

// The store has a clock of its own, the machine's: what ends in this year has not ended there, and it is late.
const EDGE = Date.parse("2098-05-04T10:00:00.000Z");

const shops = duringTests(startShops);
let shop: Shop;
let pending: Pending;

beforeEach(async () => {
  shops.onFault(null);
  shops.service.clock.set(new Date(EDGE - HOUR_MS).toISOString());
  shop = await shops.shop();
  pending = await shop.pending();
  await shop.edit(pending.ref, "1999");
});

/** Approves 21.49 instead of 19.99, while the sale's next begin or end is an hour away. */
async function approve(): Promise<void> {
  const { status, text } = await shop.post(`/recommendations/${pending.recommendation}/approve`);
  expect(status, text).toBe(200);
}

/** Has a worker write, for whom the sale begins or ends just as it passes a point. */
async function workOverEdgeAt(point: Checkpoint, beforeMs = MINUTE_MS): Promise<void> {
  shops.service.clock.set(new Date(EDGE - beforeMs).toISOString());
  shops.onFault((passed) => {
    if (passed === point) shops.service.clock.set(new Date(EDGE).toISOString());
  });
  await shop.work();
  shops.onFault(null);
}
async function workLater(): Promise<void> {
  shops.service.clock.advance(MINUTE_MS);
  await shop.work();
}
const writeBack = async () =>
  (await shop.get(`/recommendations/${pending.recommendation}`)).json?.["write_back"];
/** What the store was given by us, in cents. */
const given = async () =>
  (await shop.given(pending.ref)).filter(({ marker }) => marker !== null).map(({ price }) => price);

describe("a sale that ends between the read of a price and its write", () => {
  it.each([
    ["write-back:read", MINUTE_MS],
    ["write-back:sent-recorded", TEST_SETTINGS.storeTimeoutMs / 2],
  ] as const)(
    "(%s) has the store read again, whose price decides about the limits",
    async (point, before) => {
      await shop.show(pending.ref, { sale: { price: "1600", until: new Date(EDGE).toISOString() } });
      await approve();
      await workOverEdgeAt(point, before);
      expect(await given()).toEqual([]);
      expect(await writeBack()).toMatchObject({ status: "queued" });
      await workLater();
      expect(await given()).toEqual([]);
      expect(await writeBack()).toMatchObject({
        status: "conflict",
        store_answer: expect.stringMatching(/change/) as unknown,
      });
    },
  );

  it("delays one that keeps the limits, which is then written once", async () => {
    await shop.show(pending.ref, { sale: { price: "1980", until: new Date(EDGE).toISOString() } });
    await approve();
    await workOverEdgeAt("write-back:read");
    expect(await given()).toEqual([]);
    await workLater();
    await workLater();
    expect(await given()).toEqual(["2149"]);
    expect(await writeBack()).toMatchObject({ status: "applied" });
  });
});

it("a sale that begins between the two delays the write in the same way", async () => {
  await shop.show(pending.ref, { sale: { price: "1600", from: new Date(EDGE).toISOString() } });
  await approve();
  await workOverEdgeAt("write-back:read");
  expect(await given()).toEqual([]);
  expect(await writeBack()).toMatchObject({ status: "queued" });
  await workLater();
  expect(await given()).toEqual(["2149"]);
});
