import { otherCurrencyText } from "@/server/domain/items/other-currency";
import type { Integration } from "./integration";

export type SyncReport = NonNullable<Integration["sync"]>;

const COUNTS = [
  { key: "created", label: "new items" },
  { key: "updated", label: "changed" },
  { key: "unchanged", label: "unchanged" },
  { key: "price_changes", label: "prices changed in the store" },
  { key: "sales_read", label: "read again because a sale began or ended" },
  { key: "vanished", label: "no longer in the store" },
  { key: "returned", label: "in the store again" },
  { key: "renamed", label: "with a new SKU" },
  { key: "disabled", label: "disabled in the store" },
  { key: "missing_sku", label: "without a SKU, left out" },
  { key: "duplicate_sku", label: "with the SKU of another product, left out" },
  { key: "beyond_plan", label: "beyond the plan's items, left out" },
  { key: "refused", label: "invalid, left out" },
] as const;

/** Returns a sync's counts with their labels, without those that are zero. */
export const syncText = (report: SyncReport): { key: string; count: number; label: string }[] =>
  COUNTS.map(({ key, label }) => ({ key, count: report[key], label })).filter(({ count }) => count > 0);

/** Returns sentences about variants in other currencies than the workspace's. */
export const otherCurrencySentences = ({ other_currencies }: SyncReport): string[] =>
  otherCurrencyText(other_currencies);

/** Returns the progress of a running sync, and why it waits. */
export function progressText({ sync_status: status, sync }: Integration): string {
  const read = sync && sync.seen > 0 && (status === "running" || sync.waiting) ? sync.seen : null;
  const part = sync?.progress == null ? "" : `, ${Math.floor(100 * sync.progress)} % of the list`;
  const far =
    read === null ? "" : ` ${read}${sync?.total ? ` of ${sync.total}` : ""} variants so far${part}.`;
  if (status === "running") return `Reading the store.${far}`;
  return sync?.waiting ? `Paused, continues soon. ${sync.waiting}${far}` : "Queued.";
}
