import type { AlertKind } from "@/server/domain/alerts/kinds";
import type { Tx } from "../database/transaction";
import { unresolvedAlerts } from "./batch-candidates";
import type { AlertFilter } from "./pages";

/** How many unresolved alerts of a kind match a filter. */
export interface KindCount {
  readonly kind: AlertKind;
  readonly count: number;
}

/** Counts the alerts that the filter matches at `at` by their kind, in the order of the list by kind. */
export function countAlertKinds(tx: Tx, filter: AlertFilter, at: Date): Promise<KindCount[]> {
  const { text, values } = unresolvedAlerts(tx, filter, at);
  return tx.sql<KindCount>(
    `${text.found} SELECT a.kind, count(*)::int AS count FROM alerts a WHERE ${text.where} GROUP BY a.kind ORDER BY a.kind`,
    values,
  );
}
