import { findRecommendation, type RecommendationRow } from "@/server/db/recommendations/recommendations";
import { writesOfRecommendation } from "@/server/db/traces/pending";
import { formatAmount } from "@/server/domain/money";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";
import { auditedEvents, inOrder, SERVICE, type Trace, type TraceEvent, type Wait } from "./trace";

/** Returns the approvals that were given before the last one, which the audit log has, with names. */
export const approvalEvents = (row: RecommendationRow | null): TraceEvent[] =>
  (row?.approvals ?? []).map(({ by, at, lane }) => ({
    at: new Date(at),
    what: `approved as one of ${row?.peopleNeeded ?? 2} people, auto-approval rule “${lane}”`,
    by,
  }));

/** Returns the life of a recommendation: its decisions with names, and its write-backs. Null without such a row. */
export async function traceRecommendation(context: RequestContext, id: string): Promise<Trace | null> {
  const read = await readTransaction(context, async (tx) => {
    const row = await findRecommendation(tx, id);
    return row && { row, writes: await writesOfRecommendation(tx, id) };
  });
  if (read === null) return null;
  const { row, writes } = read;
  const amount = (minor: bigint | null) =>
    minor === null ? "unknown" : `${formatAmount(minor, row.currency)} ${row.currency}`;
  const written = writes.map((each) => ({
    at: each.createdAt,
    what: `${each.revertOf === null ? "write-back" : "revert"} ${each.id}, now ${each.status}`,
    by: SERVICE,
  }));
  return {
    kind: "recommendation",
    id,
    workspaceId: context.tenant.workspaceId,
    status: row.status,
    facts: [
      `Recommends ${amount(row.currentPrice)} → ${amount(row.recommendedPrice)} for ${row.sku} (${row.itemId}).`,
      `Of run ${row.runId}, by version ${row.policyVersion} of the policy. ${row.reason}`,
      ...(row.enginePrice === null
        ? []
        : [
            `${row.overriddenByLabel ?? "Somebody"} set the price; the engine's was ${amount(row.enginePrice)}.`,
          ]),
      ...(row.decidedByLabel === null ? [] : [`Last decided by ${row.decidedByLabel}.`]),
      ...(row.supersededBy === null ? [] : [`Replaced by ${row.supersededBy}.`]),
    ],
    events: inOrder([
      { at: row.createdAt, what: `recommended by run ${row.runId}`, by: SERVICE },
      ...(await auditedEvents(context, [id])),
      ...approvalEvents(row),
      ...written,
    ]),
    waits: waitOf(row, context.services.now()),
  };
}

function waitOf(row: RecommendationRow, nowMs: number): Wait | null {
  if (row.snoozeUntil !== null && row.snoozeUntil.getTime() > nowMs)
    return { for: "the end of its snooze", until: row.snoozeUntil };
  switch (row.status) {
    case "new":
      return { for: "a decision: accept, dismiss or snooze", until: null };
    case "held":
      return { for: `the release of its run ${row.runId}`, until: null };
    case "pending_approval":
      return { for: approvalFor(row), until: null };
    case "approved":
      return {
        for: `its write-back ${row.writeBackId ?? ""}, which is ${row.writeBackStatus ?? "missing"}`,
        until: null,
      };
    default:
      return null;
  }
}

function approvalFor({ approvals, peopleNeeded }: RecommendationRow): string {
  const given = approvals ?? [];
  if (given.length === 0) return "an approval";
  const names = given.map(({ by }) => by).join(", ");
  const missing = (peopleNeeded ?? 2) - given.length;
  return `the approval of ${missing} more ${missing === 1 ? "person" : "people"}; ${names} approved`;
}
