import { lockPricedItem } from "@/server/db/items/priced-items";
import { findWriteBack } from "@/server/db/write-backs/write-backs";
import { DomainError, notFound } from "@/server/domain/errors";
import { isCancelable } from "@/server/domain/write-backs/write-back";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { canceledText } from "./messages";
import type { WriteBackChange } from "./revert";
import { settle } from "./transitions";

/**
 * Cancels a write-back that was not sent, for instance one that waits for the end of a freeze. It ends as `failed`, and
 * with it the recommendation of an approved price; one that was applied before stays applied. A worker that holds the
 * lease loses it, and so never sends. A repeat changes nothing.
 * @throws DomainError not_found, conflict for one that was sent or has ended otherwise, plan_limit
 */
export const cancelWriteBack = (context: RequestContext, id: string): Promise<WriteBackChange> =>
  writeTransaction(context, async (tx) => {
    const named = await findWriteBack(tx, id);
    if (named === null) throw notFound("write-back");
    // Items are locked first, as in all code that settles a write-back.
    await lockPricedItem(tx, named.itemId, context.services.now());
    const row = (await findWriteBack(tx, id, { lock: true })) ?? named;
    if (row.canceledAt !== null) return { idempotent: true };
    if (!isCancelable(row))
      throw new DomainError("conflict", "Only a price that is not on its way to the store can be canceled.", {
        current_status: row.status,
      });
    requireWritableWorkspace(context);
    const storeAnswer = canceledText(row);
    await settle({ context, row }, tx, {
      status: "failed",
      storePrice: null,
      storeAnswer,
      canceled: true,
    });
    return { idempotent: false, row: (await findWriteBack(tx, id)) ?? row };
  });
