import type { Json } from "@/server/db/database/canonical-json";
import type { Tx } from "@/server/db/database/transaction";
import {
  type BatchRow,
  deleteOldBatches,
  findBatch,
  insertBatch,
} from "@/server/db/decision-batches/batches";
import { countOutcomes, insertBatchItems, type NewBatchItem } from "@/server/db/decision-batches/items";
import { type Selection, selectIds } from "@/server/db/decision-batches/selection";
import { MAX_BATCH_SIZE, PREVIEW_LIFETIME_MS } from "@/server/domain/decision-batches/batch";
import { DomainError } from "@/server/domain/errors";
import type { RecommendationOperation } from "@/server/domain/recommendations/recommendation";
import { type EffectEntry, summedEffect } from "@/server/domain/recommendations/summed-effect";
import { recordChange } from "../record-change";
import { type RequestContext, requireWritableWorkspace, writeTransaction } from "../request-context";
import { type BatchAuthority, decisionRefusal } from "./authority";
import { batchHash } from "./hash";
import { foreseeDecisions } from "./preview";

const TIMEOUT_MS = 60_000;

/** The recommendations of a batch: by their ids, or by a selection with the filter of the request. */
export type BatchSubject =
  | { readonly ids: readonly string[] }
  | { readonly selection: Selection; readonly filter: Json };

/** The decision of a batch, and the recommendations that it is about. */
export interface BatchRequest {
  readonly action: RecommendationOperation;
  readonly subject: BatchSubject;
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
      const ids = await idsOf(tx, request.subject, services.now());
      const { items, entries } = await foreseeDecisions(context, tx, request, ids);
      const { action, reason, snoozeUntil } = request;
      const set = frozenSet(items);
      const nowMs = services.now();
      const at = new Date(nowMs);
      const id = services.newId("batch");
      const hash = batchHash({ action, reason, snoozeUntil, set });
      await deleteOldBatches(tx, new Date(nowMs - services.settings.resultsRetentionMs));
      await insertBatch(tx, {
        id,
        action,
        reason,
        snoozeUntil,
        criteria: "filter" in request.subject ? request.subject.filter : null,
        status: "preview",
        hash,
        selected: items.length,
        planned: set.length,
        effect: storedEffect(entries),
        outcomes: {
          waiting: set.length,
          done: 0,
          fellOut: items.length - set.length,
          canceled: 0,
          fallOuts: [],
        },
        createdBy: actor.label,
        createdAt: at,
        expiresAt: new Date(nowMs + PREVIEW_LIFETIME_MS),
      });
      await insertBatchItems(tx, id, items, at);
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
      return { ...row, outcomes: await countOutcomes(tx, id) };
    },
    { timeoutMs: TIMEOUT_MS },
  );
}

async function idsOf(tx: Tx, subject: BatchSubject, nowMs: number): Promise<string[]> {
  if ("ids" in subject) return withinLimit("ids", [...new Set(subject.ids)].sort());
  const found = await selectIds(tx, subject.selection, { at: new Date(nowMs), limit: MAX_BATCH_SIZE + 1 });
  return withinLimit("filter", found);
}

function withinLimit(path: "ids" | "filter", ids: string[]): string[] {
  if (ids.length <= MAX_BATCH_SIZE) return ids;
  const message = `A batch has at most ${MAX_BATCH_SIZE} recommendations.`;
  throw new DomainError("validation_error", message, { issues: [{ path, code: "too_big", message }] });
}

/** Requires the parameters of the single operation. */
function checkParameters({ action, reason, snoozeUntil }: BatchRequest, nowMs: number): void {
  const problem =
    action === "reject" && reason === null
      ? ["reason", "required", "A rejection needs a reason."]
      : action === "snooze" && snoozeUntil === null
        ? ["snooze_until", "required", "A snooze needs a time."]
        : action !== "snooze" && snoozeUntil !== null
          ? ["snooze_until", "unrecognized", "Only a snooze has a time."]
          : snoozeUntil !== null && snoozeUntil.getTime() <= nowMs
            ? ["snooze_until", "in_the_past", "Choose a time that lies ahead."]
            : null;
  if (problem === null) return;
  const [path = "", code = "", message = ""] = problem;
  throw new DomainError("validation_error", message, { issues: [{ path, code, message }] });
}

function frozenSet(items: readonly NewBatchItem[]): [string, number][] {
  const set: [string, number][] = [];
  for (const { id, version, fallOut } of items)
    if (fallOut === null && version !== null) set.push([id, version]);
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
