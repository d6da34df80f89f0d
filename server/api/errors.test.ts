import { beforeAll, expect, it } from "vitest";
import { ERRORS, type ErrorCode } from "@/server/domain/errors";
import { PLAN_LIMITS } from "@/server/domain/plan/plans";
import { monthOf } from "@/server/domain/plan/usage-period";
import { openApiText } from "@/server/http/openapi";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService, type TestResponse } from "@/server/testing/service";
import { SUBJECTS } from "@/server/testing/subjects";
import { appRouter } from "./root";

const service = duringTests(() => startTestService({ settings: { perMinute: 1_000 } }));
let workspace: TestWorkspace;
let token: string;

beforeAll(async () => {
  workspace = await service.workspace();
  token = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
});

const subject = (operation: string, workspaceId: string): Promise<string> => {
  const make = SUBJECTS[operation];
  if (!make) throw new Error(`${operation} has no subject`);
  return make(service, workspaceId);
};

async function approveIn(workspace: TestWorkspace, columns = ""): Promise<TestResponse> {
  const bearer = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
  const id = await subject("recommendations.approve", workspace.id);
  if (columns) await service.sql(columns, [workspace.id]);
  return service.call("POST", `/recommendations/${id}/approve`, { token: bearer });
}

/** One way for a client to cause each error code. */
const WAYS: Partial<Record<ErrorCode, () => Promise<TestResponse>>> = {
  bad_request: () => service.call("POST", "/runs", { token, body: "{" }),
  unauthorized: () => service.call("GET", "/runs"),
  plan_limit: async () => {
    const closed = await service.workspace({ lifecycle: "suspended" });
    const bearer = await service.mintToken({ workspaceId: closed.id, userId: closed.userId });
    return service.call("POST", "/runs", { token: bearer });
  },
  email_not_confirmed: async () => {
    const userId = await service.person({ workspaceId: workspace.id, confirmed: false });
    return service.call("POST", "/runs", { token: await service.sessionJwt(userId) });
  },
  run_budget_exceeded: async () => {
    const free = await service.workspace({ plan: "free" });
    const bearer = await service.mintToken({ workspaceId: free.id, userId: free.userId });
    for (let i = 0; i < (PLAN_LIMITS.free.runsPerDay ?? 0); i++)
      await service.call("POST", "/runs", { token: bearer });
    return service.call("POST", "/runs", { token: bearer });
  },
  check_budget_exceeded: async () => {
    const free = await service.workspace({ plan: "free" });
    const bearer = await service.mintToken({ workspaceId: free.id, userId: free.userId });
    await service.sql("INSERT INTO check_usage (workspace_id, month, used) VALUES ($1, $2, $3)", [
      free.id,
      new Date(monthOf(service.clock.now()).startMs).toISOString().slice(0, 10),
      PLAN_LIMITS.free.checksPerMonth ?? 0,
    ]);
    return service.call("POST", `/offers/${await service.make.offer(free.id)}/check`, { token: bearer });
  },
  insufficient_scope: async () => {
    const few = await service.mintToken({
      workspaceId: workspace.id,
      userId: workspace.userId,
      scopes: ["runs:read"],
    });
    return service.call("POST", "/runs", { token: few });
  },
  forbidden_role: async () => {
    const userId = await service.person({ workspaceId: workspace.id, role: "analyst" });
    const bearer = await service.mintToken({ workspaceId: workspace.id, userId });
    return service.call("POST", "/recommendations/none/reject", { token: bearer, body: { reason: "No." } });
  },
  token_unusable: async () => {
    const userId = await service.person({ workspaceId: workspace.id });
    const bearer = await service.mintToken({ workspaceId: workspace.id, userId });
    await service.sql("UPDATE users SET deleted_at = now() WHERE id = $1", [userId]);
    return service.call("POST", "/runs", { token: bearer });
  },
  workspace_forbidden: async () =>
    service.call("GET", "/runs", { token: await service.sessionJwt(await service.person()) }),
  not_found: () => service.call("GET", "/runs/none", { token }),
  method_not_allowed: () => service.call("DELETE", "/runs", { token }),
  conflict: async () => {
    const id = await service.make.run(workspace.id);
    return service.call("POST", `/runs/${id}/cancel`, { token });
  },
  payload_too_large: () => service.call("POST", "/runs", { token, body: `"${"x".repeat(1_100_000)}"` }),
  unsupported_media_type: () =>
    service.call("POST", "/runs", { token, body: "a", headers: { "content-type": "text/plain" } }),
  validation_error: () => service.call("GET", "/runs?limit=0", { token }),
  tier_ineligible: async () => approveIn(await service.workspace({ plan: "pro" })),
  no_commerce_integration: async () =>
    approveIn(
      await service.workspace(),
      "UPDATE integrations SET status = 'disconnected' WHERE workspace_id = $1",
    ),
  rate_limited: async () => {
    const bearer = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
    const responses = await Promise.all(
      Array.from({ length: 1_001 }, () => service.call("GET", "/runs/none", { token: bearer })),
    );
    return (
      responses.find((response) => response.status === 429) ?? service.call("GET", "/runs", { token: bearer })
    );
  },
  internal_error: async () => {
    await service.sql("ALTER TABLE runs RENAME COLUMN engine_version TO engine_was");
    try {
      return await service.call("GET", "/runs", { token });
    } finally {
      await service.sql("ALTER TABLE runs RENAME COLUMN engine_was TO engine_version");
    }
  },
  unavailable: async () => {
    const { databaseName } = service.database;
    await service.sql(`ALTER DATABASE ${databaseName} CONNECTION LIMIT 0`);
    await service.sql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename = 'pricecheck_app'",
      [databaseName],
    );
    try {
      return await service.call("GET", "/runs", { token });
    } finally {
      await service.sql(`ALTER DATABASE ${databaseName} CONNECTION LIMIT -1`);
    }
  },
};

const documented = new Set(
  [...openApiText(appRouter, "http://localhost").matchAll(/reference#(\w+)/g)].map((match) => match[1]),
);
const codes = Object.keys(ERRORS).filter(
  (code): code is ErrorCode => documented.has(code) || code === "method_not_allowed",
);

it.each(codes)("answers %s as the contract says", async (code) => {
  const way = WAYS[code];
  if (!way) throw new Error(`no test reaches ${code}`);
  const response = await way();
  expect([response.status, response.json?.["error"]], response.text).toEqual([ERRORS[code].status, code]);
  expect(response.json).toMatchObject({
    message: expect.stringMatching(/^[A-Z].*\.$/s),
    request_id: response.headers.get("x-request-id"),
    docs_url: `http://localhost:3000/reference#${code}`,
  });
});

it("works again when the database is back", async () => {
  // A connection that was cut is noticed when it is next used.
  await expect.poll(async () => (await service.call("GET", "/runs", { token })).status).toBe(200);
});
