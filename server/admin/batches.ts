import type { BatchRow } from "@/server/db/decision-batches/batches";
import type { RevertSource } from "@/server/db/decision-batches/revert-targets";
import { visibleBatchStatus } from "@/server/domain/decision-batches/batch";
import { toWire } from "@/server/domain/money";
import { RECOMMENDATION_OPERATIONS } from "@/server/domain/recommendations/recommendation";
import { type BatchAuthority, OPERATOR_AUTHORITY } from "@/server/usecases/decision-batches/authority";
import { cancelBatch, confirmBatch } from "@/server/usecases/decision-batches/confirm";
import { createBatch } from "@/server/usecases/decision-batches/create";
import { readBatch } from "@/server/usecases/decision-batches/read";
import { createRevertBatch } from "@/server/usecases/decision-batches/revert-source";
import { BatchIds, batchSubject } from "@/server/usecases/decision-batches/subject";
import { checked } from "@/server/usecases/input";
import { memberContext, operatorContext } from "@/server/usecases/operator-context";
import type { RequestContext } from "@/server/usecases/request-context";
import type { Services } from "@/server/usecases/services";
import { FILTER, givenFilter } from "./batch-filter";
import { command, flag, list, optional, required, UsageError } from "./command";

const AS = optional("EMAIL");

interface Actor {
  readonly context: RequestContext;
  readonly authority: BatchAuthority;
}

/** Returns the operator, or the member who is to decide, within their role. */
async function actorOf(services: Services, workspace: string, email: string | undefined): Promise<Actor> {
  if (email === undefined)
    return { context: await operatorContext(services, workspace), authority: OPERATOR_AUTHORITY };
  const context = await memberContext(services, workspace, email);
  return { context, authority: { role: context.role, scopes: null } };
}

function actionOf(text: string) {
  const action = RECOMMENDATION_OPERATIONS.find((operation) => operation === text);
  if (!action) throw new UsageError(`--action is one of ${RECOMMENDATION_OPERATIONS.join(", ")}.`);
  return action;
}

function timeOf(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new UsageError("--until is a time such as 2026-12-01T09:30:00Z.");
  return time;
}

function givenSet(ids: string | undefined, filter: ReturnType<typeof givenFilter>) {
  if ((ids === undefined) === (filter === undefined))
    throw new UsageError("Name the recommendations by one of --ids, --filter or --all.");
  return ids === undefined ? { filter } : { ids: checked(BatchIds, list(ids)) };
}

function sourceOf(runId: string | undefined, batchId: string | undefined): RevertSource {
  if (runId !== undefined && batchId === undefined) return { runId };
  if (batchId !== undefined && runId === undefined) return { batchId };
  throw new UsageError("Name what to take back: --run or --batch.");
}

const answerOf = (batch: BatchRow, nowMs: number) => ({
  id: batch.id,
  action: batch.action,
  accept: batch.accepts,
  status: visibleBatchStatus(batch, nowMs),
  hash: batch.hash,
  filter: batch.criteria,
  selected: batch.selected,
  count: batch.planned,
  first_approvals: batch.plannedFirst,
  remaining: batch.remaining,
  effect: batch.effect.currencies.map(({ currency, count, profitPerUnit }) => ({
    count,
    profit_per_unit: toWire({ minor: BigInt(profitPerUnit), currency }),
  })),
  falls_out: batch.outcomes.fallOuts,
  progress: {
    waiting: batch.outcomes.waiting,
    done: batch.outcomes.done,
    first_approvals: batch.outcomes.firstApprovals,
    fell_out: batch.outcomes.fellOut,
    canceled: batch.outcomes.canceled,
  },
});

export const batches = [
  command(
    "batch preview",
    "Freezes one decision over several recommendations, and shows what it would do",
    {
      workspace: required("ID"),
      action: required(RECOMMENDATION_OPERATIONS.join("|")),
      ids: optional("ID,ID"),
      filter: FILTER,
      all: flag,
      accept: flag,
      reason: optional("TEXT"),
      until: optional("TIME"),
      as: AS,
    },
    async ({ services }, { workspace, action: operation, ids, filter, all, accept, reason, until, as }) => {
      const { context, authority } = await actorOf(services, workspace, as);
      const action = actionOf(operation);
      if (accept && action !== "approve") throw new UsageError("--accept is for --action approve.");
      const batch = await createBatch(context, authority, {
        of: "recommendations",
        action,
        accepts: accept,
        subject: await batchSubject(context, {
          action,
          accepts: accept,
          ...givenSet(ids, givenFilter(filter, all)),
        }),
        reason: reason ?? null,
        snoozeUntil: timeOf(until),
      });
      return answerOf(batch, services.now());
    },
  ),
  command(
    "batch revert",
    "Freezes taking back the prices of a run or of another batch, and shows what it would do",
    { workspace: required("ID"), run: optional("ID"), batch: optional("ID"), as: AS },
    async ({ services }, { workspace, run, batch, as }) => {
      const { context, authority } = await actorOf(services, workspace, as);
      return answerOf(await createRevertBatch(context, authority, sourceOf(run, batch)), services.now());
    },
  ),
  command(
    "batch confirm",
    "Confirms a batch by the hash of its preview; the running service carries it out",
    { workspace: required("ID"), id: required("ID"), hash: required("HASH"), as: AS },
    async ({ services }, { workspace, id, hash, as }) => {
      const { context, authority } = await actorOf(services, workspace, as);
      return answerOf((await confirmBatch(context, authority, { id, hash })).batch, services.now());
    },
  ),
  command(
    "batch show",
    "Shows a batch with its progress and why recommendations fell out",
    { workspace: required("ID"), id: required("ID") },
    async ({ services }, { workspace, id }) =>
      answerOf(await readBatch(await operatorContext(services, workspace), id), services.now()),
  ),
  command(
    "batch cancel",
    "Cancels a batch: what is decided stays decided, the rest is not begun",
    { workspace: required("ID"), id: required("ID"), as: AS },
    async ({ services }, { workspace, id, as }) => {
      const { context, authority } = await actorOf(services, workspace, as);
      return answerOf((await cancelBatch(context, authority, id)).batch, services.now());
    },
  ),
];
