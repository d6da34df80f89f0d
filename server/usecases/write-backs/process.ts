import {
  type ConnectionRow,
  findConnection,
  recordConnectionHealth,
} from "@/server/db/connections/connections";
import type { Tenant } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import {
  type ConflictReason,
  type NextStep,
  nextStep,
  type StorePriceRead,
  type WriteBackRules,
} from "@/server/domain/write-backs/write-back";
import { StoreError } from "@/server/stores/port";
import type { ResolvedStore } from "../connections/store";
import { freezeNow } from "../freezes/frozen";
import type { Services } from "../request-context";
import { workerContext } from "../worker-context";
import { appliedText, atTargetText, conflictText, DISCONNECTED, GAVE_UP } from "./messages";
import { finishUnsent } from "./own-variant";
import {
  type Ending,
  finish,
  pauseForFreeze,
  pauseUntilNextAttempt,
  STEPS,
  type Steps,
  type Work,
} from "./settle";
import { readStore, recordRefused, type StoreRefusal, sendPrice } from "./store-calls";

/**
 * Writes an approved price to its store, or resolves the outcome of an earlier attempt. The steps: lease, wait out
 * the quarantine, read, compare, check the guards, record the send, send once, read back. A price that was written in
 * part is completed by the same steps. Idempotent: any number of
 * processes may call it any number of times, and may be killed at any point.
 * @throws the database's error; the lease then expires
 */
export async function processWriteBack(
  services: Services,
  tenant: Tenant,
  id: string,
  steps: Steps = STEPS,
): Promise<void> {
  const { writeBackLeaseMs: leaseMs } = services.settings;
  const leased = await inTenant(services.db, tenant, async (tx) => {
    const freeze = await freezeNow(tx, services.now());
    const row = await steps.leaseWriteBack(tx, id, { nowMs: services.now(), leaseMs });
    if (!row) return null;
    const context = await workerContext(services, tx);
    if (freeze === null || row.sentAt !== null)
      return { row, context, connection: await findConnection(tx, row.integrationId) };
    await pauseForFreeze({ context, row, steps }, tx, freeze);
    return null;
  });
  if (!leased) return;
  await services.checkpoint("write-back:leased");
  const { row, context, connection } = leased;
  await carryOn({ context, row, steps }, connection);
}

async function carryOn(work: Work, connection: ConnectionRow | null): Promise<void> {
  const { services, tenant } = work.context;
  if (!connection || connection.status === "disconnected")
    return finish(work, { status: "failed", storePrice: null, storeAnswer: DISCONNECTED });
  const early = nextStep(work.row, null, services.now(), rulesOf(work, null));
  if (early.step === "wait") return pauseUntilNextAttempt(work, { ...early, reason: "quarantine" });
  const store = resolveOrRefuse(work, connection);
  if (isRefusal(store)) return refused(work, store);
  const reading = await readStore(store, work.row, services.now);
  await services.checkpoint("write-back:read");
  if (isRefusal(reading)) return refused(work, reading);
  if (reading !== "unreachable" && connection.status === "failing")
    await inTenant(services.db, tenant, (tx) =>
      recordConnectionHealth(tx, connection.id, null, services.now()),
    );
  const next = nextStep(work.row, reading, services.now(), rulesOf(work, store));
  if (reading !== "unreachable" && (next.step === "send" || next.step === "complete"))
    return sendPrice(work, store, { reading, completes: next.step === "complete" });
  return settleOrWait(work, store, next, reading);
}

/** The rules of the protocol for a store; without one, those of a write-back that is not compared with its price. */
const rulesOf = ({ context }: Work, store: ResolvedStore | null): WriteBackRules => ({
  ...context.services.settings,
  completesWrites: store?.connector.capabilities.completesWrites ?? false,
});

async function settleOrWait(
  work: Work,
  store: ResolvedStore,
  next: NextStep,
  reading: StorePriceRead,
): Promise<void> {
  const { row } = work;
  const end = (ending: Ending): Promise<void> =>
    row.sentAt === null ? finishUnsent(work, store, ending) : finish(work, ending);
  const storePrice = reading === "unreachable" ? null : reading.price;
  const shown = reading === "unreachable" ? {} : { shown: reading };
  switch (next.step) {
    case "wait":
      return pauseUntilNextAttempt(work, {
        ...next,
        reason: next.untilMs === null ? "unreachable" : "quarantine",
      });
    case "read":
    case "send":
    case "complete":
      return pauseUntilNextAttempt(work, { alertDue: next.alertDue, reason: "read_again", untilMs: null });
    case "applied": {
      const storeAnswer = next.by === "write_key" ? appliedText(row) : atTargetText(row);
      await work.context.services.checkpoint("write-back:before-applied");
      const applied = { status: "applied", storePrice: row.targetPrice, storeAnswer, ...shown } as const;
      return next.by === "write_key" ? finish(work, applied) : end(applied);
    }
    case "conflict": {
      const known = PRICED_CONFLICTS.includes(next.reason) ? next.storePrice : null;
      return end({
        status: "conflict",
        storePrice: known,
        storeAnswer: conflictText(row, next.reason, known),
        ...shown,
      });
    }
    case "fail":
      return finish(work, { status: "failed", storePrice, storeAnswer: GAVE_UP });
  }
}

/** The conflicts in which the store has a price of the item in its currency. */
const PRICED_CONFLICTS: readonly ConflictReason[] = ["price_moved", "written_in_part"];

const isRefusal = (outcome: StorePriceRead | ResolvedStore | StoreRefusal): outcome is StoreRefusal =>
  outcome !== "unreachable" && "refusal" in outcome;

/**
 * Credentials that cannot be decrypted count as refused ones: the connection is marked as failing, the write ends.
 */
function resolveOrRefuse({ context, steps }: Work, connection: ConnectionRow): ResolvedStore | StoreRefusal {
  try {
    return steps.resolveStore(context, connection);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const { reason, message: refusal } = error;
    return { refusal, reason, unauthorized: true, ends: true, retryAfterMs: null };
  }
}

/**
 * Handles a reading without a price: where the store itself refuses, the write fails if nothing was sent; otherwise it
 * waits, and the outcome of what was sent stays unknown.
 */
async function refused(
  work: Work,
  { refusal, reason, unauthorized, ends, retryAfterMs }: StoreRefusal,
): Promise<void> {
  const { context, row } = work;
  const { services } = context;
  if (unauthorized) await recordRefused(work, refusal);
  if (ends && row.sentAt === null)
    return finish(work, { status: "failed", storePrice: null, storeAnswer: refusal });
  const next = nextStep(row, "unreachable", services.now(), rulesOf(work, null));
  if (next.step !== "wait")
    return finish(work, { status: "failed", storePrice: null, storeAnswer: `${GAVE_UP} ${refusal}` });
  const untilMs = retryAfterMs === null ? next.untilMs : services.now() + retryAfterMs;
  return pauseUntilNextAttempt(work, { alertDue: next.alertDue, reason, untilMs }, refusal);
}
