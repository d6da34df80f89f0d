import { type ConnectionRow, recordConnectionHealth } from "@/server/db/connections/connections";
import type { Tenant } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import {
  type ConflictReason,
  type NextStep,
  nextStep,
  type StorePriceRead,
  type WriteBackRules,
} from "@/server/domain/write-backs/write-back";
import { StoreError } from "@/server/stores";
import type { ResolvedStore } from "../resolved-store";
import type { Services } from "../services";
import type { Ending } from "./consequences";
import { appliedText, atTargetText, conflictText, DISCONNECTED, GAVE_UP, gaveUpText } from "./messages";
import { unlessOtherVariant } from "./own-variant";
import { isRefusal, readStore, recordRefused, type StoreRefusal } from "./read-store";
import { sendPrice } from "./send";
import { carryOut, ended, lease, type Transition, type Work, waiting } from "./transitions";

/**
 * Writes an approved price to its store, or resolves the outcome of an earlier attempt: leases it, waits out the
 * quarantine, reads the store, compares, sends once, and settles by what the store has then. A price that was written
 * in part is completed by the same steps. Idempotent: any number of processes may call it any number of times, and may
 * be killed at any point.
 * @throws the database's error; the lease then expires
 */
export async function processWriteBack(services: Services, tenant: Tenant, id: string): Promise<void> {
  const leased = await lease(services, tenant, id);
  if (!leased) return;
  await services.checkpoint("write-back:leased");
  await carryOut(await advance(leased.work, leased.connection));
}

/** Goes on with a leased write-back as far as it can. @returns what becomes of it */
async function advance(work: Work, connection: ConnectionRow | null): Promise<Transition> {
  const { services } = work.context;
  if (!connection || connection.status === "disconnected")
    return ended(work, { status: "failed", storePrice: null, storeAnswer: DISCONNECTED });
  const early = nextStep(work.row, null, services.now(), rulesOf(work, null));
  if (early.step === "wait") return waiting(work, { untilMs: early.untilMs, reason: "quarantine" });
  const store = resolveOrRefuse(work, connection);
  if (isRefusal(store)) return unread(work, store);
  const reading = await readStore(work, store);
  await services.checkpoint("write-back:read");
  if (isRefusal(reading)) return unread(work, reading);
  if (reading !== "unreachable" && connection.status === "failing") await recordHealthy(work, connection);
  const next = nextStep(work.row, reading, services.now(), rulesOf(work, store));
  if (reading !== "unreachable" && (next.step === "send" || next.step === "complete"))
    return sendPrice(work, store, { reading, completes: next.step === "complete" });
  return outcome(work, store, next, reading);
}

const recordHealthy = ({ context: { services, tenant } }: Work, { id }: ConnectionRow): Promise<void> =>
  inTenant(services.db, tenant, (tx) => recordConnectionHealth(tx, id, null, services.now()));

/** The rules of the protocol for a store; without one, those of a write-back that is not compared with its price. */
const rulesOf = ({ context }: Work, store: ResolvedStore | null): WriteBackRules => ({
  ...context.services.settings,
  completesWrites: store?.connector.capabilities.completesWrites ?? false,
});

/** What a reading comes to that nothing is sent after. */
function outcome(work: Work, store: ResolvedStore, next: NextStep, reading: StorePriceRead): Transition {
  const { row } = work;
  const end = (ending: Ending): Transition =>
    ended(work, ending, row.sentAt === null ? unlessOtherVariant(row, store, ending) : undefined);
  const storePrice = reading === "unreachable" ? null : reading.price;
  const shown = reading === "unreachable" ? {} : { shown: reading };
  switch (next.step) {
    case "wait":
      return waiting(work, {
        untilMs: next.untilMs,
        reason: next.untilMs === null ? "unreachable" : "outcome_unknown",
      });
    case "read":
    case "send":
    case "complete":
      return waiting(work, { reason: "read_again", untilMs: null });
    case "applied": {
      const storeAnswer = next.by === "write_key" ? appliedText(row) : atTargetText(row);
      const applied = { status: "applied", storePrice: row.targetPrice, storeAnswer, ...shown } as const;
      return next.by === "write_key" ? ended(work, applied) : end(applied);
    }
    case "conflict": {
      const known = PRICED_CONFLICTS.includes(next.reason) ? next.storePrice : null;
      const storeAnswer = conflictText(row, next.reason, known);
      return end({ status: "conflict", storePrice: known, storeAnswer, ...shown });
    }
    case "fail":
      return ended(work, { status: "failed", storePrice, storeAnswer: gaveUpText(row, storePrice) });
  }
}

/** The conflicts in which the store has a price of the item in its currency. */
const PRICED_CONFLICTS: readonly ConflictReason[] = ["price_moved", "written_in_part"];

/**
 * Credentials that cannot be decrypted count as refused ones: the connection is marked as failing, the write ends.
 */
function resolveOrRefuse({ context }: Work, connection: ConnectionRow): ResolvedStore | StoreRefusal {
  try {
    return context.services.writeBackSteps.resolveStore(context, connection);
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
async function unread(
  work: Work,
  { refusal, reason, unauthorized, ends, retryAfterMs }: StoreRefusal,
): Promise<Transition> {
  const { context, row } = work;
  const { services } = context;
  if (unauthorized) await recordRefused(work, refusal);
  if (ends && row.sentAt === null)
    return ended(work, { status: "failed", storePrice: null, storeAnswer: refusal });
  const next = nextStep(row, "unreachable", services.now(), rulesOf(work, null));
  if (next.step !== "wait")
    return ended(work, { status: "failed", storePrice: null, storeAnswer: `${GAVE_UP} ${refusal}` });
  const untilMs = retryAfterMs === null ? next.untilMs : services.now() + retryAfterMs;
  return waiting(work, { reason, untilMs }, refusal);
}
