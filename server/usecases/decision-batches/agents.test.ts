import { beforeEach, describe, expect, it } from "vitest";
import { tenantOf } from "@/server/db/database/tenant";
import { message, openAgentEndpoint } from "@/server/testing/agents";
import { duringTests } from "@/server/testing/during-tests";
import { connected } from "@/server/testing/oauth";
import { startOAuthService } from "@/server/testing/oauth-service";
import type { Checkpoint } from "../checkpoints";
import { processDecisionBatch } from "./process";

const SCOPES = "recommendations:read recommendations:write recommendations:approve";
const SIZE = 12;

const service = duringTests(() => startOAuthService({ checkpoint: (point) => onPoint?.(point) }));
const agents = duringTests(() => openAgentEndpoint(service));
let onPoint: ((point: Checkpoint) => void | Promise<void>) | null = null;

beforeEach(() => {
  onPoint = null;
});

interface Agent {
  readonly workspaceId: string;
  readonly bearer: string;
}

/** An application that acts for the owner of a workspace in which agents may approve. */
async function withGrant(): Promise<Agent> {
  const over = { scope: SCOPES, resource: `${service.origin}/api/mcp` };
  const { workspace, tokens } = await connected(service, { over });
  return agentsMayApprove({ workspaceId: workspace.id, bearer: tokens.access });
}

/** A script that calls the agents' tools with a token of the owner. */
async function withToken(): Promise<Agent> {
  const { id: workspaceId, userId } = await service.workspace();
  return agentsMayApprove({ workspaceId, bearer: await service.mintToken({ workspaceId, userId }) });
}

async function agentsMayApprove(agent: Agent): Promise<Agent> {
  await service.make.integration(agent.workspaceId);
  await service.sql("UPDATE workspaces SET agents_may_approve = true WHERE id = $1", [agent.workspaceId]);
  return agent;
}

type Result = Readonly<Record<string, unknown>>;

/** Calls a tool, and returns what it answers or the error that refuses the call, by the same names. */
async function use({ bearer }: Agent, name: string, args: object): Promise<Result> {
  const response = await agents.post(message("tools/call", { name, arguments: args }), {
    authorization: `Bearer ${bearer}`,
  });
  const { result, error } = (await response.json()) as {
    result?: { structuredContent: Result };
    error?: { data: Result };
  };
  return result?.structuredContent ?? error?.data ?? {};
}

type Action = "approve" | "accept";
const STATUS = {
  approve: { from: "pending_approval", to: "approved" },
  accept: { from: "new", to: "pending_approval" },
} as const;

const waiting = (agent: Agent, action: Action, count = SIZE): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, () =>
      service.make.recommendation(agent.workspaceId, {
        status: STATUS[action].from,
        accepted: action === "approve",
      }),
    ),
  );

async function preview(agent: Agent, action: Action, ids: readonly string[]) {
  const { batch } = (await use(agent, "decision_batches_create", { action, ids })) as {
    batch: { id: string; hash: string; count: number };
  };
  expect(batch.count).toBe(ids.length);
  return { batch_id: batch.id, hash: batch.hash };
}

const decided = async ({ workspaceId }: Agent, action: Action): Promise<number> => {
  const rows = await service.sql("SELECT FROM recommendations WHERE workspace_id = $1 AND status = $2", [
    workspaceId,
    STATUS[action].to,
  ]);
  return rows.length;
};

