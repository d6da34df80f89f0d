import type { Tx } from "@/server/db/database/transaction";
import { planSaleReads, takeSaleLook } from "@/server/db/items/sale-reads";
import { DAY_MS, MINUTE_MS } from "@/server/domain/durations";
import { DomainError } from "@/server/domain/errors";
import type { RequestContext } from "../request-context";
import { LATE_AGAIN_MS } from "./lagging";
import { requestSyncIn } from "./request-sync";

/**
 * After this time a store is asked again that could not be read since a sale began or ended; then after longer ones.
 */
const UNREAD_AGAIN_MS = 10 * MINUTE_MS;
/** After so long at the latest, if it could not be read for longer than that, or refuses the credentials. */
const AGAIN_AT_THE_LATEST_MS = DAY_MS;

/**
 * Requests a sync of the store where a sale began or ended since it was read: no list of changes has the products,
 * because nobody changed them. Does nothing if no such look is due.
 */
export async function requestSaleSync(context: RequestContext, tx: Tx, integrationId: string): Promise<void> {
  const nowMs = context.services.now();
  const look = { at: new Date(nowMs), next: new Date(nowMs + UNREAD_AGAIN_MS) };
  if (!(await takeSaleLook(tx, integrationId, look))) return;
  try {
    await requestSyncIn(context, tx, "changes");
  } catch (error) {
    // A workspace that accepts no changes is looked at again later.
    if (!(error instanceof DomainError)) throw error;
  }
}

/**
 * Plans the next look at the connection's sales, at the end of a sync.
 * @param refused whether the store refused the credentials: no sale is worth another call within a day, but a host may
 * have refused them once
 */
export const planNextSaleLook = (
  tx: Tx,
  integrationId: string,
  nowMs: number,
  refused = false,
): Promise<void> =>
  planSaleReads(tx, {
    integrationId,
    at: new Date(nowMs),
    unreadMs: UNREAD_AGAIN_MS,
    lateMs: LATE_AGAIN_MS,
    mostMs: AGAIN_AT_THE_LATEST_MS,
    leastMs: refused ? AGAIN_AT_THE_LATEST_MS : 0,
  });
