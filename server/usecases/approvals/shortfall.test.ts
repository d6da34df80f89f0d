import { beforeEach, describe, expect, it } from "vitest";
import { HOUR_MS } from "@/server/domain/durations";
import type { Lane } from "@/server/domain/pricing/policy-lanes";
import { duringTests } from "@/server/testing/during-tests";
import { type LaneShop, openLaneShop, SMALL } from "@/server/testing/lane-shop";
import { type Pending, startShops } from "@/server/testing/shop";

const FRIDAY = "2026-11-27T12:00:00.000Z";
const MONDAY = "2026-11-30T05:00:00.000Z";
const LARGE = { name: "Large", decided_by: "two_people" } as const satisfies Lane;

const shops = duringTests(startShops);
let lanes: LaneShop;
let pending: Pending;

beforeEach(async () => {
  shops.service.clock.set(FRIDAY);
  lanes = await openLaneShop(shops);
  await lanes.setLanes([]);
  [pending] = (await lanes.make(1)) as [Pending];
});

const freeze = async () => {
  const once = { from: "2026-11-27T00:00", until: "2026-11-30T05:00" };
  expect((await lanes.shop.post("/freezes", { reason: "Black Friday", once })).status).toBe(200);
};
const member = async () => {
  const { id: workspaceId } = lanes.shop.workspace;
  const userId = await shops.service.person({ workspaceId, role: "approver" });
  const token = await shops.service.mintToken({ workspaceId, userId });
  const post = async (rest: string, body: unknown = {}) => {
    const path = `/recommendations/${pending.recommendation}${rest}`;
    const answer = await shops.service.call("POST", path, { token, body });
    expect(answer.status, answer.text).toBe(200);
  };
  return { userId, post };
};
/** Lets the freeze end and the worker work. @returns the prices that the store was given, and what a person reads */
const thaw = async () => {
  shops.service.clock.set(MONDAY);
  await lanes.shop.work();
  const given = (await lanes.shop.given(pending.ref)).map(({ price }) => price);
  const { status, write_back: write } = (await lanes.shown(pending)) as {
    status: string;
    write_back: { status: string; store_answer: string | null };
  };
  return { given, status, write };
};
const notWritten = (text: string) => ({
  given: [],
  status: "failed",
  write: { status: "conflict", store_answer: expect.stringContaining(text) },
});
const WRITTEN = { given: ["2149"], status: "applied", write: { status: "applied" } };

describe("a price that one person approved, which waited in a freeze", () => {
  it("is not written if two people approve it by the policy of the end", async () => {
    await freeze();
    await (await member()).post("/approve");
    await lanes.setLanes([LARGE]);
    expect(await thaw()).toMatchObject(
      notWritten('By the auto-approval rule "Large" of the present policy two people'),
    );
  });

  it("is not written if the freeze began after the approval", async () => {
    await (await member()).post("/approve");
    await freeze();
    await lanes.setLanes([LARGE]);
    expect(await thaw()).toMatchObject(notWritten("and one of those who may has"));
  });

  it("is not written if the age that its evidence has by then needs two people", async () => {
    const fresh = { name: "Fresh", decided_by: "one_person", at_most: { evidence_age_hours: 24 } } as const;
    await shops.service.sql("UPDATE catalog_items SET cost_updated_at = $2 WHERE id = $1", [
      pending.item,
      FRIDAY,
    ]);
    await lanes.setLanes([fresh, LARGE]);
    await freeze();
    await (await member()).post("/approve");
    expect((await lanes.shown(pending))["status"]).toBe("approved");
    expect(await thaw()).toMatchObject(notWritten('"Large"'));
  });

  it("is not written if who approved it had set it, and two people approve by then", async () => {
    const mia = await member();
    await mia.post("/override", { price: { amount: "20.99", currency: "EUR" } });
    await freeze();
    await mia.post("/approve");
    await lanes.setLanes([LARGE]);
    expect(await thaw()).toMatchObject(notWritten("and nobody of those who may has"));
  });

  it("is written if one person suffices in its lane by then", async () => {
    await freeze();
    await (await member()).post("/approve");
    await lanes.setLanes([{ name: "Usual", decided_by: "one_person", at_most: { change: "0.10" } }, LARGE]);
    expect(await thaw()).toMatchObject(WRITTEN);
  });

  it("is recommended and approved again afterwards", async () => {
    await freeze();
    await (await member()).post("/approve");
    await lanes.setLanes([LARGE]);
    await thaw();
    const [again] = await lanes.make(1, { recommendation: { item_id: pending.item } });
    pending = { ...pending, recommendation: again?.recommendation ?? "" };
    for (const each of [await member(), await member()]) await each.post("/approve");
    await lanes.shop.work();
    expect((await lanes.shop.given(pending.ref)).map(({ price }) => price)).toEqual(["2149"]);
  });
});

