import { type CheckRow, checksOfOffer } from "@/server/db/offers/page-checks";
import { findOffer, type OfferWithCheck } from "@/server/db/offers/watched-offers";
import { formatAmount } from "@/server/domain/money";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";
import { auditedEvents, inOrder, SERVICE, type Trace, type TraceEvent, type Wait } from "./trace";

const CHECKS = 20;

/** Returns the life of a competitor's page: its latest checks and what people did. Null without such a row. */
export async function traceOffer(context: RequestContext, id: string): Promise<Trace | null> {
  const read = await readTransaction(context, async (tx) => {
    const row = await findOffer(tx, id);
    return row && { row, checks: await checksOfOffer(tx, id, { before: null, limit: CHECKS }) };
  });
  if (read === null) return null;
  const { row, checks } = read;
  const { origin, pathname } = new URL(row.url);
  return {
    kind: "offer",
    id,
    workspaceId: context.tenant.workspaceId,
    status: row.status,
    facts: [
      `Page ${origin}${pathname} of ${row.seller}, for item ${row.itemId}.`,
      row.failures === 0 ? "Its last check did not fail." : `${row.failures} checks in a row have failed.`,
      `The latest ${CHECKS} checks are shown.`,
    ],
    events: inOrder([
      { at: row.createdAt, what: "added", by: row.origin ?? "people" },
      ...checks.map(eventOf),
      ...(await auditedEvents(context, [id])),
    ]),
    waits: waitOf(row, context.services.now()),
  };
}

function eventOf(check: CheckRow): TraceEvent {
  const { price, currency, httpStatus, reason } = check;
  const found = price === null || currency === null ? [] : [`${formatAmount(price, currency)} ${currency}`];
  const status = httpStatus === null ? [] : [`HTTP ${httpStatus}`];
  const what = [
    `check ${check.id}: ${check.outcome}`,
    ...found,
    ...status,
    ...(reason === null ? [] : [reason]),
  ];
  return { at: check.at, what: what.join(" · "), by: `${SERVICE}, asked by ${check.askedBy}` };
}

function waitOf(row: OfferWithCheck, nowMs: number): Wait | null {
  if (row.status === "removed") return null;
  if (row.status === "paused") return { for: "somebody to resume it", until: null };
  if (row.leased && row.dueAt.getTime() > nowMs)
    return { for: "the worker that checks it; another one may take it up after that", until: row.dueAt };
  return { for: "its next check, by a worker, once its host is free", until: row.dueAt };
}
