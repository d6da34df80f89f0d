import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/server/domain/durations";
import type { Role } from "@/server/domain/permissions";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startMailServer } from "@/server/testing/mail-server";
import { mailsOf } from "@/server/testing/mails";
import { startTestService } from "@/server/testing/service";
import { deliverDueMails } from "../mails/deliver";
import type { Services } from "../services";
import { notifyMembers } from "./notify";

/** A Friday: no weekly digest is due. */
const START = "2026-11-06T09:30:00.000Z";

const service = duringTests(startTestService);
let shop: TestWorkspace;
beforeEach(async () => {
  await service.sql("DELETE FROM mails");
  await service.sql("UPDATE workspaces SET lifecycle = 'suspended'");
  service.clock.set(START);
  shop = await service.workspace();
});

const notifications = async (topic?: string) =>
  (await mailsOf(service))
    .filter((mail) => mail.topic !== null && (topic === undefined || mail.topic === topic))
    .map(({ userId: user_id, ...mail }) => ({ user_id, ...mail }));
const later = async (ms: number) => {
  service.clock.advance(ms);
  await notifyMembers(service.services);
};
const ended = (ms = 0) => new Date(service.clock.now() + ms);
const failedRun = () =>
  service.make.run(shop.id, { status: "failed", error: "It broke.", finished_at: ended() });
/** A run that holds one price. @returns its id */
const heldRun = async (held_reason: string): Promise<string> => {
  const run = await service.make.run(shop.id, { held_reason, finished_at: ended() });
  await service.make.recommendation(shop.id, { run_id: run, status: "held" });
  return run;
};
const choose = (userId: string, set: string) =>
  service
    .sql(
      `INSERT INTO notification_choices (workspace_id, user_id, approvals, digest, runs, write_backs, integrations,
       time_zone, updated_at) VALUES ($1, $2, true, 'off', true, true, true, 'UTC', $3)`,
      [shop.id, userId, ended(-30 * DAY_MS)],
    )
    .then(() => service.sql(`UPDATE notification_choices SET ${set} WHERE user_id = $1`, [userId]));
const waiting = (columns = {}) =>
  service.make.recommendation(shop.id, { status: "pending_approval", ...columns });

/** The factories create memberships at the database's time; the test needs them as old as the shop. */
const backdateMemberships = () =>
  service.sql("UPDATE memberships SET created_at = $1", [ended(-60 * DAY_MS)]);
const member = async (role: Role) => {
  const userId = await service.person({ workspaceId: shop.id, role });
  await backdateMemberships();
  return userId;
};
beforeEach(() => backdateMemberships());

