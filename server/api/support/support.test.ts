import { callTRPCProcedure } from "@trpc/server";
import { beforeEach, describe, expect, it } from "vitest";
import { publicError } from "@/server/api/error-response";
import { appRouter } from "@/server/api/root";
import { verifyAudit } from "@/server/db/audit/reading";
import { tenantOf } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { MINUTE_MS } from "@/server/domain/durations";
import { allProcedures, metaOf } from "@/server/http/routes";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { mailsOf } from "@/server/testing/mails";
import { startTestService } from "@/server/testing/service";
import { workspaceFingerprint } from "@/server/testing/workspace-fingerprint";
import { requestSupport } from "@/server/usecases/support/request";
import { addStaff, removeStaff, staffContext, staffMember } from "@/server/usecases/support/staff";
import { recordSupportView } from "@/server/usecases/support/view";
import type { ApiContext } from "../context";
import { isOpen } from "../declaration";

const service = duringTests(startTestService);
beforeEach(() => service.clock.advance(MINUTE_MS));

const REASON = "The sync of last night counted no variants; may I look?";
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "answered",
    (error: unknown) => publicError(error).code,
  );

type Browser = Awaited<ReturnType<typeof browserCaller>>;

interface Stage {
  readonly workspace: TestWorkspace;
  readonly owner: Browser;
  readonly staffId: string;
  readonly staffEmail: string;
  /** The staff member's browser, without a workspace and in the workspace. */
  readonly staffMember: Browser;
  readonly inside: Browser;
  readonly request: string;
  /** The server-side context of the staff member's browser in the workspace. */
  readonly insideContext: ApiContext;
}

async function stage(): Promise<Stage> {
  const workspace = await service.workspace();
  const staffEmail = `sam-${service.services.newId("user")}@pricecheck.test`;
  const staffId = await service.person({ email: staffEmail });
  await addStaff(service.services, staffEmail);
  const staffMember = await browserCaller(service, { userId: staffId });
  const { id } = await staffMember.staff.ask({ workspace_id: workspace.id, reason: REASON });
  return {
    workspace,
    staffId,
    staffEmail,
    staffMember,
    request: id,
    owner: await browserCaller(service, { userId: workspace.userId, workspaceId: workspace.id }),
    inside: await browserCaller(service, { userId: staffId, workspaceId: workspace.id }),
    insideContext: {
      services: service.services,
      rateLimiter: service.rateLimiter,
      admitted: null,
      request: {
        id: "req_test",
        via: "web",
        authorization: null,
        idempotencyKey: null,
        ip: null,
        cookie: await service.sessionCookie(staffId),
        workspaceHeader: workspace.id,
      },
    },
  };
}

async function opened() {
  const at = await stage();
  const { code } = await at.owner.support.consent({ id: at.request });
  await at.staffMember.staff.open({ request_id: at.request, code });
  return at;
}

const supportAccess = async ({ owner }: Stage) => (await owner.workspace.status({})).support_access;

