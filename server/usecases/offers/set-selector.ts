import { setTimeout as pause } from "node:timers/promises";
import { inTenant } from "@/server/db/database/transaction";
import { lockWorkspace } from "@/server/db/members/memberships";
import { findOffer, type OfferWithCheck, requestCheck, reviseOffer } from "@/server/db/offers/watched-offers";
import { addJob } from "@/server/db/queue/queue";
import { DomainError, notFound } from "@/server/domain/errors";
import { requireConfirmedForOutbound } from "../confirmed-email";
import { evidenceOriginOf } from "../evidence-origin";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { type OfferChange, removedError } from "./change-status";
import { countRequestedCheck } from "./check-now";
import { clearUnlessSilent } from "./selector-alert";
import { selectorRefusal } from "./selector-refusal";

const POLL_INTERVAL_MS = 100;

/**
 * Sets the CSS selector by which a page's price is read, or null to read the page by itself again, and checks the page
 * at once; waits for that check as long as an approval waits for its write. A repeat changes nothing. The check counts
 * against the month's.
 * @throws DomainError not_found, validation_error for a text that can select nothing, conflict for a page that is not
 * watched, plan_limit in a suspended workspace, check_budget_exceeded, email_not_confirmed
 */
export async function setSelector(
  context: RequestContext,
  id: string,
  priceSelector: string | null,
): Promise<OfferChange> {
  const message = priceSelector === null ? null : selectorRefusal(priceSelector);
  if (message !== null)
    throw new DomainError("validation_error", message, {
      issues: [{ path: "price_selector", code: "invalid", message }],
    });
  const change = await storeSelector(context, id, priceSelector);
  return change.idempotent ? change : { idempotent: false, row: await waitForCheck(context, change.row) };
}

function storeSelector(
  context: RequestContext,
  id: string,
  priceSelector: string | null,
): Promise<OfferChange> {
  return writeTransaction(context, async (tx) => {
    // The workspace before its pages, as a change of its settings locks them.
    await lockWorkspace(tx);
    const before = await findOffer(tx, id, { lock: true });
    if (before === null) throw notFound("offer");
    if (before.status === "removed") throw removedError();
    if (before.priceSelector === priceSelector) return { idempotent: true };
    if (before.status === "paused")
      throw new DomainError("conflict", "This page is paused; resume it first.", {
        current_status: "paused",
      });
    requireWritableWorkspace(context);
    requireConfirmedForOutbound(context);
    const now = new Date(context.services.now());
    const { itemId, url, host, seller, currency, packSize, shipping } = before;
    const origin = evidenceOriginOf(context);
    await reviseOffer(
      tx,
      id,
      { itemId, url, host, seller, currency, packSize, shipping, priceSelector, origin, status: "active" },
      now,
    );
    if (priceSelector === null) await clearUnlessSilent(tx, itemId, now);
    const checkId = before.checkId ?? (await countRequestedCheck(context, tx));
    await requestCheck(tx, id, checkId, now);
    await addJob(tx, "page_check", { v: 1, workspaceId: tx.tenant.workspaceId, id });
    await recordChange(context, tx, {
      action: "offer.selector",
      subject: id,
      before: { price_selector: before.priceSelector },
      after: { price_selector: priceSelector, check: checkId, url },
    });
    return { idempotent: false, row: (await findOffer(tx, id)) ?? before };
  });
}

/** Polls the offer until its requested check is stored, at most for the time that an approval waits. */
async function waitForCheck(context: RequestContext, row: OfferWithCheck): Promise<OfferWithCheck> {
  const { services, tenant } = context;
  const until = performance.now() + services.settings.approveWaitMs;
  let current = row;
  while (current.checkId === row.checkId && performance.now() < until) {
    await pause(POLL_INTERVAL_MS);
    current = (await inTenant(services.db, tenant, (tx) => findOffer(tx, row.id))) ?? current;
  }
  return current;
}
