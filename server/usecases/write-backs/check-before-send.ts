import type { Tx } from "@/server/db/database/transaction";
import { findPricedItem } from "@/server/db/items/priced-items";
import { findWorkspace } from "@/server/db/members/memberships";
import type { WriteBackRow } from "@/server/db/write-backs/write-backs";
import { brokenWindowGuards } from "@/server/domain/items/shop-window";
import { acceptsMutations, PLAN_LIMITS } from "@/server/domain/plan/plans";
import type { StorePriceRead } from "@/server/domain/write-backs/write-back";
import { checkGuards } from "../approvals/guards";
import { approvalShortfall } from "../approvals/shortfall";
import type { ResolvedStore } from "../resolved-store";
import { blockedText, guardText, lifecycleText, planText, shortfallText } from "./messages";
import { refusalOfVariant } from "./own-variant";

/**
 * Returns why a price that waited in a freeze is not written after it, as the receipt's text: the plan may write no
 * prices any more, or the workspace accepts no changes. Null for one that did not wait, or may be written.
 */
export async function refusalAfterFreeze(tx: Tx, row: WriteBackRow): Promise<string | null> {
  if (row.waitsUntil === null) return null;
  const workspace = await findWorkspace(tx);
  if (!workspace || !acceptsMutations(workspace.lifecycle))
    return lifecycleText(row, workspace?.lifecycle ?? "deleting");
  return PLAN_LIMITS[workspace.plan].writeBack ? null : planText(row);
}

/**
 * Returns why the price may not be written any more, as the receipt's text; null if it may be written. A revert undoes
 * our own change; the revert of one writes an approved price, which the policy binds. What shoppers see beside the
 * price binds both, and so do a sku that several products of the store have, and an item that is another variant by
 * now.
 */
export async function refusalReason(
  tx: Tx,
  row: WriteBackRow,
  store: ResolvedStore,
  { window, nowMs }: { readonly window: Exclude<StorePriceRead, "unreachable">; readonly nowMs: number },
): Promise<string | null> {
  const snapshot = await findPricedItem(tx, row.itemId, nowMs);
  if (snapshot?.storeState === "ambiguous")
    return blockedText(row, { code: "state", state: snapshot.storeState });
  const otherVariant = snapshot && refusalOfVariant(row, store, snapshot);
  if (otherVariant !== null) return otherVariant;
  if (!row.writesApproved) {
    const shown = brokenWindowGuards(window, window.price, row.targetPrice, nowMs);
    return shown.length === 0 ? null : guardText(row, shown);
  }
  if (!snapshot) return guardText(row, ["price"]);
  const shopWindow = { ...window, source: snapshot.item.shopWindow.source };
  const item = { ...snapshot.item, price: row.expectedPrice, shopWindow };
  const check = await checkGuards(tx, { item, state: snapshot.state }, row.targetPrice, nowMs);
  if (check.blocker !== null) return blockedText(row, check.blocker);
  if (check.broken.length > 0) return guardText(row, check.broken);
  const shortfall = await approvalShortfall(tx, row, { cost: item.cost, window }, nowMs);
  return shortfall && shortfallText(row, shortfall);
}
