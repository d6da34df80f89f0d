import type { Json } from "@/server/db/database/canonical-json";
import type { Tx } from "@/server/db/database/transaction";
import {
  type BatchRow,
  deleteOldPreviews,
  findBatch,
  insertBatch,
  storeCounts,
} from "@/server/db/decision-batches/batches";
import { countOutcomes, insertBatchItems, type NewBatchItem } from "@/server/db/decision-batches/items";
import { type RevertSource, revertTargets } from "@/server/db/decision-batches/revert-targets";
import { type Selection, selectIds } from "@/server/db/decision-batches/selection";
import { MAX_BATCH_SIZE, PREVIEW_LIFETIME_MS } from "@/server/domain/decision-batches/batch";
import type { RecommendationOperation } from "@/server/domain/recommendations/recommendation";
import { type EffectEntry, summedEffect } from "@/server/domain/recommendations/summed-effect";
import { fieldError } from "../input";
import { requireFuture } from "../recommendations/decide";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { type BatchAuthority, decisionRefusal } from "./authority";
import { batchHash } from "./hash";
import { type Foreseen, foreseeDecisions } from "./preview";
import { foreseeReverts } from "./revert-preview";

const TIMEOUT_MS = 60_000;

/** The recommendations of a batch: by their ids, or by a selection with the filter of the request. */
export type BatchSubject =
  | { readonly ids: readonly string[] }
  | { readonly selection: Selection; readonly filter: Json };

/** The decision of a batch, and the recommendations that it is about. */
export type BatchRequest = BatchParameters &
  (
    | { readonly action: RecommendationOperation; readonly subject: BatchSubject }
    | { readonly action: "revert"; readonly source: RevertSource }
  );

interface BatchParameters {
  readonly reason: string | null;
  readonly snoozeUntil: Date | null;
}

/**
 * Freezes one decision over many recommendations: stores their versions, what would fall out and why, and the summed
 * effect. Decides nothing; `confirmBatch` with the hash does.
 * @throws DomainError validation_error, plan_limit, and the 403 that the single decision would end with
 */
export async function createBatch(
  context: RequestContext,
  authority: BatchAuthority,
  request: BatchRequest,
): Promise<BatchRow> {
  const { services, actor } = context;
  checkParameters(request, services.now());
  return writeTransaction(
    context,
    async (tx) => {
      const refusal = await decisionRefusal(context, tx, authority, request.action);
      if (refusal) throw refusal;
      requireWritableWorkspace(context);
      const { items, entries, remaining } = await foreseeRequest(context, tx, request);
      const { action, reason, snoozeUntil } = request;
      const set = frozenSet(items);
      const nowMs = services.now();
      const at = new Date(nowMs);
      const id = services.newId("batch");
      const hash = batchHash({ action, reason, snoozeUntil, set });
      await deleteOldPreviews(tx, actor.userId, at);
      await insertBatch(tx, {
        id,
        action,
        reason,
        snoozeUntil,
        criteria: "subject" in request && "filter" in request.subject ? request.subject.filter : null,
        sourceRunId: "source" in request && "runId" in request.source ? request.source.runId : null,
        sourceBatchId: "source" in request && "batchId" in request.source ? request.source.batchId : null,
        remaining,
        status: "preview",
        hash,
        selected: items.length,
        planned: set.length,
        plannedFirst: items.filter(({ firstOfTwo }) => firstOfTwo === true).length,
        effect: storedEffect(entries),
        createdBy: actor.label,
        createdByPerson: actor.userId,
        createdAt: at,
        expiresAt: new Date(nowMs + PREVIEW_LIFETIME_MS),
      });
      await insertBatchItems(tx, id, items, at);
      await storeCounts(tx, id, await countOutcomes(tx, id));
      await recordChange(context, tx, {
        action: "decision_batch.create",
        subject: id,
        after: {
          decision: action,
          reason,
          snooze_until: snoozeUntil,
          selected: items.length,
          count: set.length,
          hash,
        },
      });
      const row = await findBatch(tx, id);
      if (!row) throw new Error("a batch is not there after its creation");
      return row;
    },
    { timeoutMs: TIMEOUT_MS },
  );
}

/** How many prices of the source are left for another batch. */
interface Remaining {
  readonly remaining: number;
}

async function foreseeRequest(
  context: RequestContext,
  tx: Tx,
  request: BatchRequest,
): Promise<Foreseen & Remaining> {
  if (request.action !== "revert") {
    const ids = await idsOf(tx, request.subject, context.services.now());
    return { ...(await foreseeDecisions(context, tx, request, ids)), remaining: 0 };
  }
  const { targets, remaining } = await revertTargets(tx, request.source, MAX_BATCH_SIZE);
  return { ...(await foreseeReverts(context, tx, targets)), remaining };
}

async function idsOf(tx: Tx, subject: BatchSubject, nowMs: number): Promise<string[]> {
  if ("ids" in subject) return withinLimit("ids", [...new Set(subject.ids)].sort());
  const found = await selectIds(tx, subject.selection, { at: new Date(nowMs), limit: MAX_BATCH_SIZE + 1 });
  return withinLimit("filter", found);
}

function withinLimit(path: "ids" | "filter", ids: string[]): string[] {
  if (ids.length <= MAX_BATCH_SIZE) return ids;
  throw fieldError(path, "too_big", `A batch has at most ${MAX_BATCH_SIZE} recommendations.`);
}

/** Requires the parameters of the single operation. */
function checkParameters({ action, reason, snoozeUntil }: BatchRequest, nowMs: number): void {
  if (action === "reject" && reason === null)
    throw fieldError("reason", "required", "A rejection needs a reason.");
  if (action === "snooze" && snoozeUntil === null)
    throw fieldError("snooze_until", "required", "A snooze needs a time.");
  if (action !== "snooze" && snoozeUntil !== null)
    throw fieldError("snooze_until", "unrecognized", "Only a snooze has a time.");
  if (snoozeUntil !== null) requireFuture(snoozeUntil, nowMs);
}

function frozenSet(items: readonly NewBatchItem[]): ([string, number] | [string, number, string])[] {
  const set: ([string, number] | [string, number, string])[] = [];
  for (const { id, version, fallOut, reverts } of items)
    if (fallOut === null && version !== null) set.push(reverts ? [id, version, reverts] : [id, version]);
  return set;
}

function storedEffect(entries: readonly EffectEntry[]): BatchRow["effect"] {
  const { raised, lowered, unknown, byCurrency } = summedEffect(entries);
  return {
    raised,
    lowered,
    unknown,
    currencies: [...byCurrency].map(([currency, { count, profitPerUnit, profitInStock }]) => ({
      currency,
      count,
      profitPerUnit: String(profitPerUnit),
      profitInStock: profitInStock === null ? null : String(profitInStock),
    })),
  };
}
