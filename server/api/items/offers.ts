import { z } from "zod";
import { currentOffers } from "@/server/db/observations/current";
import { reportedOf } from "@/server/db/observations/reported";
import { notFound } from "@/server/domain/errors";
import { toWire, wireIn } from "@/server/domain/money";
import { readTransaction } from "@/server/usecases/transaction";
import { query } from "../pipeline";
import { MoneyOut, PathId, Timestamp } from "../scalars";

const Offer = z.object({
  id: z.string(),
  seller: z.string(),
  price: MoneyOut,
  in_stock: z.boolean().nullable(),
  pack_size: z.string().nullable(),
  shipping: MoneyOut.nullable(),
  url: z.string().nullable(),
  observed_at: Timestamp,
});

const WrongObservation = z.object({
  id: z.string(),
  seller: z.string(),
  price: MoneyOut,
  observed_at: Timestamp,
  reason: z.string(),
});

/**
 * Returns each competitor's current price for an item and those last reported as wrong; internal,
 * for Pricecheck's pages.
 */
export const offers = query(
  {
    scope: "catalog:read",
    summary: "List an item's current offers, cheapest first",
    input: z.object({ item_id: PathId }),
    output: z.object({ data: z.array(Offer), reported: z.array(WrongObservation) }),
  },
  async ({ context, input }) => {
    const found = await readTransaction(context, async (tx) => {
      const rows = await currentOffers(tx, input.item_id);
      return rows && { rows, reported: await reportedOf(tx, input.item_id) };
    });
    if (!found) throw notFound("catalog item");
    const { rows, reported } = found;
    return {
      reported: reported.map(({ id, seller, price, currency, observedAt, wrongReason }) => ({
        id,
        seller,
        price: toWire({ minor: price, currency }),
        observed_at: observedAt.toISOString(),
        reason: wrongReason ?? "",
      })),
      data: rows.map(({ id, seller, price, currency, in_stock, pack_size, shipping, url, observed_at }) => ({
        id,
        seller,
        price: toWire({ minor: price, currency }),
        in_stock,
        pack_size,
        shipping: wireIn(currency)(shipping),
        url,
        observed_at: observed_at.toISOString(),
      })),
    };
  },
);
