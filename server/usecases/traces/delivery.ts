import { endpointLease } from "@/server/db/traces/pending";
import { type DeliveryRow, findDelivery } from "@/server/db/webhooks/deliveries";
import { type EndpointRow, findEndpoint } from "@/server/db/webhooks/endpoints";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";
import { auditedEvents, inOrder, SERVICE, type Trace, type TraceEvent, type Wait } from "./trace";

/**
 * Returns the life of a webhook delivery. Of its attempts only the last one is stored; the log has a line for each.
 * Null without such a row.
 */
export async function traceDelivery(context: RequestContext, id: string): Promise<Trace | null> {
  const read = await readTransaction(context, async (tx) => {
    const row = await findDelivery(tx, id);
    if (row === null) return null;
    const endpoint = await findEndpoint(tx, row.endpointId);
    return { row, endpoint, lease: await endpointLease(tx, row.endpointId) };
  });
  if (read === null) return null;
  const { row, endpoint, lease } = read;
  // The path of an address may hold what its receiver lets in by.
  const host = endpoint === null ? "an endpoint that was deleted" : new URL(endpoint.url).host;
  return {
    kind: "delivery",
    id,
    workspaceId: context.tenant.workspaceId,
    status: row.status,
    facts: [
      `Number ${row.number}, ${row.kind} (${row.eventId}), to ${host} (${row.endpointId}).`,
      `${row.attempts} attempts${row.replays === 0 ? "" : ` since the last of ${row.replays} replays`}.`,
      ...(row.error === null ? [] : [`Last error: ${row.error}`]),
    ],
    events: inOrder([...stepsOf(row), ...(await auditedEvents(context, [row.endpointId]))]),
    waits: waitOf(row, endpoint, lease, context.services.now()),
  };
}

function stepsOf(row: DeliveryRow): TraceEvent[] {
  const answer = row.responseStatus === null ? "no answer" : `HTTP ${row.responseStatus}`;
  const ms = row.tookMs === null ? "" : ` after ${row.tookMs} ms`;
  const steps: readonly (readonly [Date | null, string])[] = [
    [row.eventAt, `${row.kind} happened`],
    [row.createdAt, "dispatched to the endpoint"],
    [row.lastAttemptAt, `attempt ${row.attempts}: ${answer}${ms}`],
    [row.endedAt, `ended as ${row.status}`],
  ];
  return steps.flatMap(([at, what]) => (at === null ? [] : [{ at, what, by: SERVICE }]));
}

function waitOf(
  row: DeliveryRow,
  endpoint: EndpointRow | null,
  lease: Date | null,
  nowMs: number,
): Wait | null {
  if (row.status !== "pending") return null;
  if (endpoint?.status === "disabled") return { for: "somebody to enable its endpoint again", until: null };
  if (lease !== null && lease.getTime() > nowMs)
    return { for: "the worker that sends what its endpoint is due", until: lease };
  return { for: "its next attempt", until: row.nextAttemptAt };
}
