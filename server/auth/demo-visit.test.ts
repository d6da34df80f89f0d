import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { publicError } from "@/server/api/error-response";
import { appRouter } from "@/server/api/root";
import { inTenant } from "@/server/db/database/transaction";
import { markDemo } from "@/server/db/workspaces/demo";
import { HOUR_MS } from "@/server/domain/durations";
import { allProcedures, metaOf } from "@/server/http/routes";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService, type TestService } from "@/server/testing/service";
import { workspaceFingerprint } from "@/server/testing/workspace-fingerprint";
import { beginDemoVisit } from "./demo-visit";

const procedures = allProcedures(appRouter);
const ofMembers = procedures.filter(([, procedure]) => !("open" in metaOf(procedure)));
const mutations = ofMembers.filter(([, procedure]) => procedure._def.type === "mutation");

const service = duringTests(startTestService);
let demo: TestWorkspace;
let shown: TestService;
beforeAll(async () => {
  demo = await service.workspace();
  await service.make.item(demo.id);
  await inTenant(service.db, demo.tenant, markDemo);
  const settings = { ...service.services.settings, publicDemo: true };
  shown = { ...service, services: { ...service.services, settings } };
});
beforeEach(() => service.clock.advance(HOUR_MS));

async function newCookie(): Promise<string> {
  const visit = await beginDemoVisit(shown.services);
  return visit?.setCookie.split(";")[0] ?? "";
}
const visitor = async (cookie: string, workspaceId: string | null = demo.id, of = shown) =>
  browserCaller(of, { cookie, workspaceId });
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "answered",
    (error: unknown) => publicError(error).code,
  );
/** Calls a procedure by its path, without input: admission comes before the input is parsed. */
const call = (caller: object, path: string): Promise<unknown> =>
  path
    .split(".")
    .reduce<Record<string, never>>(
      (part, name) => part[name] as never,
      caller as never,
    ) as never as Promise<unknown>;

