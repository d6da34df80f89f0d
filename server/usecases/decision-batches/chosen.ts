import { selectAlertIds } from "@/server/db/alerts/batch-candidates";
import type { AlertFilter } from "@/server/db/alerts/pages";
import type { Json } from "@/server/db/database/canonical-json";
import type { Tx } from "@/server/db/database/transaction";
import { selectItemIds } from "@/server/db/decision-batches/item-tags";
import { type Selection, selectIds } from "@/server/db/decision-batches/selection";
import type { ItemCriteria } from "@/server/db/items/criteria";
import { MAX_BATCH_SIZE, MAX_EDIT_BATCH } from "@/server/domain/decision-batches/batch";
import { fieldError } from "../input";

interface ByIds {
  readonly ids: readonly string[];
}

/** The recommendations of a batch: by their ids, or by a selection with the filter of the request. */
export type BatchSubject = ByIds | { readonly selection: Selection; readonly filter: Json };

/** The alerts of a batch: by their ids, or by what matches, with the filter of the request. */
export type AlertSubject = ByIds | { readonly matching: AlertFilter; readonly filter: Json };

/** The items of a batch: by their ids, or by what matches, with the filter of the request. */
export type ItemSubject = ByIds | { readonly matching: ItemCriteria; readonly filter: Json };

/** Returns the ids of the recommendations, sorted, each once. @throws DomainError validation_error for too many */
export async function idsOf(tx: Tx, subject: BatchSubject, nowMs: number): Promise<string[]> {
  if ("ids" in subject) return withinLimit("ids", subject.ids);
  const found = await selectIds(tx, subject.selection, { at: new Date(nowMs), limit: MAX_BATCH_SIZE + 1 });
  return withinLimit("filter", found);
}

/** Returns the ids of the alerts, sorted, each once. @throws DomainError validation_error for too many */
export async function alertIdsOf(tx: Tx, subject: AlertSubject, nowMs: number): Promise<string[]> {
  if ("ids" in subject) return withinLimit("alert_ids", subject.ids);
  const at = new Date(nowMs);
  const found = await selectAlertIds(tx, subject.matching, { at, limit: MAX_BATCH_SIZE + 1 });
  return withinLimit("alert_filter", found);
}

/** Returns the ids of the items, sorted, each once. @throws DomainError validation_error for too many */
export async function itemIdsOf(tx: Tx, subject: ItemSubject, nowMs: number): Promise<string[]> {
  if ("ids" in subject) return withinLimit("item_ids", subject.ids);
  const at = new Date(nowMs);
  const found = await selectItemIds(tx, subject.matching, { at, limit: MAX_EDIT_BATCH + 1 });
  return withinLimit("item_filter", found);
}

const NOUNS = {
  ids: "recommendations",
  filter: "recommendations",
  alert_ids: "alerts",
  alert_filter: "alerts",
  item_ids: "items",
  item_filter: "items",
} as const;

function withinLimit(path: keyof typeof NOUNS, ids: readonly string[]): string[] {
  const most = NOUNS[path] === "items" ? MAX_EDIT_BATCH : MAX_BATCH_SIZE;
  if (ids.length > most) throw fieldError(path, "too_big", `A batch has at most ${most} ${NOUNS[path]}.`);
  return [...new Set(ids)].sort();
}
