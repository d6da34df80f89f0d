import { findOffer, type OfferWithCheck, setOfferStatus } from "@/server/db/offers/watched-offers";
import { DomainError, notFound } from "@/server/domain/errors";
import type { OfferStatus } from "@/server/domain/offers/page-check";
import { isMarkedOrigin } from "@/server/domain/pricing/evidence-origins";
import { requireConfirmedForOutbound } from "../confirmed-email";
import { evidenceOriginOf } from "../evidence-origin";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { clearUnlessSilent } from "./selector-alert";

/** Result of a change of a watched page: the changed row, or no change. */
export type OfferChange =
  | { readonly idempotent: true }
  | { readonly idempotent: false; readonly row: OfferWithCheck };

/**
 * Pauses the checks of a page until it is resumed; its last price stays and ages. A repeat changes nothing.
 * @throws DomainError not_found, conflict for a removed page, plan_limit in a suspended workspace
 */
export const pauseOffer = (context: RequestContext, id: string): Promise<OfferChange> =>
  setStatus(context, id, "paused");

/** Resumes the checks of a paused page, soon. Repeats and throws as pausing does, and email_not_confirmed. */
export const resumeOffer = (context: RequestContext, id: string): Promise<OfferChange> =>
  setStatus(context, id, "active");

/** Stops watching a page permanently; its prices stay in the history. Repeats and throws as pausing does. */
export const removeOffer = (context: RequestContext, id: string): Promise<OfferChange> =>
  setStatus(context, id, "removed");

const ACTION = { paused: "offer.pause", active: "offer.resume", removed: "offer.remove" } as const;

function setStatus(context: RequestContext, id: string, status: OfferStatus): Promise<OfferChange> {
  return writeTransaction(context, async (tx) => {
    const before = await findOffer(tx, id, { lock: true });
    if (before === null) throw notFound("offer");
    if (before.status === status) return { idempotent: true };
    if (before.status === "removed") throw removedError();
    requireWritableWorkspace(context);
    if (status === "active") requireConfirmedForOutbound(context);
    const now = new Date(context.services.now());
    const origin = evidenceOriginOf(context);
    const stoppedFrom = status !== "active" && isMarkedOrigin(origin) ? origin : null;
    await setOfferStatus(tx, id, { status, stoppedFrom, at: now });
    if (before.priceSelector !== null && status !== "active") await clearUnlessSilent(tx, before.itemId, now);
    await recordChange(context, tx, {
      action: ACTION[status],
      subject: id,
      before: { status: before.status },
      after: { status, url: before.url },
    });
    return { idempotent: false, row: (await findOffer(tx, id)) ?? before };
  });
}

/** Returns the 409 of operations that need the page to be watched. */
export const removedError = (): DomainError =>
  new DomainError("conflict", "This page is no longer watched; add it again.", { current_status: "removed" });
