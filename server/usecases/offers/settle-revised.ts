import type { Tx } from "@/server/db/database/transaction";
import { forgetShipping } from "@/server/db/observations/current";
import { lockObservations, refreshCurrentOffer } from "@/server/db/observations/reported";
import type { OfferFields } from "@/server/db/offers/watched-offers";
import { sellerKey } from "@/server/domain/pricing/inputs";

/** A watched page's fields, as they are now and as they were before. */
export interface RevisedOffer {
  readonly fields: OfferFields;
  readonly before: Pick<OfferFields, "seller" | "currency" | "shipping">;
}

/**
 * Takes out of the market what revised pages say no more: the prices of another seller, and a cost of delivery that
 * nobody states any more. The pages are stored already: a check locks its page before the observations.
 */
export async function settleRevised(tx: Tx, revised: readonly RevisedOffer[]): Promise<void> {
  const renamed = revised.filter(({ fields, before }) => fields.seller !== before.seller);
  const withdrawn = revised.flatMap(withdrawnShipping);
  if (renamed.length === 0 && withdrawn.length === 0) return;
  await lockObservations(tx);
  // What the page showed under its former name is that seller's price no more.
  for (const { fields, before } of renamed) await refreshCurrentOffer(tx, fields.itemId, before.seller);
  // A check of a page whose delivery is not stated repeats what is known of the seller.
  for (const shipping of withdrawn) await forgetShipping(tx, shipping);
}

function withdrawnShipping({ fields, before }: RevisedOffer) {
  const { itemId, seller, currency, shipping } = fields;
  const isSame = sellerKey(seller) === sellerKey(before.seller) && currency === before.currency;
  return isSame && shipping === null && before.shipping !== null
    ? [{ itemId, seller, currency, said: before.shipping }]
    : [];
}
