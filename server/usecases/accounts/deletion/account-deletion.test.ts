import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hashPassword } from "@/server/credentials/password";
import { DAY_MS, MINUTE_MS } from "@/server/domain/durations";
import { runMaintenance } from "@/server/jobs/maintenance";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService, type TestService } from "@/server/testing/service";
import { addMember, removeMember } from "@/server/usecases/members/members";
import { transferOwnership } from "@/server/usecases/members/transfer-ownership";
import { memberContext, operatorContext } from "@/server/usecases/operator-context";
import { mintToken } from "@/server/usecases/tokens/mint";
import { cancelDeletion } from "./cancel";
import { purgeAccount } from "./purge";
import { readDeletion } from "./read";
import { requestDeletion } from "./request";

const PASSWORD = "korrekt pferd batterie";

const service = duringTests(startTestService);
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});
beforeEach(() => service.clock.advance(MINUTE_MS));

const services = () => service.services;
const emailOf = async (id: string): Promise<string> =>
  (await service.sql<{ email: string }>("SELECT email FROM users WHERE id = $1", [id]))[0]?.email ?? "";
const context = async (workspaceId: string, userId: string) =>
  memberContext(services(), workspaceId, await emailOf(userId));
const person = (columns: Parameters<TestService["person"]>[0] = {}) =>
  service.person({ passwordHash, ...columns });
const ask = (userId: string, password: string | null = PASSWORD) =>
  requestDeletion(services(), userId, { password, signedInAtMs: null });
const effective = async (userId: string): Promise<string | null | undefined> => {
  const { request } = await readDeletion(services(), userId);
  return request === null ? undefined : (request.effectiveAt?.toISOString() ?? null);
};
const gone = async (userId: string): Promise<boolean> =>
  (
    await service.sql<{ gone: boolean }>("SELECT deleted_at IS NOT NULL AS gone FROM users WHERE id = $1", [
      userId,
    ])
  )[0]?.gone ?? false;
const inDays = (days: number): string => new Date(service.clock.now() + days * DAY_MS).toISOString();
const mailsTo = async (userId: string): Promise<string[]> =>
  (
    await service.sql<{ subject: string }>("SELECT subject FROM mails WHERE user_id = $1 ORDER BY id", [
      userId,
    ])
  ).map(({ subject }) => subject);

/** A workspace with an owner who has a password, and one other member. */
async function pair(role: "owner" | "admin" = "admin") {
  const workspace = await service.workspace();
  await service.sql("UPDATE users SET password_hash = $2 WHERE id = $1", [workspace.userId, passwordHash]);
  const other = await person({ workspaceId: workspace.id, role });
  return { workspace, owner: workspace.userId, other };
}
const rolesIn = async (workspace: TestWorkspace) =>
  service.sql<{ user_id: string; role: string }>(
    "SELECT user_id, role FROM memberships WHERE workspace_id = $1 ORDER BY role",
    [workspace.id],
  );

describe("asking to be deleted", () => {
  it("takes effect in 30 days, is told by mail, and asked twice keeps its date", async () => {
    const id = await person();
    const due = inDays(30);
    expect(await ask(id)).toMatchObject({ asked: true, effectiveAt: new Date(due) });
    service.clock.advance(DAY_MS);
    const both = await Promise.all([ask(id), ask(id)]);
    expect(both.map(({ asked }) => asked)).toEqual([false, false]);
    expect(await effective(id)).toBe(due);
    expect(await mailsTo(id)).toEqual(["Your account will be deleted"]);
  });

  it("is one request when asked twice at once", async () => {
    const id = await person();
    const both = await Promise.all([ask(id), ask(id)]);
    expect(both.map(({ asked }) => asked).sort()).toEqual([false, true]);
    expect(await mailsTo(id)).toHaveLength(1);
  });

  it("needs the password, and without one a sign-in of just now", async () => {
    const id = await person();
    await expect(ask(id, "wrong")).rejects.toMatchObject({ code: "validation_error" });
    await expect(ask(id, null)).rejects.toMatchObject({ code: "validation_error" });
    const fresh = { password: null, signedInAtMs: service.clock.now() };
    await expect(requestDeletion(services(), id, fresh)).rejects.toMatchObject({ code: "validation_error" });
    const outside = await service.person();
    const since = (minutes: number) => ({
      password: "x",
      signedInAtMs: service.clock.now() - minutes * 60_000,
    });
    await expect(requestDeletion(services(), outside, since(11))).rejects.toMatchObject({
      code: "unauthorized",
    });
    await expect(ask(outside, "")).rejects.toMatchObject({ code: "unauthorized" });
    expect(await requestDeletion(services(), outside, since(9))).toMatchObject({ asked: true });
  });

  it("can be taken back until the last moment, and asked for anew with a date of its own", async () => {
    const id = await person();
    await ask(id);
    service.clock.advance(30 * DAY_MS - 1);
    await runMaintenance(services());
    expect(await cancelDeletion(services(), id)).toEqual({ canceled: true });
    expect(await cancelDeletion(services(), id)).toEqual({ canceled: false });
    service.clock.advance(DAY_MS);
    await runMaintenance(services());
    expect(await gone(id)).toBe(false);
    await ask(id);
    expect(await effective(id)).toBe(inDays(30));
  });
});