describe("what went wrong", () => {
  it("is told once, however often and by however many workers, with the way to it", async () => {
    const run = await failedRun();
    await Promise.all(Array.from({ length: 6 }, () => notifyMembers(service.services)));
    await later(HOUR_MS);
    expect(await notifications("runs")).toMatchObject([
      {
        user_id: shop.userId,
        subject: expect.stringContaining("a run needs a look") as string,
        text: expect.stringContaining(`/w/${shop.id}/runs/${run}`) as string,
      },
    ]);
  });

  it("comes together when it is of one kind, at least a quarter of an hour after the mail before", async () => {
    const store = await service.make.integration(shop.id);
    const ends = (status: "failed" | "conflict", store_answer: string) =>
      service.make.writeBack(shop.id, {
        integration_id: store,
        status,
        store_answer,
        first_sent_at: null,
        finished_at: ended(),
      });
    await ends("failed", "It failed.");
    await ends("conflict", "Another price.");
    await notifyMembers(service.services);
    await ends("failed", "Again.");
    await later(14 * MINUTE_MS);
    expect(await notifications("write_backs")).toHaveLength(1);
    await later(60_000);
    const mails = await notifications("write_backs");
    expect(mails.map(({ subject }) => subject.replace(/^.*: /, ""))).toEqual([
      "2 prices did not reach the store, or may not have",
      "a price did not reach the store",
    ]);
    expect(mails[1]?.text).toContain("Again.");
  });

  it.each([
    ["failed before it was sent", { status: "failed", first_sent_at: null }, false],
    ["was refused by the store, which keeps its price", { status: "failed", store_price: 1999n }, false],
    ["was sent and given up unread", { status: "failed" }, true],
    ["met a broken guard before it was sent", { status: "conflict", first_sent_at: null }, false],
    ["was taken and then overwritten", { status: "conflict", store_price: 1899n }, true],
  ] as const)("says of a price that %s only what is certain", async (_what, columns, mayBeInStore) => {
    await service.make.writeBack(shop.id, { ...columns, store_answer: "The reason.", finished_at: ended() });
    await notifyMembers(service.services);
    const [mail] = await notifications("write_backs");
    expect(mail?.text).toContain(
      mayBeInStore
        ? "may not be in the store as approved, look there. The reason."
        : "was not written. The reason.",
    );
    expect(mail?.subject).toContain(mayBeInStore ? "may not have reached" : "did not reach the store");
  });

  it("tells of a price in doubt when the usual time is over, and of its end besides", async () => {
    const id = await service.make.writeBack(shop.id, {
      status: "unknown",
      sent_at: ended(),
      first_sent_at: ended(),
      sends: 1,
    });
    await later(service.services.settings.unknownOutcomeAlertMs - 1);
    expect(await notifications()).toEqual([]);
    await later(1);
    expect(await notifications("write_backs")).toHaveLength(1);
    await service.sql("UPDATE write_backs SET status = 'failed', finished_at = $2 WHERE id = $1", [
      id,
      ended(),
    ]);
    await later(HOUR_MS);
    expect(await notifications("write_backs")).toHaveLength(2);
  });

  it("tells of a held run until it is released, and of each time a store stops answering", async () => {
    await heldRun("It would move too much.");
    await service.make.run(shop.id, { held_reason: "Before.", released_at: ended(), finished_at: ended() });
    const store = await service.make.integration(shop.id, { status: "failing", error: "No answer." });
    await notifyMembers(service.services);
    await later(2 * HOUR_MS);
    expect((await notifications("runs")).map(({ text }) => text.includes("too much"))).toEqual([true]);
    expect(await notifications("integrations")).toHaveLength(1);
    await service.sql("UPDATE integrations SET status = 'connected' WHERE id = $1", [store]);
    await later(HOUR_MS);
    await service.sql("UPDATE integrations SET status = 'failing' WHERE id = $1", [store]);
    await later(HOUR_MS);
    expect(await notifications("integrations")).toHaveLength(2);
  });

  it("is told of no held run whose prices later runs have replaced", async () => {
    const run = await heldRun("It would move too much.");
    await service.sql("UPDATE recommendations SET status = 'superseded' WHERE run_id = $1", [run]);
    await notifyMembers(service.services);
    expect(await notifications("runs")).toEqual([]);
  });

  it("is told to those whose role it is for and who want it, and to nobody deleted, removed or unconfirmed", async () => {
    const quiet = await member("approver");
    await choose(quiet, "runs = false");
    const curious = await member("viewer");
    await choose(curious, "runs = true, approvals = true, integrations = true");
    await member("viewer");
    const removed = await member("owner");
    await service.sql("DELETE FROM memberships WHERE user_id = $1", [removed]);
    await service.person({ workspaceId: shop.id, role: "owner", confirmed: false });
    const deleted = await member("owner");
    await service.sql("UPDATE users SET deleted_at = now() WHERE id = $1", [deleted]);
    await failedRun();
    await waiting();
    await service.make.integration(shop.id, { status: "failing" });
    await notifyMembers(service.services);
    const who = async (topic: string) => (await notifications(topic)).map(({ user_id }) => user_id).sort();
    expect(await who("runs")).toEqual([shop.userId, curious].sort());
    expect(await who("approvals")).toEqual([shop.userId, quiet].sort());
    expect(await who("integrations")).toEqual([shop.userId]);
  });

  it("is not told from before somebody joined, nor in a workspace that is suspended", async () => {
    await failedRun();
    const late = await service.person({ workspaceId: shop.id, role: "owner" });
    await service.sql("UPDATE memberships SET created_at = $2 WHERE user_id = $1", [late, ended(1)]);
    await service.sql("UPDATE workspaces SET lifecycle = 'suspended' WHERE id = $1", [shop.id]);
    await notifyMembers(service.services);
    expect(await notifications()).toEqual([]);
    await service.sql("UPDATE workspaces SET lifecycle = 'active' WHERE id = $1", [shop.id]);
    await notifyMembers(service.services);
    expect((await notifications("runs")).map(({ user_id }) => user_id)).toEqual([shop.userId]);
  });
});