describe("a visitor of the demo", () => {
  it("reads what a viewer reads, in the demo alone", async () => {
    const other = await service.workspace();
    const cookie = await newCookie();
    const caller = await visitor(cookie);
    expect((await caller.catalog.list({ limit: 5 })).data).toHaveLength(1);
    expect((await caller.workspace.status({})).lifecycle.plan).toBe("max");
    expect(await codeOf((await visitor(cookie, other.id)).catalog.list({}))).toBe("unauthorized");
    expect(await codeOf(caller.members.list({}))).toBe("insufficient_scope");
  });

  it.each(mutations.map(([path]) => [path]))("is refused %s, and nothing changes", async (path) => {
    const caller = await visitor(await newCookie());
    const before = await workspaceFingerprint(service, demo.id);
    const procedure = call(caller, path) as unknown as (input: object) => Promise<unknown>;
    expect(await codeOf(procedure({}))).toBe("insufficient_scope");
    expect(await workspaceFingerprint(service, demo.id)).toBe(before);
  });

  it("is nobody where an account is needed", async () => {
    const caller = await visitor(await newCookie());
    expect(await codeOf(caller.account.me())).toBe("unauthorized");
    expect(await codeOf(caller.account.createWorkspace({ name: "Mine" }))).toBe("unauthorized");
    expect(await codeOf(caller.account.sessions())).toBe("unauthorized");
  });

  it("leaves no row behind, of themselves or of another visitor", async () => {
    const rows = () =>
      service.sql(
        "SELECT (SELECT count(*) FROM users)::int, (SELECT count(*) FROM sessions)::int AS sessions",
      );
    const before = [await rows(), await workspaceFingerprint(service, demo.id)];
    const cookies = [await newCookie(), await newCookie()];
    expect(cookies[0]).not.toBe(cookies[1]);
    for (const cookie of cookies) await (await visitor(cookie)).workspace.summary({});
    expect([await rows(), await workspaceFingerprint(service, demo.id)]).toEqual(before);
  });

  it("is sent away after an hour, by a forged cookie, and where the installation does not show its demo", async () => {
    const cookie = await newCookie();
    const read = async (presented: string, of = shown) =>
      codeOf((await visitor(presented, demo.id, of)).workspace.summary({}));
    expect(await read(cookie)).toBe("answered");
    expect(await read(cookie, service)).toBe("unauthorized");
    const [name, value = ""] = cookie.split("=");
    const [id, expiry, signature] = value.split(".");
    const later = `${name}=${id}.${Number(expiry) + HOUR_MS}.${signature}`;
    const another = `${name}=visitor-other.${expiry}.${signature}`;
    for (const forged of [later, another, `${name}=${id}.${expiry}.`, `${name}=`])
      expect(await read(forged), forged).toBe("unauthorized");
    service.clock.advance(HOUR_MS - 1);
    expect(await read(cookie)).toBe("answered");
    service.clock.advance(1);
    expect(await read(cookie)).toBe("unauthorized");
  });

  it("is told that a session has ended, and sees no demo in its place", async () => {
    const cookie = await newCookie();
    const session = await service.sessionCookie(demo.userId);
    await service.sql("UPDATE sessions SET ended_at = now()");
    for (const workspaceId of [demo.id, null]) {
      const caller = await visitor(`${session}; ${cookie}`, workspaceId);
      expect(await codeOf(caller.workspace.summary({}))).toBe("unauthorized");
    }
  });

  it("shares half of a person's budget with all visitors at the address, however many visits they begin", async () => {
    const settings = { ...shown.services.settings, browserPerMinute: 10 };
    const narrow = { ...shown, services: { ...shown.services, settings } };
    const callFrom = async (ip: string) => {
      const caller = await browserCaller(narrow, { cookie: await newCookie(), workspaceId: demo.id, ip });
      return codeOf(caller.workspace.summary({}));
    };
    const codes: string[] = [];
    for (let i = 0; i < 6; i += 1) codes.push(await callFrom("192.0.2.77"));
    expect(codes).toEqual([...Array<string>(5).fill("answered"), "rate_limited"]);
    expect(await callFrom("192.0.2.78")).toBe("answered");
  });

  it("neither follows changes nor downloads", async () => {
    const caller = await visitor(await newCookie());
    expect(await codeOf(caller.changes.stream({}))).toBe("insufficient_scope");
    expect(await codeOf(caller.reports.export({ report: "margins" }))).toBe("insufficient_scope");
    const signedIn = await browserCaller(shown, { userId: demo.userId, workspaceId: demo.id });
    expect(await codeOf(signedIn.reports.export({ report: "margins" }))).toBe("answered");
  });

  it("reads of a member that it was one, and no address", async () => {
    const rec = await service.make.recommendation(demo.id, { status: "new" });
    const owner = await browserCaller(shown, { userId: demo.userId, workspaceId: demo.id });
    await owner.recommendations.comment({ rec_id: rec, text: "Ask ben@shop.example, he knows." });
    await owner.recommendations.dismiss({ rec_id: rec, reason: "Not now." });
    const reader = await visitor(await newCookie());
    const read = async (by: typeof reader) =>
      JSON.stringify([
        await by.recommendations.get({ rec_id: rec }),
        await by.recommendations.comments({ rec_id: rec }),
        await by.reports.rows({ report: "recommendations" }),
      ]);
    expect(await read(owner)).toContain("ben@shop.example");
    expect(await read(owner)).toMatch(/"decided_by":"[^"]+@/);
    const seen = await read(reader);
    expect(seen).not.toContain("@");
    expect(seen).toContain("Ask a member, he knows.");
    expect(seen).toContain('"decided_by":"a member"');
  });

  it("is let in by no bearer, and only while the demo is there", async () => {
    expect(await beginDemoVisit(service.services)).toBeNull();
    const cookie = await newCookie();
    const headers = { cookie };
    const byRest = await service.call("GET", "/workspace/status", { headers });
    expect(byRest.status).toBe(401);
    await service.sql("UPDATE workspaces SET lifecycle = 'suspended' WHERE id = $1", [demo.id]);
    expect(await codeOf((await visitor(cookie)).workspace.summary({}))).toBe("unauthorized");
    expect(await beginDemoVisit(shown.services)).toBeNull();
    await service.sql("UPDATE workspaces SET lifecycle = 'active' WHERE id = $1", [demo.id]);
  });
});
