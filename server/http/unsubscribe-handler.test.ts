import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";
import { unsubscribeLink } from "@/server/usecases/mails/unsubscribe-link";
import { fetchAdapter } from "./fetch-adapter";
import { unsubscribeHandler } from "./unsubscribe-handler";

const service = duringTests(startTestService);
let open: (request: Request) => Promise<Response>;
let shop: TestWorkspace;
beforeAll(async () => {
  open = fetchAdapter(unsubscribeHandler(service.services));
});
beforeEach(async () => {
  shop = await service.workspace();
});

const link = (topic: "runs" | "digest" = "runs") =>
  unsubscribeLink(service.services.settings, { workspaceId: shop.id, userId: shop.userId, topic });
const oneClick = (url: string) =>
  open(new Request(url, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) }));
const chosen = () =>
  service.sql("SELECT user_id, runs, digest, approvals FROM notification_choices WHERE workspace_id = $1", [
    shop.id,
  ]);
const audited = () =>
  service.sql("SELECT actor, via, action, subject FROM audit_events WHERE workspace_id = $1", [shop.id]);

describe("the link of a mail", () => {
  it("shows a button and changes nothing where it is only looked at", async () => {
    for (const method of ["GET", "HEAD"]) {
      const response = await open(new Request(link(), { method }));
      expect(response.status).toBe(200);
      expect(response.headers.get("referrer-policy")).toBe("no-referrer");
      expect(await response.text()).toContain(method === "GET" ? "<button>Unsubscribe</button>" : "");
    }
    expect(await chosen()).toEqual([]);
  });

  it("ends that topic of that person in that workspace with one click, without a sign-in, and once", async () => {
    for (let i = 0; i < 2; i++) expect((await oneClick(link())).status).toBe(200);
    expect(await chosen()).toEqual([
      { user_id: shop.userId, runs: false, digest: "weekly", approvals: true },
    ]);
    expect(await audited()).toEqual([
      {
        actor: `user:${shop.userId}`,
        via: "mail",
        action: "notifications.unsubscribe",
        subject: shop.userId,
      },
    ]);
    await oneClick(link("digest"));
    expect(await chosen()).toMatchObject([{ runs: false, digest: "off", approvals: true }]);
  });

  it("cannot be forged, nor turned on another person, workspace or topic", async () => {
    const other = await service.workspace();
    const changes: Readonly<Record<string, string>> = {
      person: other.userId,
      workspace: other.id,
      topic: "approvals",
      proof: "A".repeat(43),
    };
    for (const [name, value] of Object.entries(changes)) {
      const url = new URL(link());
      url.searchParams.set(name, value);
      expect((await oneClick(url.href)).status, name).toBe(400);
      url.searchParams.delete(name);
      expect((await oneClick(url.href)).status, name).toBe(400);
    }
    const settings = { ...service.services.settings, authSecret: "another secret, which is long enough" };
    const forged = unsubscribeLink(settings, { workspaceId: shop.id, userId: shop.userId, topic: "runs" });
    expect((await oneClick(forged)).status).toBe(400);
    const touched = await service.sql("SELECT 1 FROM notification_choices WHERE workspace_id = ANY ($1)", [
      [shop.id, other.id],
    ]);
    expect(touched).toEqual([]);
  });

  it("does nothing for somebody who left, and answers the same", async () => {
    await service.sql("DELETE FROM memberships WHERE workspace_id = $1", [shop.id]);
    expect((await oneClick(link())).status).toBe(200);
    expect(await chosen()).toEqual([]);
    expect(await audited()).toEqual([]);
  });

  it("works where the workspace is suspended, and refuses other methods", async () => {
    await service.sql("UPDATE workspaces SET lifecycle = 'suspended' WHERE id = $1", [shop.id]);
    expect((await oneClick(link())).status).toBe(200);
    expect(await chosen()).toHaveLength(1);
    expect((await open(new Request(link(), { method: "DELETE" }))).status).toBe(405);
  });
});
