import { inTenant, type Tx } from "@/server/db/database/transaction";
import type { RequestContext } from "./request-context";

/**
 * Runs a change in one transaction of the acting workspace, and stores the answer for its Idempotency-Key in it.
 * @param options.result builds the use case's answer when the transaction returns more than that
 */
export function writeTransaction<T>(
  context: RequestContext,
  work: (tx: Tx) => Promise<T>,
  options?: { timeoutMs?: number; result?: (result: T) => unknown },
): Promise<T> {
  return inTenant(
    context.services.db,
    context.tenant,
    async (tx) => {
      const result = await work(tx);
      await context.idempotencySlot?.complete(tx, options?.result ? options.result(result) : result);
      return result;
    },
    options,
  );
}

/** Runs reads of the acting workspace in one transaction. */
export const readTransaction = <T>(context: RequestContext, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTenant(context.services.db, context.tenant, work);