describe("support access", () => {
  it("is asked for with a reason, allowed by a code, shown while it lasts, and ended by the owner at once", async () => {
    const at = await stage();
    expect(await codeOf(at.inside.runs.list({}))).toBe("workspace_forbidden");
    const mails = (await mailsOf(service)).filter(({ userId }) => userId === at.workspace.userId);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(REASON);
    expect((await at.owner.support.list({})).data).toMatchObject([
      { id: at.request, staff_email: at.staffEmail, reason: REASON, state: "waiting", views: [] },
    ]);
    expect(await supportAccess(at)).toBeNull();

    const { code } = await at.owner.support.consent({ id: at.request });
    expect(await supportAccess(at)).toBeNull();
    expect(await codeOf(at.inside.runs.list({}))).toBe("workspace_forbidden");
    const { expires_at: expiresAt } = await at.staffMember.staff.open({
      request_id: at.request,
      code: code.toLowerCase().replace("-", " "),
    });
    const startedAt = new Date(service.clock.now()).toISOString();
    expect(Date.parse(expiresAt)).toBe(service.clock.now() + 60 * MINUTE_MS);
    const shown = { active: true, admin_email: at.staffEmail, started_at: startedAt, expires_at: expiresAt };
    expect(await supportAccess(at)).toEqual(shown);
    expect((await at.owner.workspace.summary({})).support_access).toEqual(shown);
    expect((await at.staffMember.account.me()).supported).toMatchObject([{ id: at.workspace.id }]);

    expect((await at.inside.runs.list({})).data).toEqual([]);
    expect(await at.owner.support.end({ id: at.request })).toEqual({ ok: true, idempotent: false });
    expect(await at.owner.support.end({ id: at.request })).toEqual({ ok: true, idempotent: true });
    expect(await codeOf(at.inside.runs.list({}))).toBe("workspace_forbidden");
    expect(await supportAccess(at)).toBeNull();
    expect((await at.staffMember.account.me()).supported).toEqual([]);
    expect((await at.owner.support.list({})).data).toMatchObject([{ state: "ended_by_owner" }]);
  });

  it("is ended by staff as well, and a request withdrawn or declined opens nothing", async () => {
    const at = await opened();
    expect(await at.staffMember.staff.end({ request_id: at.request })).toMatchObject({ idempotent: false });
    expect(await codeOf(at.inside.runs.list({}))).toBe("workspace_forbidden");
    for (const finish of [
      ({ owner, request }: Stage) => owner.support.end({ id: request }),
      ({ staffMember, request }: Stage) => staffMember.staff.end({ request_id: request }),
    ]) {
      const next = await stage();
      const { code } = await next.owner.support.consent({ id: next.request });
      await finish(next);
      expect(await codeOf(next.staffMember.staff.open({ request_id: next.request, code }))).toBe("conflict");
      expect(await codeOf(next.owner.support.consent({ id: next.request }))).toBe("conflict");
    }
  });

  it("lasts sixty minutes and not a moment more", async () => {
    const at = await opened();
    service.clock.advance(60 * MINUTE_MS - 1);
    expect(await codeOf(at.inside.runs.list({}))).toBe("answered");
    expect(await supportAccess(at)).not.toBeNull();
    service.clock.advance(1);
    expect(await codeOf(at.inside.runs.list({}))).toBe("workspace_forbidden");
    expect(await supportAccess(at)).toBeNull();
    expect((await at.owner.support.list({})).data).toMatchObject([{ state: "expired" }]);
    await expect(
      service.sql(
        "UPDATE support_requests SET expires_at = started_at + interval '61 minutes' WHERE id = $1",
        [at.request],
      ),
    ).rejects.toThrow("check constraint");
  });

  it("writes every view into the audit log, by whom and with what, and shows owners the list", async () => {
    const at = await opened();
    const item = await service.make.item(at.workspace.id);
    await at.inside.catalog.get({ item_id: item });
    await at.inside.alerts.list({ kind: "below_cost" });
    const events = await service.sql<{ actor: string; after: string }>(
      "SELECT actor, after FROM audit_events WHERE workspace_id = $1 AND action = 'support.view' ORDER BY seq",
      [at.workspace.id],
    );
    expect(events.map(({ actor, after }) => [actor, JSON.parse(after)])).toEqual([
      [`user:${at.staffId}`, { operation: "catalog.get", input: JSON.stringify({ item_id: item }) }],
      [`user:${at.staffId}`, { operation: "alerts.list", input: JSON.stringify({ kind: "below_cost" }) }],
    ]);
    const [row] = (await at.owner.support.list({})).data;
    expect(row?.views.map(({ operation }) => operation)).toEqual(["alerts.list", "catalog.get"]);
    expect(await inTenant(service.db, tenantOf(at.workspace.id), verifyAudit)).toMatchObject({ ok: true });
  });

  it("shows nothing that could not be written into the audit log", async () => {
    const at = await opened();
    await service.sql("REVOKE INSERT ON audit_events FROM pricecheck_app");
    try {
      expect(await codeOf(at.inside.runs.list({}))).toBe("internal_error");
    } finally {
      await service.sql("GRANT INSERT ON audit_events TO pricecheck_app");
    }
  });

  it("shows nothing when it is ended between the asking and the reading", async () => {
    const at = await opened();
    const from = { via: "web", requestId: null, ip: null } as const;
    const staff = await staffMember(service.services, at.staffId, from);
    const context = staffContext(service.services, staff, at.workspace.id);
    const look = () => recordSupportView(context, at.request, { operation: "runs.list", input: {} });
    expect(await codeOf(look())).toBe("answered");
    await at.owner.support.end({ id: at.request });
    expect(await codeOf(look())).toBe("workspace_forbidden");
  });

  it("reads what a viewer reads: the policy, and no keys, members, mails, stores or ledger", async () => {
    const { inside } = await opened();
    for (const hidden of [
      () => inside.tokens.list({}),
      () => inside.members.list({}),
      () => inside.mails.list({}),
      () => inside.integrations.list({}),
      () => inside.support.list({}),
    ])
      expect(await codeOf(hidden())).toBe("insufficient_scope");
    expect(await inside.policy.get({})).toMatchObject({ version: 1 });
  });
});