describe("what waits for approval", () => {
  it("comes in one mail, again after four hours when more came, and after a day when nothing did", async () => {
    for (let i = 0; i < 3; i++) await waiting();
    await waiting({ snooze_until: ended(48 * HOUR_MS) });
    await notifyMembers(service.services);
    expect((await notifications("approvals")).map(({ subject }) => subject.replace(/^.*: /, ""))).toEqual([
      "3 prices wait for approval",
    ]);
    service.clock.advance(HOUR_MS);
    await waiting();
    await later(3 * HOUR_MS - 1);
    expect(await notifications("approvals")).toHaveLength(1);
    await later(1);
    expect(await notifications("approvals")).toHaveLength(2);
    await later(24 * HOUR_MS - 1);
    expect(await notifications("approvals")).toHaveLength(2);
    await later(1);
    expect(await notifications("approvals")).toHaveLength(3);
  });

  it("is told to nobody on a plan that approves nothing, and no more once it is decided", async () => {
    await waiting();
    await service.sql("UPDATE workspaces SET plan = 'pro' WHERE id = $1", [shop.id]);
    await notifyMembers(service.services);
    await service.sql("UPDATE workspaces SET plan = 'max' WHERE id = $1", [shop.id]);
    await service.sql("UPDATE recommendations SET status = 'dismissed' WHERE workspace_id = $1", [shop.id]);
    await later(HOUR_MS);
    expect(await notifications()).toEqual([]);
  });
});

describe("a digest", () => {
  it("comes once at seven in its reader's time zone, with what moved and the audit log's end", async () => {
    await choose(shop.userId, "digest = 'daily', time_zone = 'Europe/Berlin'");
    service.clock.set("2026-11-03T05:00:00.000Z");
    const rec = await service.make.recommendation(shop.id, {
      status: "applied",
      margin_before: "0.2797",
      margin_after: "0.0325",
    });
    await service.make.writeBack(shop.id, {
      recommendation_id: rec,
      status: "applied",
      expected_price: 1999n,
      target_price: 2149n,
      finished_at: ended(),
    });
    service.clock.set("2026-11-03T05:59:59.000Z");
    await notifyMembers(service.services);
    const before = (await notifications("digest")).length;
    await later(1_000);
    await later(HOUR_MS);
    const mails = await notifications("digest");
    expect(mails).toHaveLength(before + 1);
    const text = mails.at(-1)?.text ?? "";
    expect(text).toContain("to Tue, 3 Nov 2026, 07:00 (Europe/Berlin)");
    expect(text).toContain("19.99 EUR to 21.49 EUR, margin 28 % to 3.2 %");
    expect(text).toMatch(/The audit log holds 0 events and ends with\n0{64}/);
    expect(text).toContain("Page checks used this month (UTC): 0 of 1,000,000");
  });

  it("counts what runs recommended, and no price by hand", async () => {
    await choose(shop.userId, "digest = 'daily', time_zone = 'UTC'");
    service.clock.set("2026-11-02T12:00:00.000Z");
    for (const by_hand of [false, false, true]) await service.make.recommendation(shop.id, { by_hand });
    service.clock.set("2026-11-03T08:00:00.000Z");
    await notifyMembers(service.services);
    expect((await notifications("digest")).at(-1)?.text).toContain("New recommendations: 2\n");
  });

  it("counts what lanes decided since the last one, and what they would have decided in shadow", async () => {
    await choose(shop.userId, "digest = 'daily', time_zone = 'UTC'");
    const recommendation = await service.make.recommendation(shop.id);
    const decided = (lane: string, mode: string, outcome: string, count: number, at: string) =>
      service.sql(
        `INSERT INTO lane_decisions (workspace_id, id, lane, mode, run_id, recommendation_id, version, outcome, reason,
           currency, at) SELECT $1, $2 || n, $3, $4, 'run_1', $5, $6::int + n, $7,
           CASE WHEN $7 = 'fell_out' THEN 'changed' END, 'EUR', $8 FROM generate_series(1, $9::int) n`,
        [
          shop.id,
          `lnd_${lane}${outcome}${at}`,
          lane,
          mode,
          recommendation,
          (version += 10),
          outcome,
          at,
          count,
        ],
      );
    let version = 0;
    await decided("Small", "open", "approved", 3, "2026-11-02T12:00:00Z");
    await decided("Small", "open", "fell_out", 1, "2026-11-02T12:00:00Z");
    await decided("Cheap", "shadow", "would_approve", 1, "2026-11-03T06:00:00Z");
    await decided("Small", "open", "approved", 5, "2026-11-01T12:00:00Z");
    service.clock.set("2026-11-03T08:00:00.000Z");
    await notifyMembers(service.services);
    const text = (await notifications("digest")).at(-1)?.text ?? "";
    expect(text).toContain(
      "Auto-approval rules:\n- Cheap would have approved 1 price, in shadow\n- Small approved 3 prices; 1 left to people\n",
    );
  });

  it("shows the audit log's end only to those who may read the audit log", async () => {
    const viewer = await member("viewer");
    await choose(viewer, "digest = 'daily'");
    await notifyMembers(service.services);
    const mail = (await notifications("digest")).find(({ user_id }) => user_id === viewer);
    expect(mail?.text).toContain("Runs: ");
    expect(mail?.text).not.toContain("audit log");
  });
});