describe("an only owner's request", () => {
  it("is blocked without a date, and pending by itself when ownership moves, 30 days from then", async () => {
    const { workspace, owner, other } = await pair();
    expect(await ask(owner)).toMatchObject({
      effectiveAt: null,
      blockedBy: [{ workspaceId: workspace.id }],
    });
    service.clock.advance(40 * DAY_MS);
    await runMaintenance(services());
    expect([await gone(owner), await effective(owner)]).toEqual([false, null]);
    await transferOwnership(await context(workspace.id, owner), other);
    expect(await effective(owner)).toBe(inDays(30));
    expect(await mailsTo(owner)).toEqual([
      "Your account cannot be deleted yet",
      "Your account will be deleted",
    ]);
  });

  it.each([
    [
      "another owner is made",
      async (workspace: TestWorkspace, owner: string, other: string) =>
        addMember(await context(workspace.id, owner), { email: await emailOf(other), role: "owner" }),
    ],
    [
      "the others leave",
      async (workspace: TestWorkspace, owner: string, other: string) =>
        removeMember(await context(workspace.id, owner), other),
    ],
    [
      "the operator makes one",
      async (workspace: TestWorkspace, _owner: string, other: string) =>
        addMember(await operatorContext(services(), workspace.id), {
          email: await emailOf(other),
          role: "owner",
        }),
    ],
  ])("becomes pending when %s", async (_, move) => {
    const { workspace, owner, other } = await pair();
    await ask(owner);
    await move(workspace, owner, other);
    expect(await effective(owner)).toBe(inDays(30));
  });

  it("becomes pending within a minute, whichever way ownership moved", async () => {
    const { workspace, owner, other } = await pair();
    await ask(owner);
    await service.sql("UPDATE memberships SET role = 'owner' WHERE workspace_id = $1 AND user_id = $2", [
      workspace.id,
      other,
    ]);
    await runMaintenance(services());
    expect(await effective(owner)).toBe(inDays(30));
  });

  it("is blocked again when the other owner goes while it is pending, and begins anew after that", async () => {
    const { workspace, owner, other } = await pair("owner");
    const third = await person({ workspaceId: workspace.id, role: "viewer" });
    await ask(owner);
    expect(await effective(owner)).toBe(inDays(30));
    await removeMember(await context(workspace.id, owner), other);
    expect(await effective(owner)).toBeNull();
    service.clock.advance(31 * DAY_MS);
    await runMaintenance(services());
    expect(await gone(owner)).toBe(false);
    await removeMember(await context(workspace.id, owner), third);
    expect(await effective(owner)).toBe(inDays(30));
  });

  it("does not hold up another member's: two owners who both ask end as one gone, one blocked", async () => {
    const { workspace, owner, other } = await pair("owner");
    await person({ workspaceId: workspace.id, role: "viewer" });
    await ask(owner);
    await ask(other);
    service.clock.advance(31 * DAY_MS);
    await Promise.all([purgeAccount(services(), owner), purgeAccount(services(), other)]);
    await runMaintenance(services());
    expect([await gone(owner), await gone(other)].sort()).toEqual([false, true]);
    expect((await rolesIn(workspace)).map(({ role }) => role)).toEqual(["owner", "viewer"]);
    const left = (await gone(owner)) ? other : owner;
    expect(await effective(left)).toBeNull();
  });
});

