import type { Tenant } from "@/server/db/database/tenant";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import {
  countActiveItems,
  endLanePass,
  type LaneCandidate,
  laneCandidates,
  leaseLanePass,
  releaseLanePass,
} from "@/server/db/lanes/passes";
import { findWorkspace } from "@/server/db/members/memberships";
import { addJob } from "@/server/db/queue/queue";
import { findRun } from "@/server/db/runs/runs";
import { acceptsMutations } from "@/server/domain/plan/plans";
import { laneReader } from "../approvals/policy-lanes";
import { readFreezeEnd } from "../freezes/frozen";
import { UnreadablePolicy } from "../policy/terms";
import { reportUnexpected } from "../report";
import type { Services } from "../services";
import { beginSlice, SLICE_LEASE_MS } from "../slice";
import { decideByLane } from "./decide";

const PAGE_SIZE = 200;

/**
 * Lets the automatic lanes decide about a run's recommendations for a while, and queues the rest. Any number of
 * processes may call it any number of times, and may be killed at any point: each decision and its record are one
 * transaction, and a lane decides once about each version. If the active policy is invalid, the pass ends and people
 * decide.
 * @throws the database's error when it cannot be reached; the pass is resumed later
 */
export async function processLanePass(
  services: Services,
  tenant: Tenant,
  runId: string,
  signal?: AbortSignal,
): Promise<void> {
  const begin = await inTenant(services.db, tenant, (tx) =>
    leaseLanePass(tx, runId, { nowMs: services.now(), leaseMs: SLICE_LEASE_MS }),
  );
  if (begin === null) return;
  await services.checkpoint("lane-pass:leased");
  if (!(await inTenant(services.db, tenant, (tx) => mayDecide(services, tx))))
    return finish(services, tenant, runId);
  try {
    const next = await decideForAWhile(services, tenant, { runId, begin }, signal);
    await (next === null
      ? finish(services, tenant, runId)
      : continueLater(services, tenant, runId, next.cursor));
  } catch (error) {
    if (!(error instanceof UnreadablePolicy)) throw error;
    reportUnexpected(services, tenant.workspaceId, { run: runId }, error);
    await finish(services, tenant, runId);
  }
}

/**
 * Whether lanes decide in this workspace now: not in a freeze, and not while it accepts no changes. What they leave
 * then is left to people, and to the lanes after the next run.
 */
async function mayDecide(services: Services, tx: Tx): Promise<boolean> {
  const workspace = await findWorkspace(tx);
  if (workspace === null || !acceptsMutations(workspace.lifecycle)) return false;
  return (await readFreezeEnd(tx, services.now())) === null;
}

/** @returns where to go on; null when the lanes have looked at all of the run's recommendations */
async function decideForAWhile(
  services: Services,
  tenant: Tenant,
  { runId, begin }: { readonly runId: string; readonly begin: string },
  signal: AbortSignal | undefined,
): Promise<{ readonly cursor: string } | null> {
  const isOver = beginSlice(services, signal);
  const { activeItems, agentsRun } = await inTenant(services.db, tenant, async (tx) => {
    const run = await findRun(tx, runId);
    return { activeItems: await countActiveItems(tx), agentsRun: run?.byAgent === true };
  });
  const readLanes = laneReader();
  let cursor = begin;
  for (;;) {
    const after = cursor;
    const candidates: LaneCandidate[] = await inTenant(services.db, tenant, (tx) =>
      laneCandidates(tx, runId, { after, limit: PAGE_SIZE, nowMs: services.now() }),
    );
    if (candidates.length === 0) return null;
    for (const candidate of candidates) {
      if (isOver()) return { cursor };
      await decideByLane(services, tenant, { ...candidate, runId, activeItems, agentsRun, readLanes });
      await services.checkpoint("lane-pass:committed");
      cursor = candidate.id;
    }
  }
}

const finish = (services: Services, tenant: Tenant, runId: string): Promise<void> =>
  inTenant(services.db, tenant, (tx) => endLanePass(tx, runId, new Date(services.now())));

const continueLater = (services: Services, tenant: Tenant, runId: string, cursor: string): Promise<void> =>
  inTenant(services.db, tenant, async (tx) => {
    await releaseLanePass(tx, runId, cursor);
    await addJob(tx, "lane_pass", { v: 1, workspaceId: tenant.workspaceId, id: runId });
  });