describe("a support session", () => {
  const mutations = allProcedures(appRouter).filter(
    ([, procedure]) => procedure._def.type === "mutation" && !isOpen(metaOf(procedure)),
  );

  it("changes nothing by any mutation there is, of whatever resource", async () => {
    expect(mutations.length).toBeGreaterThan(25);
    const at = await opened();
    const before = await workspaceFingerprint(service, at.workspace.id);
    for (const [path] of mutations) {
      const error = await callTRPCProcedure({
        router: appRouter,
        path,
        type: "mutation",
        signal: undefined,
        batchIndex: 0,
        ctx: at.insideContext,
        getRawInput: async () => ({}),
      }).catch((caught: unknown) => caught);
      const reported = publicError(error);
      expect([path, reported.code, reported.message]).toEqual([
        path,
        "insufficient_scope",
        "A support session only reads.",
      ]);
    }
    expect(await workspaceFingerprint(service, at.workspace.id)).toBe(before);
  });

  it("changes nothing by a bearer: neither a session JWT nor a token of theirs reaches the workspace", async () => {
    const at = await opened();
    const jwt = await service.sessionJwt(at.staffId);
    const response = await service.call("GET", "/runs", {
      token: jwt,
      headers: { "x-workspace-id": at.workspace.id },
    });
    expect([response.status, response.json?.["error"]]).toEqual([403, "workspace_forbidden"]);
  });
});

