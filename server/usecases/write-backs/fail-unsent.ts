import type { Tx } from "@/server/db/database/transaction";
import { lockPricedItem } from "@/server/db/items/priced-items";
import { itemsBeingWritten, lockOpenWriteBacksOf } from "@/server/db/write-backs/write-backs";
import { DomainError } from "@/server/domain/errors";
import { onDisconnect } from "@/server/domain/write-backs/write-back";
import type { RequestContext } from "../request-context";
import { DISCONNECTED } from "./messages";
import { settle } from "./transitions";

/**
 * Fails a connection's approved and unsent write-backs, in the transaction that disconnects it.
 * @throws DomainError conflict while the outcome of a sent one is unknown
 */
export async function failUnsentWriteBacks(
  tx: Tx,
  context: RequestContext,
  integrationId: string,
): Promise<void> {
  // Items are locked first, as in all code that settles a write-back.
  const nowMs = context.services.now();
  for (const itemId of await itemsBeingWritten(tx, integrationId)) await lockPricedItem(tx, itemId, nowMs);
  const open = await lockOpenWriteBacksOf(tx, integrationId);
  const inDoubt = open.filter((row) => onDisconnect(row) === "refuse");
  if (inDoubt.length > 0)
    throw new DomainError(
      "conflict",
      "A price was sent to this store and it is not known yet whether it arrived; wait until that is settled.",
      { changed: ["write_back"] },
    );
  for (const row of open)
    await settle({ context, row }, tx, {
      status: "failed",
      storePrice: null,
      storeAnswer: DISCONNECTED,
    });
}
