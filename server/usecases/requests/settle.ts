import { type RequestOutcome, settleIdempotencySlot } from "@/server/db/requests/idempotency";
import { type RequestContext, read } from "../request-context";

/** How long a request that arrived may stay without an answer before it is withdrawn, in milliseconds. */
const TIMEOUT_MS = 10_000;

/**
 * Says what became of a request whose answer was lost: taken, still underway, or not taken. What was not taken is
 * refused from then on, however late it arrives, so that whoever asked may safely ask for the same again.
 * @param slot whose request it was, and its Idempotency-Key
 */
export const settleRequest = (
  context: RequestContext,
  slot: { readonly principal: string; readonly key: string },
): Promise<RequestOutcome> =>
  read(context, (tx) => settleIdempotencySlot(tx, slot, context.services.now(), TIMEOUT_MS));
