import { beforeEach, describe, expect, it } from "vitest";
import { inTenant } from "@/server/db/database/transaction";
import { unsettledWriteBacks } from "@/server/db/notifications/problems";
import { DAY_MS } from "@/server/domain/durations";
import type { Role, Scope } from "@/server/domain/permissions";
import { duringTests } from "@/server/testing/during-tests";
import { type Pending, type Shop, startShops } from "@/server/testing/shop";
import type { Checkpoint } from "@/server/usecases/checkpoints";

const FRIDAY = "2026-11-27T12:00:00.000Z";
const MONDAY = "2026-11-30T05:00:00.000Z";
const REPEAT = '{"ok":true,"idempotent":true}';

const shops = duringTests(startShops);
let shop: Shop;
let pending: Pending;

beforeEach(async () => {
  shops.onFault(null);
  shops.service.clock.set(FRIDAY);
  shop = await shops.shop();
  pending = await shop.pending();
});

const freeze = async () => {
  const once = { from: "2026-11-27T00:00", until: "2026-11-30T05:00" };
  expect((await shop.post("/freezes", { reason: "Black Friday", once })).status).toBe(200);
};
type Write = { id: string; status: string; queued_id: string | null };
const shown = async () =>
  (await shop.get(`/recommendations/${pending.recommendation}`)).json as {
    status: string;
    write_back: Write;
  };
/** Approves the price. @returns the id of its write-back */
const approve = async () => {
  const { status, text } = await shop.post(`/recommendations/${pending.recommendation}/approve`);
  expect(status, text).toBe(200);
  return (await shown()).write_back.id;
};
const cancel = (id: string) => shop.post(`/write-backs/${id}/cancel`);
const given = async () => (await shop.given(pending.ref)).map(({ price }) => price);
const endFreeze = async () => {
  shops.service.clock.set(MONDAY);
  await shop.work();
};
const sql = (text: string, values: unknown[]) => shops.service.sql(text, values);

