import type { AlertStatus } from "@/server/domain/alerts/alert";
import type { AlertKind } from "@/server/domain/alerts/kinds";
import { boundValues } from "../database/bind";
import type { Tx } from "../database/transaction";
import { type AlertFilter, filterSql, foundSql } from "./pages";
import { isOpenAlert, isSnoozeDue } from "./shown-status";

/** An alert that a batch may decide. The amount is in minor units of `currency`. */
export interface AlertCandidate {
  readonly id: string;
  readonly kind: AlertKind;
  readonly status: AlertStatus;
  readonly cleared: boolean;
  readonly snoozeUntil: Date | null;
  readonly currency: string | null;
  readonly moneyAtRisk: bigint | null;
}

// OFFSET 0 makes the planner look every id up by its key, however many rows it expects.
const CANDIDATES = `
  SELECT a.id, a.kind, a.status, a.cleared, a.snooze_until AS "snoozeUntil", a.currency,
    a.money_at_risk AS "moneyAtRisk"
  FROM unnest($2::text[]) AS chosen (id)
  JOIN LATERAL (SELECT * FROM alerts c WHERE c.workspace_id = $1 AND c.id = chosen.id OFFSET 0) a ON true`;

/** Returns the alerts with these ids that exist, in no particular order. */
export const findAlertCandidates = (tx: Tx, ids: readonly string[]): Promise<AlertCandidate[]> =>
  tx.sql<AlertCandidate>(CANDIDATES, [tx.tenant.workspaceId, ids]);

const SHOWN: Readonly<Record<"open" | "snoozed" | "unresolved", (at: string) => string>> = {
  open: (at) => isOpenAlert("a", at),
  snoozed: (at) => `a.status = 'snoozed' AND NOT ${isSnoozeDue("a", at)}`,
  unresolved: () => "a.status IN ('open', 'snoozed')",
};

/**
 * Returns the parts of a statement about the alerts `a` that the filter matches at `at`. Without a status it matches
 * open and snoozed ones; resolved ones are never among them.
 */
export function unresolvedAlerts(tx: Tx, { status, ...filter }: AlertFilter, at: Date) {
  const { values, bind } = boundValues(tx.tenant.workspaceId);
  const shown =
    status === "resolved" ? "false" : status === undefined ? SHOWN.unresolved("") : SHOWN[status](bind(at));
  const where = ["a.workspace_id = $1", shown, ...filterSql(filter, bind)].join(" AND ");
  return { text: { found: filter.search ? foundSql(filter.search, bind) : "", where }, values, bind };
}

/** Returns the ids of the unresolved alerts that the filter matches at `at`, at most `limit`, in their order. */
export async function selectAlertIds(
  tx: Tx,
  filter: AlertFilter,
  { at, limit }: { readonly at: Date; readonly limit: number },
): Promise<string[]> {
  const { text, values, bind } = unresolvedAlerts(tx, filter, at);
  const rows = await tx.sql<{ id: string }>(
    `${text.found} SELECT a.id FROM alerts a WHERE ${text.where} ORDER BY a.id LIMIT ${bind(limit)}`,
    values,
  );
  return rows.map(({ id }) => id);
}
