import { findRun, type RunRow } from "@/server/db/runs/runs";
import { alertsAbout, jobOf, type WaitingJob } from "@/server/db/traces/pending";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";
import { requesterName } from "./requester";
import {
  alertEvents,
  auditedEvents,
  inOrder,
  SERVICE,
  type Trace,
  type TraceEvent,
  type Wait,
  waitsForWorker,
} from "./trace";

/** Returns the life of a run. Null without such a row. */
export async function traceRun(context: RequestContext, id: string): Promise<Trace | null> {
  const read = await readTransaction(context, async (tx) => {
    const row = await findRun(tx, id);
    return (
      row && {
        row,
        requester: await requesterName(tx, row.requestedBy),
        job: await jobOf(tx, "run", id),
        alerts: await alertsAbout(tx, id),
      }
    );
  });
  if (read === null) return null;
  const { row, requester, job, alerts } = read;
  return {
    kind: "run",
    id,
    workspaceId: context.tenant.workspaceId,
    status: row.status,
    facts: factsOf(row, requester),
    events: inOrder([...stepsOf(row), ...alertEvents(alerts), ...(await auditedEvents(context, [id]))]),
    waits: waitOf(row, job, context.services.now()),
  };
}

function factsOf(row: RunRow, requester: string): string[] {
  const scope = row.subsetTags.length === 0 ? "the catalog" : `items with ${row.subsetTags.join(", ")}`;
  const over = row.itemIds.length === 0 ? scope : `${row.itemIds.length} items`;
  const counts = row.counts;
  return [
    `Over ${over}, asked for by ${row.trigger} (${requester}); version ${row.policyVersion} of the policy, engine ${row.engineVersion}.`,
    `${row.done} of ${row.total ?? "an unknown number of"} items decided; taken up ${row.fence} times.`,
    ...(counts === null
      ? []
      : [`${counts.items} items, ${counts.recommendations} recommendations, ${counts.alerts} alerts.`]),
    ...(row.heldReason === null ? [] : [`Held: ${row.heldReason}`]),
    ...(row.error === null ? [] : [`Failed: ${row.error}`]),
  ];
}

function stepsOf(row: RunRow): TraceEvent[] {
  const steps: readonly (readonly [Date | null, string])[] = [
    [row.createdAt, "asked for"],
    [row.startedAt, "begun"],
    [row.finishedAt, `ended as ${row.status}`],
    [row.releasedAt, "released"],
  ];
  return steps.flatMap(([at, what]) => (at === null ? [] : [{ at, what, by: SERVICE }]));
}

function waitOf(row: RunRow, job: WaitingJob | null, nowMs: number): Wait | null {
  if (row.status === "running" && row.leaseUntil !== null && row.leaseUntil.getTime() > nowMs)
    return {
      for: "the worker that has leased it; another one may take it up after that",
      until: row.leaseUntil,
    };
  if (row.status === "queued" || row.status === "running") return waitsForWorker(job);
  if (row.heldReason !== null && row.releasedAt === null)
    return {
      for: "somebody to look at what it held and release it, or a later run to replace it",
      until: null,
    };
  return null;
}
