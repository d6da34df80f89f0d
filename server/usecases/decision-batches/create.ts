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
import {
  type AlertOperation,
  type BatchSubjectKind,
  MAX_BATCH_SIZE,
  PREVIEW_LIFETIME_MS,
  type TagEdit,
} from "@/server/domain/decision-batches/batch";
import { plannedGroups } from "@/server/domain/decision-batches/groups";
import { notFound } from "@/server/domain/errors";
import type { RecommendationOperation } from "@/server/domain/recommendations/recommendation";
import { summedEffect } from "@/server/domain/recommendations/summed-effect";
import { fieldError } from "../input";
import { requireFuture } from "../recommendations/decide";
import { requireOneDecision } from "../recommendations/decide-once";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { foreseeAlerts } from "./alert-preview";
import { decisionOf } from "./audited-decision";
import { type BatchAuthority, decisionRefusal } from "./authority";
import {
  type AlertSubject,
  alertIdsOf,
  type BatchSubject,
  type ItemSubject,
  idsOf,
  itemIdsOf,
} from "./chosen";
import { batchHash, type FrozenSet } from "./hash";
import { foreseeTagEdits } from "./item-preview";
import { type Foreseen, foreseeDecisions } from "./preview";
import { foreseeRestores } from "./restore-preview";
import { foreseeReverts } from "./revert-preview";

const TIMEOUT_MS = 60_000;

/** The decision of a batch, and what it is about. */
export type BatchRequest = BatchParameters & (RequestedDecision | TakeBack);

/** A decision, and the recommendations or the alerts that are named for it; or an edit of items. */
export type RequestedDecision =
  | {
      readonly of: "recommendations";
      readonly action: RecommendationOperation;
      /** Whether an approval accepts what is new first. */
      readonly accepts: boolean;
      readonly subject: BatchSubject;
    }
  | { readonly of: "alerts"; readonly action: AlertOperation; readonly subject: AlertSubject }
  | { readonly of: "items"; readonly action: "edit"; readonly subject: ItemSubject; readonly edit: TagEdit };

/** What takes back the prices of a run or of a batch, or the decisions of a batch. */
export type TakeBack =
  | { readonly of: "recommendations"; readonly action: "revert"; readonly source: RevertSource }
  | {
      readonly of: BatchSubjectKind;
      readonly action: "restore";
      readonly source: { readonly batchId: string };
    };

interface BatchParameters {
  readonly reason: string | null;
  readonly snoozeUntil: Date | null;
}

/**
 * Freezes one decision over many recommendations or alerts: stores the set, what would fall out and why, and the summed
 * effect. Decides nothing; `confirmBatch` with the hash does.
 * @throws DomainError validation_error, plan_limit, conflict for an approval that accepts first in a workspace that
 * does both in two steps, and the 403 that the single decision would end with
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
      const accepts = "accepts" in request && request.accepts;
      const refusal = await decisionRefusal(context, tx, authority, { ...request, accepts });
      if (refusal) throw refusal;
      if (accepts) await requireOneDecision(tx);
      requireWritableWorkspace(context);
      const foreseen = await foreseeRequest(context, tx, request);
      const { items, remaining } = foreseen;
      const { of, action, reason, snoozeUntil } = request;
      const set = frozenSet(items);
      const nowMs = services.now();
      const at = new Date(nowMs);
      const id = services.newId("batch");
      const edit = "edit" in request ? request.edit : null;
      const hash = batchHash({ action, accepts, reason, snoozeUntil, set, edit });
      await deleteOldPreviews(tx, actor.userId, at);
      await insertBatch(tx, {
        id,
        of,
        action,
        accepts,
        edit,
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
        effect: storedEffect(foreseen),
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
          ...decisionOf({ ...request, accepts }),
          ...(edit === null ? {} : { add_tags: edit.addTags, remove_tags: edit.removeTags }),
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
  const nowMs = context.services.now();
  if (request.action === "restore") {
    const source = await findBatch(tx, request.source.batchId);
    if (source === null) throw notFound("batch");
    return { ...(await foreseeRestores(context, tx, source)), remaining: 0 };
  }
  if ("subject" in request) {
    if (request.of === "items") {
      const ids = await itemIdsOf(tx, request.subject, nowMs);
      return { ...(await foreseeTagEdits(tx, request.edit, ids)), remaining: 0 };
    }
    const foreseen =
      request.of === "alerts"
        ? await foreseeAlerts(context, tx, request, await alertIdsOf(tx, request.subject, nowMs))
        : await foreseeDecisions(context, tx, request, await idsOf(tx, request.subject, nowMs));
    return { ...foreseen, remaining: 0 };
  }
  const { targets, remaining } = await revertTargets(tx, request.source, MAX_BATCH_SIZE);
  return { ...(await foreseeReverts(context, tx, targets)), remaining };
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

const frozenSet = (items: readonly NewBatchItem[]): FrozenSet =>
  items
    .filter(({ fallOut }) => fallOut === null)
    .map(({ id, version, reverts }) => (reverts ? [id, version, reverts] : [id, version]));

function storedEffect({ entries, planned }: Foreseen): BatchRow["effect"] {
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
    groups: plannedGroups(planned).map(({ money, ...group }) => ({
      ...group,
      money: [...money].map(([currency, minor]) => ({ currency, minor: String(minor) })),
    })),
  };
}
