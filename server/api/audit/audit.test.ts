import { beforeEach, describe, expect, it } from "vitest";
import { auditHash, CHAIN_START } from "@/server/db/audit/chain";
import { MINUTE_MS } from "@/server/domain/durations";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";

const service = duringTests(startTestService);
let workspace: TestWorkspace;
beforeEach(async () => {
  workspace = await service.workspace();
});

const page = (userId = workspace.userId, workspaceId = workspace.id) =>
  browserCaller(service, { userId, workspaceId });

/** Writes a chain of events about one object into the log, as the service would have. */
async function events(
  count: number,
  subject = "thing_1",
  actor = `user:${workspace.userId}`,
  labelOf = (_index: number) => actor.slice(5),
): Promise<void> {
  let previous = CHAIN_START.hash;
  const rows = Array.from({ length: count }, (_, index) => {
    const line = {
      seq: String(index + 1),
      id: `evt_${subject}${index}`,
      at: new Date(service.clock.now() + index).toISOString(),
      actor,
      actor_label: labelOf(index),
      via: "web",
      action: "token.revoke",
      subject,
      before: null,
      after: null,
      request_id: null,
      ip: null,
      previous,
    };
    previous = auditHash(workspace.id, line);
    return { ...line, hash: previous };
  });
  await service.sql(
    `INSERT INTO audit_events (workspace_id, seq, id, at, actor, actor_label, via, action, subject, previous, hash)
     SELECT $1, r.seq::bigint, r.id, r.at::timestamptz, r.actor, r.actor_label, r.via, r.action, r.subject,
       decode(r.previous, 'hex'), decode(r.hash, 'hex')
     FROM jsonb_to_recordset($2::jsonb) AS r(seq text, id text, at text, actor text, actor_label text, via text,
       action text, subject text, previous text, hash text)`,
    [workspace.id, JSON.stringify(rows)],
  );
}

/** Runs SQL that someone with the owner's password could run on the table. */
async function tamper(sql: string): Promise<void> {
  await service.sql("ALTER TABLE audit_events DISABLE TRIGGER audit_append_only");
  await service.sql(sql, [workspace.id]);
  await service.sql("ALTER TABLE audit_events ENABLE TRIGGER audit_append_only");
}

describe("a page of the log", () => {
  it("is bounded in bytes too, and the pages together hold every event once", async () => {
    await events(60);
    await tamper(
      "UPDATE audit_events SET id = 'evt_' || lpad(seq::text, 26, '0'), before = repeat('b', 20000), after = repeat('ä', 10000) WHERE workspace_id = $1",
    );
    const { audit } = await page();
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const answer = await audit.list({ limit: 50, ...(cursor === undefined ? {} : { cursor }) });
      expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(600 * 1024);
      seen.push(...answer.data.map(({ seq }) => seq));
      if (answer.next_cursor === null) break;
      cursor = answer.next_cursor;
    }
    expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => String(60 - index)));
  });

  it("holds an event that alone is longer than a page", async () => {
    await events(2);
    await tamper(
      "UPDATE audit_events SET id = 'evt_' || lpad(seq::text, 26, '0'), after = repeat('a', 700000) WHERE workspace_id = $1",
    );
    const { data, next_cursor } = await (await page()).audit.list({});
    expect([data.length, next_cursor]).toEqual([1, expect.any(String)]);
  });
});

