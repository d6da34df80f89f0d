import { type AlertCandidate, findAlertCandidates } from "@/server/db/alerts/batch-candidates";
import type { Tx } from "@/server/db/database/transaction";
import type { NewBatchItem } from "@/server/db/decision-batches/items";
import { evaluateAlertResolve, evaluateAlertSnooze } from "@/server/domain/alerts/alert";
import {
  ALREADY_DONE,
  type AlertOperation,
  type FallOut,
  fallOutOf,
} from "@/server/domain/decision-batches/batch";
import type { PlannedEntry } from "@/server/domain/decision-batches/groups";
import { notFound } from "@/server/domain/errors";
import { refusedAlert, stateOf } from "../alerts/act";
import type { RequestContext } from "../request-context";
import { type Foreseen, PAGE_SIZE } from "./preview";

/** The decision of a batch about alerts. */
interface AlertDecision {
  readonly action: AlertOperation;
  readonly snoozeUntil: Date | null;
}

const GONE = fallOutOf(notFound("alert"));

/**
 * Finds whether the decision on each alert would be refused now. Changes nothing.
 * @param ids the chosen alerts, sorted, each once
 */
export async function foreseeAlerts(
  { services }: RequestContext,
  tx: Tx,
  decision: AlertDecision,
  ids: readonly string[],
): Promise<Foreseen> {
  const nowMs = services.now();
  const items: NewBatchItem[] = [];
  const planned: PlannedEntry[] = [];
  for (let from = 0; from < ids.length; from += PAGE_SIZE) {
    const page = ids.slice(from, from + PAGE_SIZE);
    const candidates = new Map((await findAlertCandidates(tx, page)).map((each) => [each.id, each]));
    for (const id of page) {
      const candidate = candidates.get(id);
      const fallOut = candidate ? refusalOf(decision, candidate, nowMs) : GONE;
      items.push({ id, version: null, snoozeSeen: candidate?.snoozeUntil ?? null, fallOut });
      if (candidate && fallOut === null) planned.push(plannedAlert(candidate));
    }
  }
  return { items, entries: [], planned };
}

/** Returns an alert by its kind and its money at risk. */
export const plannedAlert = ({
  kind,
  currency,
  moneyAtRisk,
}: Pick<AlertCandidate, "kind" | "currency" | "moneyAtRisk">): PlannedEntry => ({
  group: kind,
  money: currency === null || moneyAtRisk === null ? null : { minor: moneyAtRisk, currency },
});

/** Why the state of an alert does not permit the decision; null if it does. */
function refusalOf(
  { action, snoozeUntil }: AlertDecision,
  candidate: AlertCandidate,
  nowMs: number,
): FallOut | null {
  const state = stateOf(candidate);
  const verdict =
    action === "resolve"
      ? evaluateAlertResolve(state)
      : evaluateAlertSnooze(state, snoozeUntil?.getTime() ?? 0, nowMs);
  if ("idempotent" in verdict) return ALREADY_DONE;
  return "conflict" in verdict ? fallOutOf(refusedAlert(candidate, nowMs)) : null;
}
