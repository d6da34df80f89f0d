import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Role } from "@/server/domain/permissions";
import { allProcedures, metaOf, publishedRoutes, type Route } from "@/server/http/routes";
import { AUDITED } from "@/server/testing/audited";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";
import { BODIES, SUBJECTS } from "@/server/testing/subjects";
import { appRouter } from "./root";
import { createCallerFactory } from "./trpc";

const mutations = allProcedures(appRouter).filter(([, procedure]) => procedure._def.type === "mutation");
const published = publishedRoutes(appRouter).filter(({ kind }) => kind === "mutation");

const service = duringTests(() => startTestService({ now: "2026-11-21T12:00:00.000Z" }));

interface Event {
  readonly actor: string;
  readonly via: string;
  readonly action: string;
  readonly subject: string;
}
const events = (workspaceId: string) =>
  service.sql<Event & Record<string, unknown>>(
    "SELECT actor, via, action, subject FROM audit_events WHERE workspace_id = $1 ORDER BY seq",
    [workspaceId],
  );

/** Inserts the row that the route acts on, and returns the route's path and body. */
async function requestOf({ procedurePath, declaration, parameters }: Route, workspaceId: string) {
  await service.make.item(workspaceId, { sku: "MUG-350" });
  const values = BODIES[procedurePath] ?? declaration.example.request ?? {};
  const body = Object.fromEntries(Object.entries(values).filter(([key]) => !parameters.includes(key)));
  const [parameter] = parameters;
  const id = await SUBJECTS[procedurePath]?.(service, workspaceId);
  if (parameter === undefined) return { path: declaration.path, body };
  return { path: declaration.path.replace(`{${parameter}}`, id ?? ""), body };
}

async function tokenOf(workspace: TestWorkspace, role: Role = "owner") {
  const userId =
    role === "owner" ? workspace.userId : await service.person({ workspaceId: workspace.id, role });
  return service.mintToken({ workspaceId: workspace.id, userId });
}

it("every mutation of the product says which event it leaves, or why it leaves none", () => {
  expect(Object.keys(AUDITED).sort()).toEqual(mutations.map(([path]) => path).sort());
  for (const [path, procedure] of mutations) {
    const meta = metaOf(procedure);
    const event = AUDITED[path];
    if (typeof event === "object" && event.none === "of the person alone")
      expect(meta, path).toHaveProperty("open");
  }
});

describe.each(published.map((route) => [route.procedurePath, route] as const))("%s", (name, route) => {
  it("leaves its event with who, by which way and on what, and none when it is refused or repeated", async () => {
    const workspace = await service.workspace();
    const { path, body } = await requestOf(route, workspace.id);
    const token = await tokenOf(workspace);
    const event = AUDITED[name];
    const isFree = typeof event === "object" && event.none === "decides nothing";
    const refused = await service.call("POST", path, { token: await tokenOf(workspace, "viewer"), body });
    // What decides nothing may be open to every role; nobody leaves an event by it.
    if (!isFree) expect(refused.status).toBe(403);
    expect(await events(workspace.id)).toEqual([]);
    const headers = { "idempotency-key": "once" };
    const first = await service.call("POST", path, { token, body, headers });
    expect(first.status, first.text).toBeLessThan(300);
    const left = await events(workspace.id);
    if (isFree) return expect(left).toEqual([]);
    const [tokenRow] = await service.sql<{ id: string }>(
      "SELECT id FROM api_tokens WHERE workspace_id = $1 AND user_id = $2",
      [workspace.id, workspace.userId],
    );
    expect(left).toContainEqual({
      actor: `token:${tokenRow?.id ?? ""}`,
      via: "api",
      action: event,
      subject: expect.stringMatching(/./) as string,
    });
    await service.call("POST", path, { token, body, headers });
    if (route.declaration.repeats === "natural") await service.call("POST", path, { token, body });
    expect(await events(workspace.id)).toEqual(left);
  });
});

/** Settings as the pages change them, given the ids of another member and of the connected store. */
const SETTINGS: Readonly<
  Record<string, (pages: ReturnType<typeof pagesOf>, other: string, store: string) => Promise<unknown>>
> = {
  "tokens.mint": (pages) => pages.tokens.mint({ name: "x", scopes: ["runs:read"] }),
  "members.invite": (pages) => pages.members.invite({ email: "new@example.test", role: "viewer" }),
  "members.put": (pages, other) => pages.members.put({ user_id: other, role: "analyst" }),
  "members.remove": (pages, other) => pages.members.remove({ user_id: other }),
  "members.transfer": (pages, other) => pages.members.transfer({ user_id: other }),
  "notifications.change": (pages) => pages.notifications.change({ runs: false }),
  "plan.request": (pages) => pages.plan.request({ plan: "enterprise" }),
  "policy.set": (pages) => pages.policy.set({ document: { version: 1, currency: "EUR" }, based_on: 1 }),
  "integrations.sync": (pages) => pages.integrations.sync({}),
  "integrations.disconnect": (pages, _, store) => pages.integrations.disconnect({ id: store }),
  "workspace.change": (pages) => pages.workspace.change({ check_every_hours: 72 }),
};

function pagesOf(workspace: TestWorkspace, bearer: string) {
  return createCallerFactory(appRouter)({
    services: service.services,
    rateLimiter: service.rateLimiter,
    admitted: null,
    request: {
      id: service.services.newId("request"),
      via: "web",
      authorization: `Bearer ${bearer}`,
      cookie: null,
      workspaceHeader: workspace.id,
      // The pages send an Idempotency-Key with every change.
      idempotencyKey: randomUUID(),
      ip: "192.0.2.77",
    },
  });
}

describe.each(Object.entries(SETTINGS))("%s in the settings", (name, act) => {
  it("leaves its event with the person, and none where a suspended workspace refuses it", async () => {
    const workspace = await service.workspace();
    const other = await service.person({ workspaceId: workspace.id, role: "admin" });
    const store = await service.make.integration(workspace.id);
    const pages = pagesOf(workspace, await service.sessionJwt(workspace.userId));
    const done = { actor: `user:${workspace.userId}`, via: "web", action: AUDITED[name] };
    await service.sql("UPDATE workspaces SET lifecycle = 'suspended' WHERE id = $1", [workspace.id]);
    const refused = await act(pages, other, store).then(
      () => false,
      () => true,
    );
    expect(await events(workspace.id)).toMatchObject(refused ? [] : [done]);
    if (!refused) return;
    await service.sql("UPDATE workspaces SET lifecycle = 'active' WHERE id = $1", [workspace.id]);
    await act(pages, other, store);
    expect(await events(workspace.id)).toMatchObject([done]);
  });
});
