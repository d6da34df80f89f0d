import { findConnection } from "@/server/db/connections/connections";
import type { Tx } from "@/server/db/database/transaction";
import { findPricedItem } from "@/server/db/items/priced-items";
import { findRecommendation } from "@/server/db/recommendations/recommendations";
import { alertsAbout, jobOf, type WriteBackTimes, writeBackTimes } from "@/server/db/traces/pending";
import { findWriteBack, type WriteBackRow } from "@/server/db/write-backs/write-backs";
import { formatAmount } from "@/server/domain/money";
import { StoreError } from "@/server/stores";
import { resolveStore, storeTitle } from "../connections/store";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";
import { approvalEvents } from "./recommendation";
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

/** Returns the life of a write-back: its approvals, sends, waits, alerts and receipt. Null without such a row. */
export async function traceWriteBack(context: RequestContext, id: string): Promise<Trace | null> {
  const read = await readTransaction(context, async (tx) => {
    const row = await findWriteBack(tx, id);
    const times = await writeBackTimes(tx, id);
    return row && times && { row, ...(await beside(tx, row, times, context.services.now())) };
  });
  if (read === null) return null;
  const { row, recommendation, requester, events, waits, store, sku } = read;
  const amount = (minor: bigint) => formatAmount(minor, row.currency);
  const audited = await auditedEvents(context, [id, row.recommendationId]);
  return {
    kind: "write_back",
    id,
    workspaceId: context.tenant.workspaceId,
    status: row.canceledAt === null ? row.status : "canceled",
    facts: [
      `Writes ${amount(row.expectedPrice)} → ${amount(row.targetPrice)} ${row.currency} for ${sku} (${row.itemId}), variant ${row.storeRef} of ${store}.`,
      row.revertOf === null
        ? `Recommendation ${row.recommendationId}, asked for by ${requester}.`
        : `Takes ${row.revertOf} back; recommendation ${row.recommendationId}, asked for by ${requester}.`,
      `Taken up ${row.attempts} times, price sent ${row.sends} times.`,
      ...(row.storeAnswer === null ? [] : [`Receipt: ${row.storeAnswer}`]),
    ],
    events: inOrder([...events, ...approvalEvents(recommendation), ...audited]),
    waits,
  };
}

async function beside(tx: Tx, row: WriteBackRow, times: WriteBackTimes, nowMs: number) {
  const connection = await findConnection(tx, row.integrationId);
  const item = await findPricedItem(tx, row.itemId, nowMs);
  const job = await jobOf(tx, "write_back", row.id);
  const alerts = await alertsAbout(tx, row.id);
  return {
    recommendation: await findRecommendation(tx, row.recommendationId),
    requester: await requesterName(tx, times.requestedBy),
    sku: item?.item.sku ?? "an item that was deleted",
    store:
      connection === null
        ? row.integrationId
        : `${storeTitle(connection.kind)} ${connection.id} (${connection.status})`,
    events: [...sendsOf(row), ...alertEvents(alerts)],
    waits: waitOf(row, times, nowMs) ?? (row.finishedAt === null ? waitsForWorker(job) : null),
  };
}

function sendsOf(row: WriteBackRow): TraceEvent[] {
  const events: TraceEvent[] = [{ at: row.createdAt, what: "queued to be written", by: SERVICE }];
  const { firstSentAt, sentAt, sends } = row;
  if (firstSentAt !== null)
    events.push({ at: firstSentAt, what: "price sent for the first time", by: SERVICE });
  if (sentAt !== null && sentAt.getTime() !== firstSentAt?.getTime())
    events.push({ at: sentAt, what: `price sent for the last time, ${sends} times in all`, by: SERVICE });
  if (row.waitsUntil !== null && row.waitsReason !== null)
    events.push({ at: row.waitsUntil, what: `end of the freeze “${row.waitsReason}”`, by: SERVICE });
  return events;
}

/** Null where nothing but a worker is waited for. */
function waitOf(row: WriteBackRow, times: WriteBackTimes, nowMs: number): Wait | null {
  if (row.finishedAt !== null) return null;
  const { leaseUntil, notBefore } = times;
  if (leaseUntil !== null && leaseUntil.getTime() > nowMs)
    return { for: "the worker that has leased it; another one may take it up after that", until: leaseUntil };
  if (row.waitsUntil !== null && row.waitsUntil.getTime() > nowMs && row.sentAt === null)
    return { for: `the end of the freeze “${row.waitsReason ?? ""}”`, until: row.waitsUntil };
  if (notBefore === null || notBefore.getTime() <= nowMs) return null;
  const why = row.storeAnswer === null ? "" : `: ${row.storeAnswer}`;
  const what =
    row.status === "unknown" ? "the next look at whether the price has arrived" : "the next attempt";
  return { for: `${what}${why}`, until: notBefore };
}

/**
 * Reads the price that the store has now, without changing anything.
 * @returns the price and whose write key stands beside it, or why it could not be read, as a sentence
 */
export async function presentPrice(context: RequestContext, id: string): Promise<string> {
  const { row, connection } = await readTransaction(context, async (tx) => {
    const found = await findWriteBack(tx, id);
    return { row: found, connection: found && (await findConnection(tx, found.integrationId)) };
  });
  if (row === null || connection === null) return "The connection of this write-back is not there any more.";
  if (connection.status === "disconnected") return "The store is disconnected.";
  try {
    const { connector, connection: to } = resolveStore(context, connection);
    // Without a price to mirror, no store creates the variant.
    const { price, currency, writeKey, complete } = await connector.readPrice(to, row.storeRef);
    const key = writeKey === row.writeKey ? "the write key of this write-back" : otherKey(writeKey);
    const part = complete ? "" : ", which was written in part";
    return `The store has ${formatAmount(price, currency)} ${currency}${part}; beside it stands ${key}.`;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return `The store's price could not be read: ${error.message}`;
  }
}

const otherKey = (key: string | null): string => (key === null ? "no write key" : "another write key");