describe("the log's verification from the page", () => {
  it("goes through a long log in bounded steps and says since when it holds", async () => {
    await events(5_003);
    const { audit } = await page();
    const first = await audit.verify({});
    expect(first).toMatchObject({ fault: null, point: { seq: "5000" }, end: { seq: "5003" } });
    expect(first.first_at).toBe(new Date(service.clock.now()).toISOString());
    const last = await audit.verify({ after: first.point, end: first.end });
    expect(last).toMatchObject({ fault: null, point: first.end, last_at: expect.any(String) as string });
  });

  it.each([
    [
      "an edited event",
      "UPDATE audit_events SET subject = 'x' WHERE workspace_id = $1 AND seq = 3",
      "edited",
    ],
    ["a missing event", "DELETE FROM audit_events WHERE workspace_id = $1 AND seq = 3", "gap"],
  ])("says where %s breaks it", async (_, sql, kind) => {
    await events(5);
    await tamper(sql);
    const { audit } = await page();
    expect(await audit.verify({})).toMatchObject({ fault: { seq: "3", kind }, point: { seq: "2" } });
  });

  it("notices events that are cut off between two steps", async () => {
    await events(5_003);
    const { audit } = await page();
    const { point, end } = await audit.verify({});
    await tamper("DELETE FROM audit_events WHERE workspace_id = $1 AND seq > 5001");
    expect(await audit.verify({ after: point, end })).toMatchObject({
      fault: { seq: "5002", kind: "truncated" },
    });
  });

  it("does not take another beginning than the one that a step returned", async () => {
    await events(5);
    const { audit } = await page();
    const { end } = await audit.verify({});
    const after = { seq: "2", hash: "f".repeat(64) };
    expect(await audit.verify({ after, end })).toMatchObject({ fault: { seq: "3", kind: "reordered" } });
  });

  it("finds nothing wrong in an empty log", async () => {
    const { audit } = await page();
    expect(await audit.verify({})).toMatchObject({ fault: null, end: { seq: "0" }, first_at: null });
  });

  it("is for those who may read the log, and limited in a minute", async () => {
    const viewer = await service.person({ workspaceId: workspace.id, role: "viewer" });
    await expect((await page(viewer)).audit.verify({})).rejects.toMatchObject({
      cause: { code: "insufficient_scope" },
    });
    const { audit } = await page();
    const answers = await Promise.allSettled(Array.from({ length: 121 }, () => audit.verify({})));
    expect(answers.filter(({ status }) => status === "rejected")).toHaveLength(1);
    await expect(audit.verify({})).rejects.toMatchObject({ cause: { code: "rate_limited" } });
    service.clock.advance(MINUTE_MS);
    await expect(audit.verify({})).resolves.toMatchObject({ fault: null });
  });
});

describe("an event of the list", () => {
  it("names the object that it is about, and of a write-back the recommendation that it belongs to", async () => {
    const item = await service.make.item(workspace.id, { sku: "MUG-350", title: "Mug" });
    const recommendation = await service.make.recommendation(workspace.id, { item_id: item });
    await events(
      1,
      await service.make.writeBack(workspace.id, { item_id: item, recommendation_id: recommendation }),
    );
    const { data } = await (await page()).audit.list({});
    expect(data[0]?.object).toMatchObject({
      kind: "recommendation",
      id: recommendation,
      name: "MUG-350",
      detail: "Mug",
    });
  });

  it.each([
    "offer",
    "observation",
    "run",
    "alert",
    "schedule",
    "freeze",
    "webhook",
    "batch",
    "integration",
  ] as const)("names an object of the kind %s, and none of another workspace", async (kind) => {
    const other = await service.workspace();
    await events(1, await service.make[kind](workspace.id));
    const { data } = await (await page()).audit.list({});
    expect(data[0]?.object).toMatchObject({ id: expect.stringMatching(/^[a-z]+_/) as string });
    workspace = await service.workspace();
    await events(1, await service.make[kind](other.id));
    expect((await (await page()).audit.list({})).data[0]?.object).toBeNull();
  });

  it("names its author as the author is called now, and by the id once they have left", async () => {
    const person = await service.person({ workspaceId: workspace.id, role: "admin" });
    await service.sql("UPDATE users SET name = 'Anna' WHERE id = $1", [person]);
    await events(1, person, `user:${person}`);
    expect((await (await page()).audit.list({})).data[0]).toMatchObject({
      actor_name: "Anna",
      actor_detail: expect.stringContaining("@") as string,
      object: { kind: "member", name: "Anna" },
    });
    await service.sql("DELETE FROM memberships WHERE user_id = $1", [person]);
    expect((await (await page()).audit.list({})).data[0]).toMatchObject({ actor_name: person, object: null });
  });

  it("says for whom an application acted, where it acts for two people", async () => {
    const actor = "grant:gra_1";
    await service.sql(
      `INSERT INTO oauth_grants (workspace_id, id, user_id, client_id, client_name, client_kind, redirect_uri, resources,
         scopes, expires_at) VALUES ($1, 'gra_1', $2, 'cli_1', 'Assistant', 'registered', 'https://a.test', '{api}', '{runs:read}', now())`,
      [workspace.id, workspace.userId],
    );
    const people = [workspace.userId, await service.person({ workspaceId: workspace.id, role: "admin" })];
    for (const [index, person] of people.entries())
      await service.sql("UPDATE users SET name = $2 WHERE id = $1", [person, ["Anna", "Berta"][index]]);
    await events(2, "thing_1", actor, (index) => `Assistant for ${people[index] ?? ""}`);
    const { data } = await (await page()).audit.list({});
    expect(data.map(({ actor_name }) => actor_name)).toEqual([
      "Berta by application “Assistant”",
      "Anna by application “Assistant”",
    ]);
  });
});