/** What ends an agent's permission, by statements about its workspace, and the errors that follow. */
const ENDS: readonly {
  what: string;
  sql: string;
  of?: () => Promise<Agent>;
  action?: Action;
  /** What every further call is refused with; a grant never expires before its tokens do. */
  call?: string;
  /** What the rest of a confirmed batch falls out with. */
  rest: string;
}[] = [
  {
    what: "its person ends the grant",
    sql: "UPDATE oauth_grants SET ended_at = now(), ended_reason = 'person' WHERE workspace_id = $1",
    call: "unauthorized",
    rest: "unauthorized",
  },
  {
    what: "the grant expires",
    sql: "UPDATE oauth_grants SET expires_at = now() - interval '1 hour' WHERE workspace_id = $1",
    rest: "unauthorized",
  },
  {
    what: "the grant loses the scope",
    sql: "UPDATE oauth_grants SET scopes = '{recommendations:read,recommendations:write}' WHERE workspace_id = $1",
    call: "insufficient_scope",
    rest: "insufficient_scope",
  },
  {
    what: "its person's role is lowered",
    sql: "UPDATE memberships SET role = 'analyst' WHERE workspace_id = $1",
    call: "forbidden_role",
    rest: "forbidden_role",
  },
  {
    what: "its person leaves the workspace",
    sql: "DELETE FROM memberships WHERE workspace_id = $1",
    call: "unauthorized",
    rest: "workspace_forbidden",
  },
  {
    what: "the workspace reserves decisions on prices for people",
    sql: "UPDATE workspaces SET agents_may_approve = false WHERE id = $1",
    call: "forbidden_role",
    rest: "forbidden_role",
  },
  {
    what: "the workspace reserves them for people, and the agent has a token",
    sql: "UPDATE workspaces SET agents_may_approve = false WHERE id = $1",
    of: withToken,
    call: "forbidden_role",
    rest: "forbidden_role",
  },
  {
    what: "the workspace is suspended",
    sql: "UPDATE workspaces SET lifecycle = 'suspended' WHERE id = $1",
    call: "plan_limit",
    rest: "plan_limit",
  },
  {
    what: "the workspace's plan has no agents any more",
    sql: "UPDATE workspaces SET plan = 'pro' WHERE id = $1",
    action: "accept",
    call: "plan_limit",
    rest: "plan_limit",
  },
];

describe("an agent with a batch", () => {
  it.each(ENDS.filter(({ call }) => call))(
    "decides nothing when its permission ends between preview and confirmation: $what",
    async (end) => {
      const { sql, of = withGrant, action = "approve", call } = end;
      const agent = await of();
      const ids = await waiting(agent, action, 2);
      const batch = await preview(agent, action, ids);
      await service.sql(sql, [agent.workspaceId]);
      const single = await use(agent, `recommendations_${action}`, { rec_id: ids[0] });
      expect(single["error"]).toBe(call);
      expect((await use(agent, "decision_batches_confirm", batch))["error"]).toBe(call);
      await processDecisionBatch(service.services, tenantOf(agent.workspaceId), batch.batch_id);
      expect(await decided(agent, action)).toBe(0);
    },
  );

  it.each(ENDS)(
    "decides nothing more when its permission ends while its batch is carried out: $what",
    async (end) => {
      const { sql, of = withGrant, action = "approve", call, rest } = end;
      const agent = await of();
      const ids = await waiting(agent, action);
      const batch = await preview(agent, action, ids);
      expect((await use(agent, "decision_batches_confirm", batch))["ok"]).toBe(true);
      let once: Promise<unknown> | null = null;
      let before = 0;
      onPoint = async (point) => {
        if (point !== "decision-batch:item-committed") return;
        once ??= service.sql(sql, [agent.workspaceId]).then(async () => {
          before = await decided(agent, action);
        });
        await once;
      };
      await processDecisionBatch(service.services, tenantOf(agent.workspaceId), batch.batch_id);
      const outcomes = await service.sql<{ outcome: string; reason: string | null; count: number }>(
        `SELECT outcome, reason, count(*)::int AS count FROM decision_batch_items WHERE batch_id = $1
       GROUP BY outcome, reason ORDER BY outcome`,
        [batch.batch_id],
      );
      const done = outcomes.find(({ outcome }) => outcome === "done")?.count ?? 0;
      expect(outcomes).toMatchObject([{ outcome: "done" }, { outcome: "fell_out", reason: rest }]);
      expect(await decided(agent, action)).toBe(done);
      // Decisions whose transactions had begun may still be committed.
      expect(done - before).toBeLessThanOrEqual(2);
      const [left] = await service.sql("SELECT id FROM recommendations WHERE id = ANY($1) AND status = $2", [
        ids,
        STATUS[action].from,
      ]);
      expect(left).toBeDefined();
      const single = call && (await use(agent, `recommendations_${action}`, { rec_id: left?.["id"] }));
      if (single) expect(single["error"]).toBe(call);
    },
  );
});
