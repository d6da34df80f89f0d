import { beforeEach, describe, expect, it } from "vitest";
import { signIn } from "@/server/auth/sign-in";
import { DAY_MS, MINUTE_MS } from "@/server/domain/durations";
import type { Role } from "@/server/domain/permissions";
import type { Plan } from "@/server/domain/plan/plans";
import { duringTests } from "@/server/testing/during-tests";
import { mailedCode, UNREACHABLE_MAIL_SERVER } from "@/server/testing/mails";
import { startTestService } from "@/server/testing/service";
import { listMails } from "../mails/list";
import { changeRole, listMembers, removeMember } from "../members/members";
import { memberContext } from "../operator-context";
import { acceptAsNewPerson, acceptAsPerson, showInvitation } from "./accept";
import { invite, listInvitations, resendInvitation, revokeInvitation } from "./invite";

const service = duringTests(startTestService);
let people = 0;
beforeEach(() => service.clock.advance(MINUTE_MS));

const FROM = { requestId: "req_1", ip: "192.0.2.1" };
const PASSWORD = "korrekt pferd";
const newEmail = () => `guest${(people += 1)}@example.test`;
const services = () => service.services;
const codeIn = (link: string | null): string => /invite\?code=([\w-]+)$/.exec(link ?? "")?.[1] ?? "";

async function team(plan: Plan = "pro") {
  const { id, userId } = await service.workspace({ plan });
  return { id, userId, context: await memberContext(services(), id, `${userId}@example.test`) };
}
async function colleague(id: string, role: Role) {
  const userId = await service.person({ workspaceId: id, role });
  return { userId, context: await memberContext(services(), id, `${userId}@example.test`) };
}
const invited = async (context: Awaited<ReturnType<typeof team>>["context"], role: Role = "analyst") => {
  const email = newEmail();
  const { invitation, link } = await invite(context, { email: ` ${email.toUpperCase()}`, role });
  return { id: invitation.id, email, code: codeIn(link) };
};
const join = (code: string) =>
  acceptAsNewPerson(services(), { code, password: PASSWORD, name: "Guest" }, FROM);

