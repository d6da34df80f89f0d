import { beforeEach, describe, expect, it } from "vitest";
import { authenticate } from "@/server/auth/authenticate";
import { signIn } from "@/server/auth/sign-in";
import { verifyAudit } from "@/server/db/audit/reading";
import { tenantOf } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { HOUR_MS, MINUTE_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { listMails } from "../mails/list";
import { addMember, changeRole, listMembers, removeMember } from "../members/members";
import { memberContext, operatorContext } from "../operator-context";
import { setPlan } from "../plan/set-plan";
import { signUp } from "../sign-up/sign-up";
import { mintToken } from "../tokens/mint";
import { createWorkspace } from "../workspaces/create";
import { listWorkspacesOf } from "../workspaces/list";
import { confirmEmail, resendConfirmLink } from "./confirm-email";
import { createUser } from "./create-user";
import { deleteUser } from "./delete-user";

const service = duringTests(startTestService);
let people = 0;
beforeEach(() => service.clock.advance(MINUTE_MS));

const FROM = { requestId: "req_1", ip: "192.0.2.1" };
const PASSWORD = "korrekt pferd";
const newEmail = () => `person${(people += 1)}@example.test`;
const services = () => service.services;
const codeIn = (link: string | null): string => /confirm\?code=([\w-]+)$/.exec(link ?? "")?.[1] ?? "";
const signedUp = async (email = newEmail()) => {
  const { link, ...made } = await signUp(services(), { email, password: PASSWORD, name: "Anna" }, FROM);
  return { email, ...made, code: codeIn(link) };
};
const confirm = async (code: string, signedInAs: string | null) => {
  const { userId, email } = await confirmEmail(services(), { code, signedInAs }, FROM);
  return { userId, email };
};
const asOwner = (workspaceId: string, email: string) => memberContext(services(), workspaceId, email);
const order = {
  actor: { kind: "system", id: "operator", label: "Operator" },
  via: "command",
  requestId: null,
  ip: null,
} as const;

describe("signing up", () => {
  it("opens a workspace on trial, owned by the person, with an active policy and an audit log", async () => {
    const { userId, workspaceId, email } = await signedUp();
    expect(await listWorkspacesOf(services(), userId)).toEqual([
      { id: workspaceId, name: "Anna's shop", role: "owner", plan: "max", lifecycle: "trial" },
    ]);
    const policies = await service.sql(
      "SELECT version, document->>'currency' AS currency FROM policy_versions WHERE workspace_id = $1",
      [workspaceId],
    );
    expect(policies).toEqual([{ version: 1, currency: "EUR" }]);
    expect(await inTenant(service.db, tenantOf(workspaceId), verifyAudit)).toMatchObject({
      ok: true,
      events: 1,
    });
    expect(
      await signIn(services(), service.rateLimiter, { email, password: PASSWORD, ip: null }),
    ).toMatchObject({
      userId,
    });
  });

  it("refuses a taken address in any letters and leaves nothing behind", async () => {
    const { email } = await signedUp();
    const count = async () =>
      (await service.sql<{ n: number }>("SELECT count(*)::int AS n FROM workspaces"))[0]?.n;
    const before = await count();
    await expect(signedUp(email.toUpperCase())).rejects.toMatchObject({
      code: "validation_error",
      extra: { issues: [{ path: "email", code: "taken" }] },
    });
    expect(await count()).toBe(before);
  });

  it("lets one of two through at once with one address", async () => {
    const email = newEmail();
    const both = await Promise.allSettled([signedUp(email), signedUp(email)]);
    expect(both.map((each) => each.status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it.each([
    ["email", { email: "no address", password: PASSWORD }],
    ["password", { email: "x@example.test", password: "short" }],
    ["password", { email: "x@example.test", password: "x".repeat(201) }],
    ["name", { email: "x@example.test", password: PASSWORD, name: " " }],
    ["name", { email: "x@example.test", password: PASSWORD, name: "Anna\u202e" }],
    ["name", { email: "x@example.test", password: PASSWORD, name: "An\u200bna" }],
  ])("names a bad %s", async (path, input) => {
    await expect(signUp(services(), input, FROM)).rejects.toMatchObject({
      code: "validation_error",
      extra: { issues: [{ path }] },
    });
  });
});

describe("confirming an e-mail address", () => {
  it("lets the person act, by the link that was mailed, opened once or twice", async () => {
    const { userId, workspaceId, email, code } = await signedUp();
    expect((await asOwner(workspaceId, email)).emailConfirmed).toBe(false);
    expect(await confirm(code, userId)).toEqual({ userId, email });
    expect(await confirm(code, null)).toEqual({ userId, email });
    expect((await asOwner(workspaceId, email)).emailConfirmed).toBe(true);
    expect(await resendConfirmLink(services(), userId)).toEqual({ sent: false, link: null });
  });

  it("is refused with another code and after 48 hours, until a new link is asked for", async () => {
    const { userId, email, code } = await signedUp();
    await expect(confirm("guess", userId)).rejects.toMatchObject({ code: "validation_error" });
    service.clock.advance(48 * HOUR_MS);
    await expect(confirm(code, userId)).rejects.toMatchObject({ code: "validation_error" });
    const { link } = await resendConfirmLink(services(), userId);
    expect(await confirm(codeIn(link), userId)).toEqual({ userId, email });
  });

  it("keeps its link nowhere where there is no mail server", async () => {
    const { workspaceId, email, code } = await signedUp();
    expect(code).not.toBe("");
    expect(await listMails(await asOwner(workspaceId, email))).toEqual([]);
  });
});

describe("members", () => {
  const team = async (plan: "free" | "pro" = "free") => {
    const owner = await createUser(services(), { email: newEmail(), password: PASSWORD, confirmed: true });
    const founding = {
      name: "Lamps",
      plan,
      ownerId: owner.id,
      via: "command",
      requestId: null,
      ip: null,
    } as const;
    const { id } = await createWorkspace(services(), founding);
    return { id, owner, context: await asOwner(id, owner.email) };
  };
  const person = async () => {
    const email = newEmail();
    return { email, id: await service.person({ email }) };
  };

  it("take the last free place once when added at once; the others are told limit, used and plan", async () => {
    const { context } = await team();
    const candidates = [await person(), await person(), await person()];
    const added = await Promise.allSettled(
      candidates.map(({ email }) => addMember(context, { email, role: "analyst" })),
    );
    const refused = added.filter((each) => each.status === "rejected").map((each) => each.reason as unknown);
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({
      code: "plan_limit",
      extra: { limit: "members", used: 2, plan: "free" },
    });
    expect(await listMembers(context)).toHaveLength(2);
  });

  it("may be more as soon as the plan allows it", async () => {
    const { id, context } = await team();
    await addMember(context, { email: (await person()).email, role: "viewer" });
    const third = await person();
    await expect(addMember(context, { email: third.email, role: "viewer" })).rejects.toMatchObject({
      code: "plan_limit",
    });
    await setPlan(await operatorContext(services(), id), "pro");
    expect(await addMember(context, { email: third.email, role: "viewer" })).toMatchObject({ added: true });
  });

  it("lose the tokens they minted here at once when they are removed", async () => {
    const { id, context } = await team("pro");
    const ben = await person();
    await addMember(context, { email: ben.email, role: "admin" });
    const minted = await mintToken(await asOwner(id, ben.email), { name: "script", scopes: ["runs:read"] });
    const ask = () =>
      authenticate(services(), {
        authorization: `Bearer ${minted.token}`,
        workspaceHeader: undefined,
        via: "api",
      });
    expect((await ask()).workspaceId).toBe(id);
    expect(await removeMember(context, ben.id)).toEqual({ userId: ben.id, revoked: [minted.row.id] });
    await expect(ask()).rejects.toMatchObject({ code: "unauthorized" });
    await addMember(context, { email: ben.email, role: "admin" });
    await expect(ask()).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("never leave the workspace without an owner, even when both owners go at once", async () => {
    const { owner, context } = await team("pro");
    await expect(removeMember(context, owner.id)).rejects.toMatchObject({ code: "conflict" });
    await expect(addMember(context, { email: owner.email, role: "viewer" })).rejects.toMatchObject({
      code: "conflict",
    });
    const ben = await person();
    await addMember(context, { email: ben.email, role: "owner" });
    const gone = await Promise.allSettled([removeMember(context, ben.id), removeMember(context, owner.id)]);
    expect(gone.map((each) => each.status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("neither make nor remove an owner when they are none themselves", async () => {
    const { id, owner, context } = await team("pro");
    const admin = await person();
    await addMember(context, { email: admin.email, role: "admin" });
    const asAdmin = await asOwner(id, admin.email);
    await expect(addMember(asAdmin, { email: admin.email, role: "owner" })).rejects.toMatchObject({
      code: "insufficient_scope",
    });
    await expect(removeMember(asAdmin, owner.id)).rejects.toMatchObject({ code: "insufficient_scope" });
  });

  it("are changed by nobody whose request was admitted before they were removed or lost their role", async () => {
    const { id, context } = await team("pro");
    const [ben, cara] = [await person(), await person()];
    await addMember(context, { email: ben.email, role: "owner" });
    await addMember(context, { email: cara.email, role: "viewer" });
    const asBen = await asOwner(id, ben.email);
    await changeRole(context, { userId: ben.id, role: "admin" });
    const promote = changeRole(asBen, { userId: cara.id, role: "owner" });
    await expect(promote).rejects.toMatchObject({ code: "insufficient_scope" });
    await changeRole(context, { userId: ben.id, role: "viewer" });
    const demote = changeRole(asBen, { userId: cara.id, role: "analyst" });
    await expect(demote).rejects.toMatchObject({ code: "insufficient_scope" });
    await removeMember(context, ben.id);
    for (const act of [
      () => changeRole(asBen, { userId: cara.id, role: "owner" }),
      () => addMember(asBen, { email: ben.email, role: "owner" }),
      () => removeMember(asBen, cara.id),
    ])
      await expect(act()).rejects.toMatchObject({ code: "workspace_forbidden" });
    expect((await listMembers(context)).map(({ role }) => role).sort()).toEqual(["owner", "viewer"]);
  });

  it("are invited only by people who confirmed their address, into a workspace that accepts changes", async () => {
    const { userId, workspaceId, email, code } = await signedUp();
    const { email: candidate } = await person();
    const invite = async () =>
      addMember(await asOwner(workspaceId, email), { email: candidate, role: "viewer" });
    await expect(invite()).rejects.toMatchObject({ code: "email_not_confirmed" });
    await confirm(code, userId);
    await service.sql("UPDATE workspaces SET lifecycle = 'suspended' WHERE id = $1", [workspaceId]);
    await expect(invite()).rejects.toMatchObject({ code: "plan_limit", extra: { limit: "lifecycle" } });
    await service.sql("UPDATE workspaces SET lifecycle = 'active' WHERE id = $1", [workspaceId]);
    expect(await invite()).toMatchObject({ added: true });
    expect(await listWorkspacesOf(services(), userId)).toHaveLength(1);
  });
});

/** Creates one row of every other kind that shows who acted, by the person and by their application. */
async function leaveLabels(workspaceId: string, userId: string, email: string): Promise<void> {
  const grant = "grt_label";
  await service.sql(
    `INSERT INTO oauth_grants (workspace_id, id, user_id, client_id, client_name, client_kind, redirect_uri, resources,
       scopes, created_at, expires_at)
     VALUES ($1, $2, $3, 'script', 'Script', 'registered', 'http://127.0.0.1/back', '{https://shop.example/api/mcp}',
       '{runs:read}', now(), now())`,
    [workspaceId, grant, userId],
  );
  const application = `${email} by application “Script”`;
  const recommendation = await service.make.recommendation(workspaceId, {
    decided_by: userId,
    decided_by_label: application,
  });
  await service.make.alert(workspaceId, { decided_by: grant, decided_by_label: application });
  await service.sql(
    `UPDATE recommendations SET engine_price = 2099, overridden_by = $2, overridden_by_label = $3, overridden_at = now()
     WHERE id = $1`,
    [recommendation, userId, email],
  );
  await service.sql(
    `INSERT INTO recommendation_comments (workspace_id, id, recommendation_id, text, author_id, author_label, at)
     VALUES ($1, 'cmt_label', $2, 'Fine', $3, $4, now())`,
    [workspaceId, recommendation, userId, application],
  );
  await service.sql(
    `INSERT INTO recommendation_approvals (workspace_id, recommendation_id, version, person, label, lane, at)
     VALUES ($1, $2, 1, $3, $4, 'Large', now())`,
    [workspaceId, recommendation, userId, email],
  );
  for (const [id, by, label] of [
    ["frz_person", userId, email],
    ["frz_application", grant, application],
  ])
    await service.sql(
      `INSERT INTO freezes (workspace_id, id, kind, from_time, until_time, reason, created_by, created_by_label,
         created_at, updated_at)
       VALUES ($1, $2, 'once', '2026-11-27T00:00', '2026-11-30T05:00', 'Black Friday', $3, $4, now(), now())`,
      [workspaceId, id, by, label],
    );
  for (const label of [email, application])
    await service.make.batch(workspaceId, {
      status: "running",
      created_by: label,
      created_by_person: userId,
      confirmed_by: JSON.stringify({ kind: "user", id: userId, label, userId }),
      confirmed_at: new Date(service.clock.now()),
    });
}

describe("deleting a person", () => {
  it("leaves nothing personal anywhere, ends their sessions and keeps their tokens for reads", async () => {
    const { userId, workspaceId, email, code } = await signedUp();
    await confirm(code, userId);
    const { token } = await mintToken(await asOwner(workspaceId, email), {
      name: "script",
      scopes: ["runs:read"],
    });
    await service.make.recommendation(workspaceId, {
      status: "dismissed",
      decided_by: userId,
      decided_by_label: email,
    });
    await service.make.alert(workspaceId, { decided_by: userId, decided_by_label: email });
    await leaveLabels(workspaceId, userId, email);
    const bearer = await service.sessionJwt(userId);

    expect(await deleteUser(services(), userId, order)).toEqual({ userId, workspaces: [workspaceId] });

    const tables = await service.sql<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    );
    for (const { name } of tables)
      for (const personal of [email, FROM.ip]) {
        const [row] = await service.sql<{ found: boolean }>(
          `SELECT EXISTS (SELECT FROM ${name} t WHERE t::text ILIKE '%' || $1 || '%') AS found`,
          [personal],
        );
        expect(row?.found, `${name}: ${personal}`).toBe(false);
      }
    const ask = (credential: string) =>
      authenticate(services(), {
        authorization: `Bearer ${credential}`,
        workspaceHeader: undefined,
        via: "api",
      });
    expect(await ask(token)).toMatchObject({ userDeleted: true, role: null, workspaceId });
    await expect(ask(bearer)).rejects.toMatchObject({ code: "unauthorized" });
    await expect(
      signIn(services(), service.rateLimiter, { email, password: PASSWORD, ip: null }),
    ).rejects.toMatchObject({
      code: "unauthorized",
    });
    expect(await inTenant(service.db, tenantOf(workspaceId), verifyAudit)).toMatchObject({
      ok: true,
      events: 5,
    });
    await expect(deleteUser(services(), userId, order)).rejects.toMatchObject({ code: "not_found" });
  });

  it("frees the address for a new account and leaves other members where they are", async () => {
    const { userId, workspaceId, email } = await signedUp();
    const ben = await service.person({ workspaceId, role: "admin" });
    await deleteUser(services(), userId, order);
    await signedUp(email);
    const members = await listMembers(await operatorContext(services(), workspaceId));
    expect(members.map((member) => member.userId)).toEqual([ben]);
  });
});
