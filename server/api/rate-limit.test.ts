import { beforeAll, beforeEach, expect, it } from "vitest";
import { MINUTE_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";
import { processDecisionBatch } from "@/server/usecases/decision-batches/process";

const service = duringTests(() => startTestService({ settings: { perMinute: 60 } }));
let workspace: TestWorkspace;

beforeAll(async () => {
  workspace = await service.workspace();
});
beforeEach(() => service.clock.advance(MINUTE_MS));

const freshToken = () => service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
const list = (token: string) => service.call("GET", "/catalog/items?limit=1", { token });

it("lets exactly 60 of 200 parallel requests pass and tells the others when to come back", async () => {
  const token = await freshToken();
  const responses = await Promise.all(Array.from({ length: 200 }, () => list(token)));
  expect(responses.filter((response) => response.status === 200)).toHaveLength(60);
  const refused = responses.filter((response) => response.status === 429);
  expect(refused).toHaveLength(140);
  for (const response of refused) {
    const seconds = Number(response.headers.get("retry-after"));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(response.json).toMatchObject({ error: "rate_limited" });
    expect(response.json).not.toHaveProperty("retry_after");
  }
});

it("is free again when Retry-After has passed", async () => {
  const token = await freshToken();
  await Promise.all(Array.from({ length: 61 }, () => list(token)));
  const refused = await list(token);
  expect(refused.status).toBe(429);
  service.clock.advance(Number(refused.headers.get("retry-after")) * 1000);
  expect((await list(token)).status).toBe(200);
});

it("counts every token and every session for itself", async () => {
  const [busy, other] = [await freshToken(), await freshToken()];
  await Promise.all(Array.from({ length: 61 }, () => list(busy)));
  expect((await list(busy)).status).toBe(429);
  expect((await list(other)).status).toBe(200);
  expect((await list(await service.sessionJwt(workspace.userId))).status).toBe(200);
});

it("costs nothing further when it refuses: no effect, no query of the catalog, no use of the key", async () => {
  const token = await freshToken();
  await Promise.all(Array.from({ length: 60 }, () => list(token)));
  const refused = await service.call("POST", "/runs", { token, headers: { "idempotency-key": "once" } });
  expect(refused.status).toBe(429);
  expect(await service.sql("SELECT FROM runs WHERE workspace_id = $1", [workspace.id])).toEqual([]);
  expect(await service.sql("SELECT FROM idempotency_keys WHERE workspace_id = $1", [workspace.id])).toEqual(
    [],
  );
});

it("takes nothing for requests without a credential, for the document and for OPTIONS", async () => {
  const token = await freshToken();
  for (let i = 0; i < 70; i++) {
    await service.call("GET", "/openapi.json", { token });
    await service.call("OPTIONS", "/catalog/items", { token });
    await service.call("GET", "/nothing", { token });
  }
  expect((await list(token)).status).toBe(200);
  const strangers = await Promise.all(
    Array.from({ length: 70 }, () => service.call("GET", "/catalog/items")),
  );
  expect(new Set(strangers.map((response) => response.status))).toEqual(new Set([401]));
});

it("comes before every check of permission and input", async () => {
  const token = await service.mintToken({
    workspaceId: workspace.id,
    userId: workspace.userId,
    scopes: ["runs:read"],
  });
  const probe = () => service.call("POST", "/catalog/items", { token, body: "{" });
  const responses = await Promise.all(Array.from({ length: 60 }, probe));
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([403]));
  expect((await probe()).status).toBe(429);
});

it("counts a batch as one request for its preview and one for its confirmation, whatever its size", async () => {
  const token = await freshToken();
  const ids = await Promise.all(
    Array.from({ length: 70 }, () => service.make.recommendation(workspace.id, { status: "new" })),
  );
  const created = await service.call("POST", "/decision-batches", { token, body: { action: "accept", ids } });
  const { id, hash } = created.json?.["batch"] as { id: string; hash: string };
  const confirmed = await service.call("POST", `/decision-batches/${id}/confirm`, { token, body: { hash } });
  expect([created.status, confirmed.status]).toEqual([201, 202]);
  await processDecisionBatch(service.services, workspace.tenant, id);
  const answers = await Promise.all(Array.from({ length: 60 }, () => list(token)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(58);
});
