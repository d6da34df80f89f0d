import type { Tx } from "@/server/db/database/transaction";
import type { BatchRow } from "@/server/db/decision-batches/batches";
import type { NewBatchItem } from "@/server/db/decision-batches/items";
import { alertTargets, recommendationTargets } from "@/server/db/decision-batches/restore-targets";
import type { PlannedEntry } from "@/server/domain/decision-batches/groups";
import { alertRestoreRefusal, recommendationRestoreRefusal } from "@/server/domain/decision-batches/restore";
import type { RequestContext } from "../request-context";
import { plannedAlert } from "./alert-preview";
import { foreseeTagRestores } from "./item-preview";
import { type Foreseen, groupOf } from "./preview";

/** Finds for everything that a batch decided whether it would be put back as it was before. Changes nothing. */
export async function foreseeRestores(
  { services }: RequestContext,
  tx: Tx,
  source: BatchRow,
): Promise<Foreseen> {
  if (source.of === "items") return foreseeTagRestores(tx, source);
  const nowMs = services.now();
  const items: NewBatchItem[] = [];
  const planned: PlannedEntry[] = [];
  if (source.of === "alerts")
    for (const row of await alertTargets(tx, source.id, null)) {
      const fallOut = alertRestoreRefusal(row, source, nowMs);
      items.push({ id: row.id, version: null, fallOut });
      if (fallOut === null) planned.push(plannedAlert(row));
    }
  else
    for (const row of await recommendationTargets(tx, source.id, null)) {
      const fallOut = recommendationRestoreRefusal(row, source, nowMs);
      items.push({ id: row.id, version: row.version, fallOut });
      if (fallOut === null) planned.push({ group: groupOf(row), money: null });
    }
  return { items, entries: [], planned };
}