describe("a price that two people approved, which waited in a freeze", () => {
  beforeEach(() => lanes.setLanes([LARGE]));

  it("is written when it ends", async () => {
    await freeze();
    for (const each of [await member(), await member()]) await each.post("/approve");
    expect(await thaw()).toMatchObject(WRITTEN);
  });

  it("is not written if one of the two may not approve any more", async () => {
    await freeze();
    const [mia, noah] = [await member(), await member()];
    for (const each of [mia, noah]) await each.post("/approve");
    await shops.service.sql("UPDATE memberships SET role = 'analyst' WHERE user_id = $1", [noah.userId]);
    expect(await thaw()).toMatchObject(notWritten("and one of those who may has"));
  });
});

describe("a price that a lane approved, which waited in a freeze", () => {
  beforeEach(async () => {
    await lanes.setLanes([SMALL]);
    await lanes.switchOn("Small");
    await lanes.pass();
    await freeze();
  });

  it("is written if the lane is open when it ends", async () => {
    expect(await thaw()).toMatchObject(WRITTEN);
  });

  it.each(["closed", "shadow"] as const)("is not written if the lane is %s by then", async (mode) => {
    await lanes.setMode("Small", "closed");
    if (mode === "shadow") await lanes.switchOn("Small", "shadow");
    expect(await thaw()).toMatchObject(notWritten("An auto-approval rule approved this price"));
  });

  it("is not written if a person decides about it by the policy of the end", async () => {
    await lanes.setLanes([]);
    expect(await thaw()).toMatchObject(notWritten("An auto-approval rule approved this price"));
  });
});

describe("a price that one person approved, where two approve it by now", () => {
  it("is not written if the policy changed before the worker came to it", async () => {
    await (await member()).post("/approve");
    await lanes.setLanes([LARGE]);
    await lanes.shop.work();
    expect(await lanes.shop.given(pending.ref)).toEqual([]);
    expect(await lanes.shown(pending)).toMatchObject({
      status: "failed",
      write_back: { status: "conflict" },
    });
  });

  it("is not written again by one person after it was taken back, until a day after the lane is gone", async () => {
    await (await member()).post("/approve");
    await lanes.shop.work();
    const { write_back: write } = (await lanes.shown(pending)) as { write_back: { id: string } };
    const revert = (id: string) => lanes.shop.post(`/write-backs/${id}/revert`);
    shops.service.clock.advance(1);
    const { json } = await revert(write.id);
    const back = (json?.["write_back"] as { id: string }).id;
    await lanes.shop.work();
    await lanes.setLanes([LARGE]);
    const again = await revert(back);
    expect([again.status, again.json]).toMatchObject([409, { error: "conflict", changed: ["policy"] }]);
    expect(again.json?.["message"]).toContain(
      'By the auto-approval rule "Large" two people approve this price now',
    );
    await lanes.shop.work();
    expect((await lanes.shop.given(pending.ref)).map(({ price }) => price)).toEqual(["2149", "1999"]);
    await lanes.setLanes([]);
    expect((await revert(back)).status).toBe(409);
    shops.service.clock.advance(25 * HOUR_MS);
    expect((await revert(back)).status).toBe(200);
  });
});
