import { z } from "zod";
import { wireIn } from "@/server/domain/money";
import { priceEffect as weigh } from "@/server/usecases/recommendations/price-effect";
import { query } from "../pipeline";
import { PositiveMoney } from "../positive-money";
import { MoneyOut, PathId, RatioOut } from "../scalars";

export const priceEffect = query(
  {
    scope: "recommendations:read",
    summary: "Weigh another price for a recommendation",
    input: z.object({ rec_id: PathId, price: PositiveMoney }),
    output: z.object({
      margin: RatioOut.nullable(),
      profit: MoneyOut.nullable(),
      breaks: z.array(z.string()),
    }),
  },
  async ({ context, input: { rec_id: id, price } }) => {
    const { margin, profit, currency, breaks } = await weigh(context, { id, price });
    return { margin, profit: wireIn(currency)(profit), breaks: [...breaks] };
  },
);
