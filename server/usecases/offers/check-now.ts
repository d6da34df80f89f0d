import type { Tx } from "@/server/db/database/transaction";
import { lockWorkspace } from "@/server/db/members/memberships";
import { checksUsed, takeCheck } from "@/server/db/offers/check-usage";
import { findOffer, requestCheck } from "@/server/db/offers/watched-offers";
import { addJob } from "@/server/db/queue/queue";
import { DomainError, notFound } from "@/server/domain/errors";
import { monthOf } from "@/server/domain/plan/usage-period";
import { requireConfirmedForOutbound } from "../confirmed-email";
import { allowanceOf, requireAllowance } from "../plan/quota";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { type OfferChange, removedError } from "./change-status";

/**
 * Requests a check of a page as soon as its host allows, for a person. It counts against the month's checks at once,
 * before the page is fetched. Does nothing when a check is requested already.
 * @throws DomainError not_found, conflict for a page that is not watched, plan_limit in a suspended workspace,
 * check_budget_exceeded, email_not_confirmed
 */
export function checkNow(context: RequestContext, id: string): Promise<OfferChange> {
  const { services } = context;
  return writeTransaction(context, async (tx) => {
    // The workspace before its pages, as a change of its settings locks them.
    await lockWorkspace(tx);
    const before = await findOffer(tx, id, { lock: true });
    if (before === null) throw notFound("offer");
    if (before.status === "removed") throw removedError();
    if (before.checkId !== null) return { idempotent: true };
    if (before.status === "paused")
      throw new DomainError("conflict", "This page is paused; resume it first.", {
        current_status: "paused",
      });
    requireWritableWorkspace(context);
    requireConfirmedForOutbound(context);
    const checkId = await countRequestedCheck(context, tx);
    await requestCheck(tx, id, checkId, new Date(services.now()));
    await addJob(tx, "page_check", { v: 1, workspaceId: tx.tenant.workspaceId, id });
    await recordChange(context, tx, {
      action: "offer.check",
      subject: id,
      after: { check: checkId, url: before.url },
    });
    return { idempotent: false, row: (await findOffer(tx, id)) ?? before };
  });
}

/**
 * Counts one check that a person requests against the month's.
 * @returns its id
 * @throws DomainError check_budget_exceeded
 */
export async function countRequestedCheck({ services }: RequestContext, tx: Tx): Promise<string> {
  const month = monthOf(services.now());
  const workspace = await lockWorkspace(tx);
  const limit = allowanceOf(workspace.plan, "checks");
  if ((await takeCheck(tx, month.startMs, limit)) === null)
    requireAllowance(workspace, "checks", await checksUsed(tx, month.startMs), month);
  return services.newId("check");
}