describe("the purge", () => {
  const due = async () => {
    const { workspace, owner, other } = await pair();
    await ask(other);
    service.clock.advance(30 * DAY_MS);
    return { workspace, owner, other };
  };

  it("does not happen a moment before its date", async () => {
    const id = await person();
    await ask(id);
    service.clock.advance(30 * DAY_MS - 1);
    expect(await purgeAccount(services(), id)).toBe("kept");
    service.clock.advance(1);
    expect(await purgeAccount(services(), id)).toBe("purged");
    expect(await effectiveRow(id)).toBe(0);
  });
  const effectiveRow = async (id: string) =>
    (await service.sql("SELECT 1 FROM account_deletions WHERE user_id = $1", [id])).length;

  it("happens once when two processes do it at once", async () => {
    const { workspace, other } = await due();
    const outcomes = await Promise.all([1, 2, 3].map(() => purgeAccount(services(), other)));
    expect(outcomes.sort()).toEqual(["kept", "kept", "purged"]);
    const events = await service.sql(
      "SELECT 1 FROM audit_events WHERE workspace_id = $1 AND action = 'user.delete'",
      [workspace.id],
    );
    expect(events).toHaveLength(1);
  });

  it("meets a cancel: either the person is gone, or they stay and nothing of them was touched", async () => {
    for (let i = 0; i < 6; i++) {
      const { workspace, other } = await due();
      const [purged, canceled] = await Promise.all([
        purgeAccount(services(), other),
        cancelDeletion(services(), other),
      ]);
      expect([purged, canceled.canceled]).toEqual(canceled.canceled ? ["kept", true] : ["purged", false]);
      expect(await gone(other)).toBe(!canceled.canceled);
      expect(await rolesIn(workspace)).toHaveLength(canceled.canceled ? 2 : 1);
    }
  });

  it("never leaves the others without an owner when ownership moves to the person meanwhile", async () => {
    for (let i = 0; i < 6; i++) {
      const { workspace, owner, other } = await due();
      const giver = await context(workspace.id, owner);
      const [purged, moved] = await Promise.allSettled([
        purgeAccount(services(), other),
        transferOwnership(giver, other),
      ]);
      const roles = (await rolesIn(workspace)).map(({ role }) => role);
      expect(roles.filter((role) => role === "owner")).toHaveLength(1);
      expect(purged).toMatchObject({ status: "fulfilled" });
      if (moved.status === "fulfilled") {
        expect(purged).toMatchObject({ value: "blocked" });
        expect(await effective(other)).toBeNull();
      } else expect(moved.reason).toMatchObject({ code: "not_found" });
    }
  });

  it("leaves nobody who is deleted in a workspace, also when made a member elsewhere meanwhile", async () => {
    for (let i = 0; i < 6; i++) {
      const { other } = await due();
      const elsewhere = await service.workspace();
      const host = await context(elsewhere.id, elsewhere.userId);
      const email = await emailOf(other);
      await Promise.allSettled([purgeAccount(services(), other), addMember(host, { email, role: "viewer" })]);
      await purgeAccount(services(), other);
      expect(await gone(other)).toBe(true);
      expect(await service.sql("SELECT 1 FROM memberships WHERE user_id = $1", [other])).toEqual([]);
    }
  });

  it("lets a token that was minted before read on, and none be minted after", async () => {
    for (let i = 0; i < 6; i++) {
      const { workspace, other } = await due();
      const asOther = await context(workspace.id, other);
      const [, minted] = await Promise.allSettled([
        purgeAccount(services(), other),
        mintToken(asOther, { name: "late", scopes: ["runs:read", "runs:trigger"] }),
      ]);
      if (minted.status === "rejected") {
        expect(minted.reason).toMatchObject({ code: "workspace_forbidden" });
        continue;
      }
      const { token } = minted.value;
      expect((await service.call("GET", "/runs", { token })).status).toBe(200);
      const refused = await service.call("POST", "/runs", { token, body: {} });
      expect([refused.status, refused.json?.["error"]]).toEqual([403, "token_unusable"]);
    }
  });

  it("ends the workspace nobody else belongs to: 30 days of reading only, then it is gone", async () => {
    const workspace = await service.workspace();
    await service.sql("UPDATE users SET password_hash = $2 WHERE id = $1", [workspace.userId, passwordHash]);
    const token = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
    await ask(workspace.userId);
    service.clock.advance(30 * DAY_MS);
    await runMaintenance(services());
    expect(await gone(workspace.userId)).toBe(true);
    const status = await service.call("GET", "/workspace/status", { token });
    expect(status.json).toMatchObject({ lifecycle: { state: "deleting" }, account_deletion: null });
    service.clock.advance(30 * DAY_MS - 1);
    await runMaintenance(services());
    expect((await service.call("GET", "/workspace/status", { token })).status).toBe(200);
    service.clock.advance(1);
    await runMaintenance(services());
    expect((await service.call("GET", "/workspace/status", { token })).status).toBe(401);
    expect(await service.sql("SELECT 1 FROM workspaces WHERE id = $1", [workspace.id])).toEqual([]);
  });
});
