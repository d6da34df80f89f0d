import { describe, expect, it } from "vitest";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { fc } from "@/server/testing/seed";
import { startTestService } from "@/server/testing/service";
import { addStaff } from "@/server/usecases/support/staff";
import { AccountDeletion, presentAccountDeletion, presentSupportAccess, SupportAccess } from "./projections";

const SUPPORT = ["active", "admin_email", "started_at", "expires_at"];
const DELETION = ["scheduled", "effective_at"];
const keysOf = (value: unknown): string[] => Object.keys(Object(value)).sort();

describe("the projections of the status", () => {
  const anything = fc.dictionary(fc.string(), fc.anything());
  const time = fc.date({ min: new Date(0), max: new Date(8e14), noInvalidDate: true });

  it("carry the fields of the specification, whatever else a row holds", () => {
    fc.assert(
      fc.property(anything, fc.string(), time, time, (more, adminEmail, startedAt, expiresAt) => {
        const row = { ...more, id: "sup_1", staffId: "usr_1", adminEmail, startedAt, expiresAt };
        const shown = presentSupportAccess(row);
        expect(keysOf(shown)).toEqual([...SUPPORT].sort());
        expect(SupportAccess.safeParse(shown).success).toBe(true);
      }),
    );
    fc.assert(
      fc.property(anything, time, fc.option(time), (more, requestedAt, effectiveAt) => {
        const shown = presentAccountDeletion({ ...more, requestedAt, effectiveAt });
        expect(keysOf(shown)).toEqual([...DELETION].sort());
        expect(shown?.scheduled).toBe(effectiveAt !== null);
      }),
    );
  });

  it("are refused by their schemas with one field more", () => {
    const support = {
      active: true,
      admin_email: "a@b.c",
      started_at: "2026-01-01T00:00:00.000Z",
      expires_at: "2026-01-01T01:00:00.000Z",
    };
    const deletion = { scheduled: false, effective_at: null };
    for (const name of ["session_id", "code", "token", "workspace_id", "reason"]) {
      expect(SupportAccess.safeParse({ ...support, [name]: "x" }).success).toBe(false);
      expect(AccountDeletion.safeParse({ ...deletion, [name]: "x" }).success).toBe(false);
    }
    expect([SupportAccess.safeParse(support).success, AccountDeletion.safeParse(deletion).success]).toEqual([
      true,
      true,
    ]);
  });
});

describe("the status as it is answered", () => {
  const service = duringTests(startTestService);

  it("shows nothing beyond them, whatever columns the tables have", async () => {
    await service.sql(
      `ALTER TABLE support_requests ADD COLUMN session_token text NOT NULL DEFAULT 'leak-1',
         ADD COLUMN code text NOT NULL DEFAULT 'leak-2'`,
    );
    await service.sql("ALTER TABLE account_deletions ADD COLUMN note text NOT NULL DEFAULT 'leak-3'");
    await service.sql("ALTER TABLE staff ADD COLUMN secret text NOT NULL DEFAULT 'leak-4'");
    const workspace = await service.workspace();
    const email = "sam@pricecheck.test";
    const staffId = await service.person({ email });
    await addStaff(service.services, email);
    const owner = await browserCaller(service, { userId: workspace.userId, workspaceId: workspace.id });
    const staffMember = await browserCaller(service, { userId: staffId });
    const { id } = await staffMember.staff.ask({
      workspace_id: workspace.id,
      reason: "The sync counted no variants.",
    });
    const { code } = await owner.support.consent({ id });
    await staffMember.staff.open({ request_id: id, code });
    await service.sql(
      "INSERT INTO account_deletions (user_id, requested_at, effective_at) VALUES ($1, now(), now() + interval '30 days')",
      [workspace.userId],
    );
    const token = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
    const response = await service.call("GET", "/workspace/status", { token });
    expect(keysOf(response.json)).toEqual(["account_deletion", "lifecycle", "support_access", "usage"]);
    expect(keysOf(response.json?.["support_access"])).toEqual([...SUPPORT].sort());
    expect(keysOf(response.json?.["account_deletion"])).toEqual([...DELETION].sort());
    for (const secret of ["leak-", id, code, staffId]) expect(response.text).not.toContain(secret);
  });

  it("shows a request to be deleted to its person alone, and to the tokens they minted", async () => {
    const workspace = await service.workspace();
    const other = await service.person({ workspaceId: workspace.id, role: "owner" });
    const stranger = await service.workspace();
    await service.sql(
      "INSERT INTO account_deletions (user_id, requested_at, effective_at) VALUES ($1, now(), NULL)",
      [workspace.userId],
    );
    const shown = async (userId: string, workspaceId: string, kind: "token" | "session") => {
      const token =
        kind === "token"
          ? await service.mintToken({ workspaceId, userId })
          : await service.sessionJwt(userId);
      const headers = { "x-workspace-id": workspaceId };
      return (await service.call("GET", "/workspace/status", { token, headers })).json?.["account_deletion"];
    };
    for (const kind of ["token", "session"] as const) {
      expect(await shown(workspace.userId, workspace.id, kind)).toEqual({
        scheduled: false,
        effective_at: null,
      });
      expect(await shown(other, workspace.id, kind)).toBeNull();
      expect(await shown(stranger.userId, stranger.id, kind)).toBeNull();
    }
  });
});
