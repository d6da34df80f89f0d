import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EVERYTHING } from "@/server/domain/changes/change";
import { duringTests } from "@/server/testing/during-tests";
import { type EventReader, openEvents } from "@/server/testing/event-reader";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestSite } from "@/server/testing/site";

const site = duringTests(() => startTestSite({ settings: { heartbeatMs: 100 } }));
let shop: TestWorkspace;
const opened: EventReader[] = [];
beforeEach(async () => {
  shop = await site.service.workspace();
});
afterEach(() => {
  for (const reader of opened.splice(0)) reader.close();
});

/** Opens the stream as a person and waits until changes are reported on it. */
async function follow(userId = shop.userId, workspaceId = shop.id): Promise<EventReader> {
  const reader = await openEvents(site.url, workspaceId, await site.service.sessionCookie(userId));
  opened.push(reader);
  expect(await reader.next()).toEqual({ name: "ready", data: {} });
  return reader;
}

const touch = (workspaceId: string) =>
  site.service.sql("UPDATE recommendations SET updated_at = now() WHERE workspace_id = $1", [workspaceId]);

describe("a stream of changes", () => {
  it("reports which recommendation somebody else decided, with nothing but its id", async () => {
    const { service } = site;
    const colleague = await service.person({ workspaceId: shop.id, role: "approver" });
    const id = await service.make.recommendation(shop.id, { status: "new" });
    const reader = await follow();
    expect(Object.fromEntries(reader.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    const token = await service.mintToken({ workspaceId: shop.id, userId: colleague });
    const answer = await service.call("POST", `/recommendations/${id}/dismiss`, {
      token,
      body: { reason: "Not now" },
    });
    expect(answer.status).toBe(200);
    expect(await reader.changes()).toEqual([{ kind: "recommendation", ids: [id] }]);
  });

  it("reports runs, write-backs, alerts and batches", async () => {
    const { make } = site.service;
    const reader = await follow();
    const seen = new Map<string, string>();
    for (const kind of ["run", "alert", "batch", "writeBack"] as const) {
      const id = await make[kind](shop.id);
      for (let found = false; !found; ) {
        const change = (await reader.changes()).find(({ ids }) => ids?.includes(id));
        found = change !== undefined;
        if (change) seen.set(kind, change.kind);
      }
    }
    expect(Object.fromEntries(seen)).toEqual({
      run: "run",
      alert: "alert",
      batch: "batch",
      writeBack: "write_back",
    });
  });

  it("reports nothing before the change is committed, nor of one that is rolled back", async () => {
    const id = await site.service.make.recommendation(shop.id);
    const reader = await follow();
    const client = await site.service.db.pool.connect();
    try {
      await client.query("BEGIN");
      await client.query("SELECT set_config('app.workspace_id', $1, true)", [shop.id]);
      await client.query("UPDATE recommendations SET updated_at = now()");
      await client.query("ROLLBACK");
    } finally {
      client.release();
    }
    const run = await site.service.make.run(shop.id);
    expect(await reader.changes()).toEqual([{ kind: "run", ids: [run] }]);
    await touch(shop.id);
    expect(await reader.changes()).toEqual([{ kind: "recommendation", ids: [id] }]);
  });

  it("reports many rows without their ids", async () => {
    const { make, sql } = site.service;
    const id = await make.recommendation(shop.id, { status: "superseded" });
    const reader = await follow();
    // Their ids are longer than a notification may be.
    await sql(
      `INSERT INTO recommendations SELECT (jsonb_populate_record(r, jsonb_build_object('id', r.id || n))).*
       FROM recommendations r, generate_series(1, 1000) n WHERE r.workspace_id = $1 AND r.id = $2`,
      [shop.id, id],
    );
    expect(await reader.changes()).toEqual([{ kind: "recommendation", ids: null }]);
  });

  it("never carries another workspace's changes", async () => {
    const other = await site.service.workspace();
    const [mine, theirs] = [
      await site.service.make.recommendation(shop.id),
      await site.service.make.recommendation(other.id),
    ];
    const [reader, neighbour] = [await follow(), await follow(other.userId, other.id)];
    await touch(other.id);
    expect(await neighbour.changes()).toEqual([{ kind: "recommendation", ids: [theirs] }]);
    await touch(shop.id);
    expect(await reader.changes()).toEqual([{ kind: "recommendation", ids: [mine] }]);
  });
});

describe("access to a stream of changes", () => {
  it("is refused without a session, from another site, and for another workspace", async () => {
    const other = await site.service.workspace();
    const cookie = await site.service.sessionCookie(shop.userId);
    const statusOf = async (workspaceId: string, headers: Record<string, string>) =>
      (await fetch(`${site.url}/api/files/${workspaceId}/changes`, { headers })).status;
    expect(await statusOf(shop.id, {})).toBe(401);
    expect(await statusOf(shop.id, { cookie, "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await statusOf(other.id, { cookie })).toBe(403);
    const token = await site.service.mintToken({ workspaceId: shop.id, userId: shop.userId });
    expect(await statusOf(shop.id, { authorization: `Bearer ${token}` })).toBe(401);
  });

  it("ends when the person is removed from the workspace", async () => {
    const member = await site.service.person({ workspaceId: shop.id, role: "viewer" });
    const reader = await follow(member);
    await site.service.sql("DELETE FROM memberships WHERE workspace_id = $1 AND user_id = $2", [
      shop.id,
      member,
    ]);
    await reader.ended;
    expect(await reader.next()).toBeNull();
    expect(site.service.db.changes.count(member).ofPerson).toBe(0);
  });

  it("ends at once, before the next heartbeat, and goes on for everybody else", async () => {
    const calm = await startTestSite({ settings: { heartbeatMs: 600_000 } });
    const { service } = calm;
    try {
      const { id, userId } = await service.workspace();
      const member = await service.person({ workspaceId: id, role: "viewer" });
      const [leaving, staying] = await Promise.all(
        [member, userId].map(async (person) => openEvents(calm.url, id, await service.sessionCookie(person))),
      );
      for (const reader of [leaving, staying]) expect(await reader?.next()).toMatchObject({ name: "ready" });
      await service.sql("DELETE FROM memberships WHERE workspace_id = $1 AND user_id = $2", [id, member]);
      await leaving?.ended;
      expect(service.db.changes.count(userId).ofPerson).toBe(1);
      staying?.close();
    } finally {
      await calm.close();
    }
  });

  it("ends with the session", async () => {
    const reader = await follow();
    await site.service.sql("UPDATE sessions SET ended_at = now() WHERE user_id = $1", [shop.userId]);
    await reader.ended;
  });

  it("is one request for the rate limit, however long it lasts", async () => {
    const few = await startTestSite({ settings: { heartbeatMs: 5, browserPerMinute: 2 } });
    try {
      const { id, userId } = await few.service.workspace();
      const cookie = await few.service.sessionCookie(userId);
      const reader = await openEvents(few.url, id, cookie);
      const chunks = (await fetch(`${few.url}/api/files/${id}/changes`, { headers: { cookie } })).body;
      let heard = "";
      for await (const chunk of chunks ?? []) {
        heard += Buffer.from(chunk).toString();
        if (heard.split("event: heartbeat").length > 5) break;
      }
      expect(heard.split("event: heartbeat").length).toBeGreaterThan(5);
      expect((await openEvents(few.url, id, cookie)).status).toBe(429);
      reader.close();
    } finally {
      await few.close();
    }
  });

  it("is refused to a person with too many streams, and to all when half the connections are streams", async () => {
    const readers = [];
    for (let count = 0; count < 20; count += 1) readers.push(await follow());
    const cookie = await site.service.sessionCookie(shop.userId);
    const refused = await openEvents(site.url, shop.id, cookie);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"]);
    const colleague = await site.service.person({ workspaceId: shop.id });
    await follow(colleague);
    const { http } = site.service.services.settings;
    const few = await startTestSite({ settings: { http: { ...http, connections: 2 } } });
    try {
      const { id, userId } = await few.service.workspace();
      const another = await few.service.person({ workspaceId: id });
      const first = await openEvents(few.url, id, await few.service.sessionCookie(userId));
      expect(await first.next()).toMatchObject({ name: "ready" });
      expect((await openEvents(few.url, id, await few.service.sessionCookie(another))).status).toBe(429);
      first.close();
    } finally {
      await few.close();
    }
  });

  it("is refused to a call for JSON, which then follows nothing", async () => {
    const cookie = await site.service.sessionCookie(shop.userId);
    const response = await fetch(`${site.url}/api/trpc/changes.stream?input={}`, {
      headers: { cookie, "x-workspace-id": shop.id, "content-type": "application/json" },
    });
    expect(response.status).toBe(415);
    expect(site.service.db.changes.count(shop.userId).ofPerson).toBe(0);
  });
});

describe("a stream of changes and the process", () => {
  it("looks at everything again after the listener's connection was lost", async () => {
    const id = await site.service.make.recommendation(shop.id);
    const reader = await follow();
    await site.service.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'pricecheck-changes' AND datname = current_database()`,
    );
    expect(await reader.changes()).toEqual(EVERYTHING);
    await touch(shop.id);
    expect(await reader.changes()).toEqual([{ kind: "recommendation", ids: [id] }]);
  });

  it("ends at once when the process stops, which then takes no new one", async () => {
    const stopping = await startTestSite();
    try {
      const { id, userId } = await stopping.service.workspace();
      const cookie = await stopping.service.sessionCookie(userId);
      const reader = await openEvents(stopping.url, id, cookie);
      await reader.next();
      stopping.endStreams();
      await reader.ended;
      expect((await openEvents(stopping.url, id, cookie)).status).toBe(503);
      // Without a limit: the stream's connection must not be waited for.
      await stopping.stop();
    } finally {
      await stopping.close();
    }
  });
});
