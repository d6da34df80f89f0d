import { z } from "zod";
import { takeSampleShop } from "@/server/usecases/sample-shop/take";
import { mutation } from "../pipeline";

export const take = mutation(
  {
    scope: "settings:integrations",
    summary: "Fill an empty workspace with the sample shop and connect the sandbox store",
    errors: ["conflict", "plan_limit"],
    repeats: "natural",
    input: z.object({}),
    output: z.object({ ok: z.literal(true), items: z.int(), observations: z.int() }),
  },
  ({ context }) => takeSampleShop(context),
  (brought) => ({ ok: true as const, ...brought }),
);
