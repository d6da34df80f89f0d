import { type RequestOutcome, settleIdempotencySlot } from "@/server/db/requests/idempotency";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";

/** Time after which a request that arrived and has no answer is withdrawn, in milliseconds. */
const TIMEOUT_MS = 10_000;

/**
 * Resolves the outcome of a request whose answer was lost: applied, still in progress, or not applied. A request that
 * was not applied is refused from then on, however late it arrives, so that the client may safely send it again under
 * a new key.
 * @param slot the request's principal and Idempotency-Key
 */
export const settleRequest = (
  context: RequestContext,
  slot: { readonly principal: string; readonly key: string },
): Promise<RequestOutcome> =>
  readTransaction(context, (tx) => settleIdempotencySlot(tx, slot, context.services.now(), TIMEOUT_MS));