describe("an invitation", () => {
  it("shows who invites where and as what, and makes a new person a member with a confirmed address", async () => {
    const { id, userId, context } = await team();
    const { email, code } = await invited(context, "approver");
    expect(await showInvitation(services(), code)).toMatchObject({
      inviter: `${userId}@example.test`,
      role: "approver",
      email,
      hasAccount: false,
    });
    expect(await join(code)).toEqual({ workspaceId: id, email });
    const proven = await signIn(services(), service.rateLimiter, { email, password: PASSWORD, ip: null });
    expect(await memberContext(services(), id, email)).toMatchObject({
      role: "approver",
      emailConfirmed: true,
      actor: { id: proven.userId },
    });
    const audit = await service.sql(
      "SELECT action, actor FROM audit_events WHERE workspace_id = $1 ORDER BY seq DESC LIMIT 1",
      [id],
    );
    expect(audit).toMatchObject([{ action: "member.join" }]);
    await expect(join(code)).rejects.toMatchObject({ code: "validation_error" });
  });

  it("is accepted by the signed-in person of that address and by nobody else", async () => {
    const { id, context } = await team();
    const { email, code } = await invited(context);
    const stranger = await service.person({});
    await expect(acceptAsPerson(services(), { code, userId: stranger }, FROM)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining(email) as string,
    });
    const userId = await service.person({ email, confirmed: false });
    expect((await showInvitation(services(), code)).hasAccount).toBe(true);
    await expect(join(code)).rejects.toMatchObject({ extra: { issues: [{ path: "email", code: "taken" }] } });
    expect(await acceptAsPerson(services(), { code, userId }, FROM)).toEqual({ workspaceId: id });
    expect((await memberContext(services(), id, email)).emailConfirmed).toBe(true);
  });

  it("lets one in when two accept it at once", async () => {
    const { id, context } = await team();
    const { code } = await invited(context);
    const both = await Promise.allSettled([join(code), join(code)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await listMembers(context)).toHaveLength(2);
    expect(await service.sql("SELECT 1 FROM memberships WHERE workspace_id = $1", [id])).toHaveLength(2);
  });

  it("is good again once it is sent by somebody who may give the role, after its inviter lost theirs", async () => {
    const { id, context } = await team();
    const admin = await service.person({ workspaceId: id, role: "admin" });
    const asAdmin = {
      ...context,
      role: "admin",
      actor: { ...context.actor, id: admin, userId: admin },
    } as const;
    const invitation = await invited(asAdmin);
    await service.sql("UPDATE memberships SET role = 'analyst' WHERE user_id = $1", [admin]);
    service.clock.advance(MINUTE_MS);
    const { link } = await resendInvitation(context, invitation.id);
    expect(await join(codeIn(link))).toMatchObject({ email: invitation.email });
  });

  it("is good for seven days, and its older link for nothing once it was sent again", async () => {
    const { context } = await team();
    const { id, email, code } = await invited(context);
    await expect(resendInvitation(context, id)).rejects.toMatchObject({ code: "conflict" });
    service.clock.advance(MINUTE_MS);
    const newer = codeIn((await resendInvitation(context, id)).link);
    await expect(showInvitation(services(), code)).rejects.toMatchObject({ code: "validation_error" });
    service.clock.advance(7 * DAY_MS - 1);
    expect((await showInvitation(services(), newer)).email).toBe(email);
    service.clock.advance(1);
    await expect(join(newer)).rejects.toMatchObject({ code: "validation_error" });
    await expect(showInvitation(services(), "guess")).rejects.toMatchObject({ code: "validation_error" });
    await invite(context, { email, role: "viewer" });
    expect(await listInvitations(context)).toHaveLength(1);
  });

  it("ends when it is taken back, when its giver goes, and when they may not give so much any more", async () => {
    const { id, context } = await team();
    const first = await invited(context);
    await revokeInvitation(context, first.id);
    await expect(join(first.code)).rejects.toMatchObject({ code: "validation_error" });
    await expect(revokeInvitation(context, first.id)).rejects.toMatchObject({ code: "not_found" });
    const admin = await colleague(id, "admin");
    const [second, third] = [await invited(admin.context), await invited(admin.context)];
    await changeRole(context, { userId: admin.userId, role: "viewer" });
    await expect(join(second.code)).rejects.toMatchObject({ code: "validation_error" });
    await changeRole(context, { userId: admin.userId, role: "admin" });
    await removeMember(context, admin.userId);
    await expect(join(third.code)).rejects.toMatchObject({ code: "validation_error" });
    expect(await listInvitations(context)).toEqual([]);
  });

  it("is never to a role above its giver's, and needs their confirmed address", async () => {
    const { id } = await team();
    const admin = await colleague(id, "admin");
    await expect(invite(admin.context, { email: newEmail(), role: "owner" })).rejects.toMatchObject({
      code: "insufficient_scope",
    });
    const doubtful = { ...admin.context, emailConfirmed: false };
    await expect(invite(doubtful, { email: newEmail(), role: "viewer" })).rejects.toMatchObject({
      code: "email_not_confirmed",
    });
    expect(await listInvitations(admin.context)).toEqual([]);
  });

  it("takes a place of the plan: of many at once as many go out as there are places", async () => {
    const { context } = await team("free");
    const sent = await Promise.allSettled(Array.from({ length: 4 }, () => invited(context)));
    expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const [refused] = sent.filter((each) => each.status === "rejected");
    expect(refused?.reason).toMatchObject({ code: "plan_limit", extra: { limit: "members", plan: "free" } });
  });

  it("finds no place where the plan became smaller meanwhile, and the workspace full", async () => {
    const { id, context } = await team();
    const [one, two] = [await invited(context), await invited(context)];
    await service.sql("UPDATE workspaces SET plan = 'free' WHERE id = $1", [id]);
    await join(one.code);
    await expect(join(two.code)).rejects.toMatchObject({ code: "plan_limit", extra: { limit: "members" } });
    expect(await service.sql("SELECT 1 FROM users WHERE email = $1", [two.email])).toEqual([]);
  });

  it("does not exist when it is another workspace's, and a member is not invited", async () => {
    const [mine, theirs] = [await team(), await team()];
    const { id } = await invited(theirs.context);
    for (const act of [resendInvitation, revokeInvitation])
      await expect(act(mine.context, id)).rejects.toMatchObject({ code: "not_found" });
    const email = `${mine.userId}@example.test`;
    await expect(invite(mine.context, { email, role: "viewer" })).rejects.toMatchObject({
      extra: { issues: [{ path: "email", code: "member" }] },
    });
  });

  it("shows its link once to who invites without a mail server, and never in a list of mails", async () => {
    const { context } = await team();
    const settings = { ...services().settings, smtpUrl: UNREACHABLE_MAIL_SERVER };
    const sending = { ...context, services: { ...services(), settings } };
    const [withoutMail, mailed] = [await invite(context, guest()), await invite(sending, guest())];
    expect([codeIn(withoutMail.link) === "", mailed.link]).toEqual([false, null]);
    const code = await mailedCode(service, mailed.invitation.email);
    expect(code).not.toBe("");
    for (const each of [context, sending]) expect(JSON.stringify(await listMails(each))).not.toMatch(/code=/);
    expect((await listMails(context)).map(({ recipient }) => recipient)).toEqual([mailed.invitation.email]);
  });
});

const guest = () => ({ email: newEmail(), role: "viewer" }) as const;
