import { z } from "zod";
import { editShopPrice } from "@/server/usecases/rehearsals/edit-price";
import { mutation } from "../pipeline";
import { PositiveMoney } from "../positive-money";

export const editPrice = mutation(
  {
    scope: "settings:integrations",
    summary: "Edit an item's price in a sandbox store, as a person in the shop does",
    errors: ["not_found", "conflict", "plan_limit"],
    repeats: "natural",
    input: z.object({
      integration_id: z.string(),
      sku: z.string().min(1).max(255),
      price: PositiveMoney,
      /** Null ends the sale. */
      sale_price: PositiveMoney.nullable().default(null),
      compare_at_price: PositiveMoney.nullable().default(null),
    }),
    output: z.object({ ok: z.literal(true), sku: z.string() }),
  },
  ({ context, input: { integration_id: id, sku, price, ...shown } }) =>
    editShopPrice(context, id, {
      sku,
      price,
      salePrice: shown.sale_price,
      compareAtPrice: shown.compare_at_price,
    }),
  ({ sku }) => ({ ok: true as const, sku }),
);
