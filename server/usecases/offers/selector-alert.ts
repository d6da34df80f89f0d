import { clearAlert, raiseAlert } from "@/server/db/alerts/alerts";
import type { Tx } from "@/server/db/database/transaction";
import type { LeasedOffer } from "@/server/db/offers/check-leases";
import { hasSilentSelector } from "@/server/db/offers/silent-selectors";
import type { Services } from "../services";
import type { CheckResult } from "./read-page";

/**
 * Raises the item's alert when the check's page was read and its selector gave no price, and ends it when the selector
 * gave one and no other page of the item has a silent one. A page that could not be read says nothing about its
 * selector. To be called after the check is stored.
 */
export async function alertSilentSelector(
  services: Services,
  tx: Tx,
  { itemId, seller }: Pick<LeasedOffer, "itemId" | "seller">,
  { outcome, reason, priceSelector }: Pick<CheckResult, "outcome" | "reason" | "priceSelector">,
  at: Date,
): Promise<void> {
  if (priceSelector === null) return;
  if (outcome !== "failed") return clearUnlessSilent(tx, itemId, at);
  await raiseAlert(
    tx,
    {
      id: services.newId("alert"),
      kind: "selector_failed",
      itemId,
      runId: null,
      writeBackId: null,
      message: `${seller}: ${reason ?? "The selector gives no price."}`,
    },
    at.getTime(),
  );
}

/** Ends the item's alert unless one of its watched pages still has a selector that gave no price. */
export async function clearUnlessSilent(tx: Tx, itemId: string, at: Date): Promise<void> {
  if (await hasSilentSelector(tx, itemId)) return;
  await clearAlert(tx, { kind: "selector_failed", itemId }, at.getTime());
}