describe("the way into a workspace", () => {
  const tryCode = ({ staffMember, request }: Stage, code: string) =>
    codeOf(staffMember.staff.open({ request_id: request, code }));

  it("nobody gets in without consent, whatever they type", async () => {
    const at = await stage();
    expect(await tryCode(at, "")).toBe("validation_error");
    expect(await tryCode(at, "0000-0000")).toBe("validation_error");
    expect(await codeOf(at.inside.runs.list({}))).toBe("workspace_forbidden");
  });

  it("nobody gets in with a wrong code, and after five of them not with the right one either", async () => {
    const at = await stage();
    const { code } = await at.owner.support.consent({ id: at.request });
    for (let i = 0; i < 5; i++) expect(await tryCode(at, "0000-0000")).toBe("validation_error");
    expect(await tryCode(at, code)).toBe("validation_error");
    const { code: next } = await at.owner.support.consent({ id: at.request });
    expect(await tryCode(at, code)).toBe("validation_error");
    expect(await tryCode(at, next)).toBe("answered");
  });

  it("nobody gets in by trying codes at once: together they have no more than five tries", async () => {
    const at = await stage();
    const { code } = await at.owner.support.consent({ id: at.request });
    await Promise.all(Array.from({ length: 8 }, (_, i) => tryCode(at, `0000-000${i}`)));
    const [row] = await service.sql<{ code_failures: number; code_hash: Buffer | null }>(
      "SELECT code_failures, code_hash FROM support_requests WHERE id = $1",
      [at.request],
    );
    expect([row?.code_hash, (row?.code_failures ?? 0) >= 5]).toEqual([null, true]);
    service.clock.advance(MINUTE_MS);
    expect(await tryCode(at, code)).toBe("validation_error");
  });

  it("nobody gets in with a code a second time, nor two at once with one", async () => {
    const at = await stage();
    const { code } = await at.owner.support.consent({ id: at.request });
    expect((await Promise.all([tryCode(at, code), tryCode(at, code)])).sort()).toEqual([
      "answered",
      "conflict",
    ]);
    await at.staffMember.staff.end({ request_id: at.request });
    expect(await tryCode(at, code)).toBe("conflict");
  });

  it("nobody gets in with a code older than ten minutes", async () => {
    const at = await stage();
    const { code } = await at.owner.support.consent({ id: at.request });
    service.clock.advance(10 * MINUTE_MS);
    expect(await tryCode(at, code)).toBe("validation_error");
  });

  it("nobody gets in with the code of another request, of the same workspace or another one", async () => {
    const at = await stage();
    const other = await stage();
    const { id: second } = await at.staffMember.staff.ask({ workspace_id: at.workspace.id, reason: REASON });
    const { code } = await at.owner.support.consent({ id: at.request });
    expect(await tryCode({ ...at, request: second }, code)).toBe("validation_error");
    expect(await tryCode(other, code)).toBe("validation_error");
    expect(await codeOf(other.staffMember.staff.open({ request_id: at.request, code }))).toBe("not_found");
  });

  it("nobody gets into another workspace than the one that let them in", async () => {
    const at = await opened();
    const other = await service.workspace();
    const elsewhere = await browserCaller(service, { userId: at.staffId, workspaceId: other.id });
    expect(await codeOf(elsewhere.runs.list({}))).toBe("workspace_forbidden");
    const stranger = await browserCaller(service, { userId: other.userId, workspaceId: at.workspace.id });
    expect(await codeOf(stranger.runs.list({}))).toBe("workspace_forbidden");
    const otherOwner = await browserCaller(service, { userId: other.userId, workspaceId: other.id });
    expect(await codeOf(otherOwner.support.end({ id: at.request }))).toBe("not_found");
    expect((await otherOwner.workspace.status({})).support_access).toBeNull();
  });

  it("nobody gets in with the consent of an owner who is none any more, before the session or during it", async () => {
    for (const when of ["before", "during"] as const) {
      const at = await stage();
      const { code } = await at.owner.support.consent({ id: at.request });
      if (when === "during") expect(await tryCode(at, code)).toBe("answered");
      const heir = await service.person({ workspaceId: at.workspace.id, role: "admin" });
      await at.owner.members.transfer({ user_id: heir });
      if (when === "before") expect(await tryCode(at, code)).toBe("validation_error");
      expect(await codeOf(at.inside.runs.list({}))).toBe("workspace_forbidden");
      const next = await browserCaller(service, { userId: heir, workspaceId: at.workspace.id });
      expect((await next.workspace.status({})).support_access).toBeNull();
    }
  });

  it("nobody gets in who is not of the staff any more, also in the middle of a session, or never was", async () => {
    const at = await opened();
    await removeStaff(service.services, at.staffEmail);
    expect(await codeOf(at.inside.runs.list({}))).toBe("workspace_forbidden");
    expect(await codeOf(at.staffMember.staff.requests())).toBe("not_found");
    expect(await supportAccess(at)).toBeNull();
    const { userId } = await service.workspace();
    const anybody = await browserCaller(service, { userId });
    expect(await codeOf(anybody.staff.requests())).toBe("not_found");
    expect(await codeOf(anybody.staff.ask({ workspace_id: at.workspace.id, reason: REASON }))).toBe(
      "not_found",
    );
  });

  it("nobody gets in by asking: only owners see requests, and nobody else can consent, an admin included", async () => {
    const at = await stage();
    for (const role of ["admin", "approver", "viewer"] as const) {
      const userId = await service.person({ workspaceId: at.workspace.id, role });
      const member = await browserCaller(service, { userId, workspaceId: at.workspace.id });
      expect(await codeOf(member.support.list({}))).toBe("insufficient_scope");
      expect(await codeOf(member.support.consent({ id: at.request }))).toBe("insufficient_scope");
    }
  });

  it("nobody gets in while another session is open; when that has run out, the next one may begin", async () => {
    const at = await opened();
    service.clock.advance(1_000);
    const { id } = await at.staffMember.staff.ask({ workspace_id: at.workspace.id, reason: REASON });
    const { code } = await at.owner.support.consent({ id });
    expect(await codeOf(at.staffMember.staff.open({ request_id: id, code }))).toBe("conflict");
    service.clock.advance(60 * MINUTE_MS);
    const { code: next } = await at.owner.support.consent({ id });
    expect(await codeOf(at.staffMember.staff.open({ request_id: id, code: next }))).toBe("answered");
    const states = (await at.owner.support.list({})).data.map(({ state }) => state);
    expect(states).toEqual(["active", "expired"]);
  });

  it("nobody gets in from a copy of the database: no code stands in it", async () => {
    const at = await stage();
    const { code } = await at.owner.support.consent({ id: at.request });
    const rows = await service.sql<{ text: string }>(
      "SELECT r::text AS text FROM support_requests r UNION ALL SELECT m::text FROM mails m UNION ALL SELECT a::text FROM audit_events a UNION ALL SELECT k::text FROM idempotency_keys k",
    );
    expect(rows.filter(({ text }) => text.includes(code) || text.includes(code.replace("-", "")))).toEqual(
      [],
    );
  });
});

it("asks from the command line as staff, never as anybody else", async () => {
  const workspace = await service.workspace();
  const from = { via: "command", requestId: null, ip: null } as const;
  await expect(staffMember(service.services, workspace.userId, from)).rejects.toMatchObject({
    code: "not_found",
  });
  const email = `kim-${service.services.newId("user")}@pricecheck.test`;
  const id = await service.person({ email });
  await addStaff(service.services, email);
  const staff = await staffMember(service.services, id, from);
  await expect(
    requestSupport(service.services, staff, { workspace_id: "ws_nowhere", reason: REASON }),
  ).rejects.toMatchObject({ code: "not_found" });
  await expect(
    requestSupport(service.services, staff, { workspace_id: workspace.id, reason: "why not" }),
  ).rejects.toMatchObject({ code: "validation_error" });
  expect(
    await requestSupport(service.services, staff, { workspace_id: workspace.id, reason: REASON }),
  ).toMatchObject({
    workspaceId: workspace.id,
  });
});