describe("a price that waits in a freeze", () => {
  it("is canceled by a person and never written, and nobody is alerted", async () => {
    await freeze();
    const id = await approve();
    expect((await shown()).write_back.queued_id).toBe(id);
    const answer = await cancel(id);
    expect(answer.json, answer.text).toMatchObject({
      ok: true,
      idempotent: false,
      write_back: {
        id,
        status: "failed",
        store_answer: expect.stringContaining("canceled"),
        waits_until: null,
      },
    });
    await endFreeze();
    expect(await given()).toEqual([]);
    expect(await shown()).toMatchObject({
      status: "failed",
      write_back: { status: "failed", queued_id: null },
    });
    expect(await sql("SELECT FROM alerts WHERE item_id = $1", [pending.item])).toEqual([]);
    const { db } = shops.service.services;
    const [since, now] = [new Date(0), new Date(shops.service.clock.now())];
    const problems = await inTenant(db, shop.workspace.tenant, (tx) =>
      unsettledWriteBacks(tx, { since, now, doubtAfterMs: DAY_MS }),
    );
    expect(problems).toEqual([]);
  });

  it("is canceled once: a repeat is answered as done, and leaves one event of the person", async () => {
    await freeze();
    const id = await approve();
    const answers = await Promise.all([cancel(id), cancel(id), cancel(id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.filter(({ text }) => text === REPEAT)).toHaveLength(2);
    expect((await cancel(id)).text).toBe(REPEAT);
    const events = await sql(
      "SELECT action, actor, after::jsonb ->> 'status' AS status FROM audit_events WHERE subject = $1",
      [id],
    );
    expect(events).toMatchObject([
      { action: "write_back.cancel", actor: expect.stringMatching(/^token:/), status: "failed" },
    ]);
  });

  it("leaves the item free for another price", async () => {
    await freeze();
    await cancel(await approve());
    const again = await shop.pending({ recommendation: { item_id: pending.item } });
    pending = { ...pending, recommendation: again.recommendation };
    await approve();
    await endFreeze();
    expect(await given()).toEqual(["2149"]);
  });

  it("is in the report of decisions with who canceled it", async () => {
    await freeze();
    const id = await approve();
    await cancel(id);
    const { json } = await shop.get("/reports/export?report=decisions&format=json");
    const [row] = (json?.["data"] as Record<string, unknown>[]).filter(
      (each) => each["decision"] === "cancel",
    );
    expect(row).toMatchObject({ by_kind: "token", recommendation_id: pending.recommendation });
    const { json: people } = await shop.get("/reports/export?report=deciders&format=json");
    expect(people?.["data"]).toMatchObject([{ approved: 1, canceled: 1, decisions: 2 }]);
  });

  it("is taken back or kept: a revert that waits is canceled too, and the price stays applied", async () => {
    const id = await approve();
    await shop.work();
    await freeze();
    await shop.post(`/write-backs/${id}/revert`);
    const { queued_id: revert } = (await shown()).write_back;
    expect(revert).not.toBe(id);
    expect((await cancel(String(revert))).status).toBe(200);
    await endFreeze();
    expect(await given()).toEqual(["2149"]);
    expect(await shown()).toMatchObject({
      status: "applied",
      write_back: { status: "applied", revert_status: "failed", reverted_by: null, queued_id: null },
    });
  });
});

describe("whoever may not approve", () => {
  const as = async (role: Role, scopes?: readonly Scope[]) => {
    const userId = await shops.service.person({ workspaceId: shop.workspace.id, role });
    return shops.service.mintToken({ workspaceId: shop.workspace.id, userId, ...(scopes ? { scopes } : {}) });
  };

  it.each([
    ["analyst", undefined, "forbidden_role"],
    ["owner", ["recommendations:write"], "insufficient_scope"],
  ] as const)("cancels nothing as %s with the scopes %s: %s", async (role, scopes, error) => {
    await freeze();
    const id = await approve();
    const token = await as(role, scopes);
    const answer = await shops.service.call("POST", `/write-backs/${id}/cancel`, { token });
    expect([answer.status, answer.json?.["error"]]).toEqual([403, error]);
    await endFreeze();
    expect(await given()).toEqual(["2149"]);
  });
});

describe("a price that is being written", () => {
  const BEFORE: readonly Checkpoint[] = ["write-back:leased", "write-back:read"];
  const AFTER: readonly Checkpoint[] = [
    "write-back:sent-recorded",
    "write-back:answered",
    "write-back:before-applied",
  ];
  /** Cancels at that point of the worker. @returns the status of the answer */
  const cancelAt = async (point: Checkpoint): Promise<number | null> => {
    const id = await approve();
    let status: number | null = null;
    shops.onFault(async (at) => {
      if (at === point) ({ status } = await cancel(id));
    });
    await shop.work();
    shops.onFault(null);
    await shop.work();
    return status;
  };

  it.each(BEFORE)("is canceled at %s, and the worker does not send it", async (point) => {
    expect(await cancelAt(point)).toBe(200);
    expect(await given()).toEqual([]);
    expect(await shown()).toMatchObject({ status: "failed", write_back: { status: "failed" } });
  });

  it.each(AFTER)("is not canceled at %s, and is applied", async (point) => {
    expect(await cancelAt(point)).toBe(409);
    expect(await given()).toEqual(["2149"]);
    expect(await shown()).toMatchObject({ status: "applied", write_back: { status: "applied" } });
  });

  it("is canceled or written, never both, when both happen at the same moment", async () => {
    for (let n = 0; n < 12; n++) {
      pending = await shop.pending();
      const id = await approve();
      const [{ status }] = await Promise.all([cancel(id), shop.work()]);
      await shop.work();
      expect([status, await given(), (await shown()).status]).toEqual(
        status === 200 ? [200, [], "failed"] : [409, ["2149"], "applied"],
      );
    }
  });

  it.each(["applied", "failed", "conflict", "unknown"])("is not canceled once it is %s", async (status) => {
    const { workspace, integration } = shop;
    const id = await shops.service.make.writeBack(workspace.id, { status, integration_id: integration });
    const answer = await cancel(id);
    expect([answer.status, answer.json?.["current_status"]]).toEqual([409, status]);
  });
});