it("writes the audit log's end of every workspace to the service's log once a day", async () => {
  const lines: object[] = [];
  const log = { ...service.services.log, info: (fields: object) => void lines.push(fields) };
  const services: Services = { ...service.services, log };
  for (const hours of [0, 1, 14, 1]) {
    service.clock.advance(hours * HOUR_MS);
    await notifyMembers(services);
  }
  const heads = lines.filter((line) => "head" in line);
  expect(heads).toEqual(Array(2).fill({ workspace: shop.id, events: "0", head: "0".repeat(64) }));
});

describe("a mail with catalog text in it", () => {
  let server: Awaited<ReturnType<typeof startMailServer>>;
  beforeEach(async () => {
    server = await startMailServer();
  });
  afterEach(() => server.close());
  const services = (): Services => ({
    ...service.services,
    settings: { ...service.services.settings, smtpUrl: server.url },
  });

  it("escapes it, links to nothing but this installation, and lets no header in", async () => {
    const title = '<img src=x onerror="alert(1)">\r\nBcc: eve@example.test\r\n\r\nhttps://evil.test/w/';
    await service.sql("UPDATE workspaces SET name = $2 WHERE id = $1", [
      shop.id,
      "Shop\r\nBcc: eve@example.test",
    ]);
    const item = await service.make.item(shop.id, { title });
    await service.make.writeBack(shop.id, { item_id: item, status: "failed", finished_at: ended() });
    await notifyMembers(services());
    const [raw = ""] = server.taken;
    const headers = raw.slice(0, raw.indexOf("\n\n")).replace(/\n[ \t]+/g, " ");
    expect(headers).not.toMatch(/^bcc:/im);
    expect(headers).toMatch(/^List-Unsubscribe: <http[^>\s]+\/unsubscribe\?[^>\s]+>$/m);
    expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    const body = raw.replace(/=\n/g, "").replaceAll("=3D", "=");
    expect(body).toContain("&#60;img src=x");
    expect(body).not.toContain('<img src=x onerror="alert(1)">\n');
    expect(body).not.toContain('href="https://evil.test');
    const stored = await service.sql<{ row: string }>("SELECT m::text AS row FROM mails m");
    expect(stored.every(({ row }) => !row.includes("unsubscribe"))).toBe(true);
  });

  it("is not sent to somebody who left before the mail server took it", async () => {
    server.refuse(true);
    await failedRun();
    await notifyMembers(services());
    await service.sql("DELETE FROM memberships WHERE user_id = $1", [shop.userId]);
    server.refuse(false);
    await deliverDueMails(services());
    expect(server.taken).toEqual([]);
  });
});
