import { describe, expect, it } from "vitest";
import type { Role } from "@/server/domain/permissions";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { appRouter } from "../root";
import { createCallerFactory } from "../trpc";

const service = duringTests(startTestService);

const pagesOf = async (workspaceId: string, bearer: string) =>
  createCallerFactory(appRouter)({
    services: service.services,
    rateLimiter: service.rateLimiter,
    admitted: null,
    request: {
      id: service.services.newId("request"),
      via: "web",
      authorization: `Bearer ${bearer}`,
      cookie: null,
      workspaceHeader: workspaceId,
      idempotencyKey: null,
      ip: null,
    },
  });
const signedIn = async (role: Role) => {
  const workspace = await service.workspace({ role });
  return { workspace, pages: await pagesOf(workspace.id, await service.sessionJwt(workspace.userId)) };
};
const events = (workspaceId: string) =>
  service.sql("SELECT action FROM audit_events WHERE workspace_id = $1", [workspaceId]);

describe("a member's notifications", () => {
  it("begin with what the role decides on", async () => {
    const owner = await signedIn("owner");
    expect(await owner.pages.notifications.get({})).toEqual({
      approvals: true,
      digest: "weekly",
      runs: true,
      write_backs: true,
      integrations: true,
      time_zone: "UTC",
      topics: ["approvals", "digest", "runs", "write_backs", "integrations"],
    });
    const viewer = await signedIn("viewer");
    expect(await viewer.pages.notifications.get({})).toEqual({
      approvals: false,
      digest: "off",
      runs: false,
      write_backs: false,
      integrations: false,
      time_zone: "UTC",
      topics: ["digest", "runs", "write_backs"],
    });
  });

  it("are changed one by one, by anybody for themselves alone, and audited when they change", async () => {
    const { workspace, pages } = await signedIn("viewer");
    const other = await service.person({ workspaceId: workspace.id, role: "viewer" });
    await pages.notifications.change({ digest: "daily", time_zone: "Europe/Berlin" });
    await pages.notifications.change({ runs: true });
    await pages.notifications.change({ runs: true });
    expect(await pages.notifications.get({})).toMatchObject({
      digest: "daily",
      time_zone: "Europe/Berlin",
      runs: true,
    });
    expect(await events(workspace.id)).toEqual(Array(2).fill({ action: "notifications.change" }));
    const others = await pagesOf(workspace.id, await service.sessionJwt(other));
    expect(await others.notifications.get({})).toMatchObject({ digest: "off", runs: false });
  });

  it("refuse a time zone that does not exist, and changes in a suspended workspace", async () => {
    const { workspace, pages } = await signedIn("owner");
    await expect(pages.notifications.change({ time_zone: "Mars/Olympus" })).rejects.toThrow();
    await service.sql("UPDATE workspaces SET lifecycle = 'suspended' WHERE id = $1", [workspace.id]);
    await expect(pages.notifications.change({ runs: false })).rejects.toMatchObject({
      cause: { code: "plan_limit" },
    });
    expect(await events(workspace.id)).toEqual([]);
  });

  it("are a person's: a token that may read the workspace has none of its own to change", async () => {
    const { workspace } = await signedIn("owner");
    const token = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
    const pages = await pagesOf(workspace.id, token);
    await expect(pages.notifications.change({ runs: false })).rejects.toMatchObject({
      cause: { code: "forbidden_role" },
    });
  });
});
