import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { query } from "@/server/api/pipeline";
import { appRouter } from "@/server/api/root";
import { router } from "@/server/api/trpc";
import { DomainError } from "@/server/domain/errors";
import { duringTests } from "@/server/testing/during-tests";
import { mailsOf } from "@/server/testing/mails";
import { startTestService } from "@/server/testing/service";
import { notifyDeprecations } from "@/server/usecases/notifications/deprecations";
import { deprecatedOperations } from "./deprecated-operations";
import { toolTable } from "./mcp/tools";
import { openApiDocument } from "./openapi";

const SAID = {
  since: "2026-11-01T00:00:00Z",
  sunset: "2027-06-01T00:00:00Z",
  replacement: "GET /api/v1/things",
};

const endpoint = (path: `/${string}`, deprecated: typeof SAID | null) =>
  query(
    {
      method: "GET",
      path,
      scope: "alerts:read",
      tag: "Alerts",
      summary: "Read a thing",
      description: "As it was.",
      input: z.object({ fail: z.string().optional() }),
      output: z.object({ thing: z.string() }),
      example: { response: { thing: "one" } },
      mcp: { destructive: false },
      ...(deprecated ? { deprecated } : {}),
    },
    ({ input }) => {
      if (input.fail !== undefined) throw new DomainError("not_found", "There is no such thing.");
      return { thing: "one" };
    },
  );
const ofTest = router({
  things: router({ old: endpoint("/things/old", SAID), get: endpoint("/things", null) }),
});
const operations = deprecatedOperations(ofTest);

const service = duringTests(() => startTestService({ router: ofTest, now: "2026-11-02T09:30:00.000Z" }));

describe("a deprecated operation", () => {
  it("says so in the headers of every answer, errors included, and others do not", async () => {
    const { id: workspaceId, userId } = await service.workspace();
    const token = await service.mintToken({ workspaceId, userId });
    const stated = {
      deprecation: `@${Date.parse(SAID.since) / 1_000}`,
      sunset: "Tue, 01 Jun 2027 00:00:00 GMT",
    };
    const headersOf = async (path: string, status: number, as?: string) => {
      const response = await service.call("GET", path, { token: as });
      expect(response.status).toBe(status);
      const { headers } = response;
      return { deprecation: headers.get("deprecation"), sunset: headers.get("sunset") };
    };
    expect(await headersOf("/things/old", 200, token)).toEqual(stated);
    expect(await headersOf("/things/old?fail=1", 404, token)).toEqual(stated);
    expect(await headersOf("/things/old", 401)).toEqual(stated);
    expect(await headersOf("/things", 200, token)).toEqual({ deprecation: null, sunset: null });
  });

  it("is marked in the document, which the reference shows, with what takes its place", () => {
    const { paths } = openApiDocument(ofTest, "http://localhost:3000");
    expect(paths?.["/things/old"]?.get).toMatchObject({
      deprecated: true,
      description: expect.stringMatching(
        /^Deprecated since 2026-11-01 and gone after 2027-06-01: use GET \/api\/v1\/things instead\./,
      ) as string,
      responses: { "200": { headers: { Deprecation: {}, Sunset: {} } } },
    });
    expect(paths?.["/things"]?.get?.deprecated).toBeUndefined();
  });

  it("is described to agents as such", () => {
    const tools = toolTable(ofTest);
    expect(tools.get("things_old")?.listed.description).toContain(
      "gone after 2027-06-01: use GET /api/v1/things",
    );
    expect(tools.get("things_get")?.listed.description).not.toContain("Deprecated");
  });

  it("cannot be declared with less than six months to live", () => {
    expect(() => endpoint("/things/hasty", { ...SAID, sunset: "2027-04-30T23:59:59Z" })).toThrow(RangeError);
  });

  it("is none of today's", () => {
    expect(deprecatedOperations(appRouter)).toEqual([]);
  });
});

describe("the notice of a deprecation", () => {
  beforeEach(async () => {
    await service.sql("DELETE FROM mails");
    await service.sql("UPDATE workspaces SET lifecycle = 'suspended'");
  });
  const mails = async () =>
    (await mailsOf(service)).sort((a, b) => ((a.userId ?? "") < (b.userId ?? "") ? -1 : 1));
  const begun = (id: string, at: string) =>
    service.sql("UPDATE workspaces SET created_at = $2 WHERE id = $1", [id, at]);

  it("goes once to the owners and administrators of each workspace, whatever they chose", async () => {
    const { id: workspaceId, userId } = await service.workspace();
    await begun(workspaceId, "2026-10-01T00:00:00Z");
    const admin = await service.person({ workspaceId, role: "admin" });
    await service.person({ workspaceId, role: "approver" });
    await Promise.all(Array.from({ length: 4 }, () => notifyDeprecations(service.services, operations)));
    await service.person({ workspaceId, role: "owner" });
    await notifyDeprecations(service.services, operations);
    const sentMails = await mails();
    expect(sentMails.map(({ userId: recipient }) => recipient)).toEqual([userId, admin].sort());
    expect(sentMails[0]?.text).toContain(
      "GET /api/v1/things/old (things.old)\nworks until 2027-06-01 (UTC); use GET /api/v1/things instead.",
    );
  });

  it("promises six months all the same when it comes late, and warns the operator", async () => {
    const { id } = await service.workspace();
    await begun(id, "2026-10-01T00:00:00Z");
    service.clock.set("2027-02-15T12:00:00Z");
    await notifyDeprecations(service.services, operations);
    expect((await mails())[0]?.text).toContain("works until 2027-08-15 (UTC)");
    expect(service.logged.at(-1)).toMatchObject({
      level: "warn",
      fields: { workspace: id, operation: "things.old", keep_until: "2027-08-15T12:00:00.000Z" },
    });
  });

  it("does not reach workspaces that began after it", async () => {
    const { id } = await service.workspace();
    await begun(id, "2026-11-02T00:00:00Z");
    await notifyDeprecations(service.services, operations);
    expect(await mails()).toEqual([]);
  });
});
