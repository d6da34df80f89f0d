import { z } from "zod";
import { currentOffers } from "@/server/db/offers";
import { notFound } from "@/server/domain/errors";
import { toWire } from "@/server/domain/money";
import { read } from "@/server/usecases/acting";
import { MoneyOut, PathId, TimeOut } from "../scalars";
import { query } from "../trpc";

const Offer = z.object({
  id: z.string(),
  seller: z.string(),
  price: MoneyOut,
  in_stock: z.boolean().nullable(),
  pack_size: z.string().nullable(),
  url: z.string().nullable(),
  observed_at: TimeOut,
});

/** What each competitor asks for an item at present, for the product's own pages. */
export const offers = query(
  {
    scope: "catalog:read",
    summary: "List an item's current offers, cheapest first",
    input: z.object({ item_id: PathId }),
    output: z.object({ data: z.array(Offer) }),
  },
  async ({ acting, input }) => {
    const rows = await read(acting, (tx) => currentOffers(tx, input.item_id));
    if (!rows) throw notFound("catalog item");
    return {
      data: rows.map(({ id, seller, price, currency, in_stock, pack_size, url, observed_at }) => ({
        id,
        seller,
        price: toWire({ minor: price, currency }),
        in_stock,
        pack_size,
        url,
        observed_at: observed_at.toISOString(),
      })),
    };
  },
);
