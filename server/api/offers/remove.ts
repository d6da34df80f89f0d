import { z } from "zod";
import { removeOffer } from "@/server/usecases/offers/change-status";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { exampleOffer, OfferChanged, presentOfferChange } from "./schemas";

export const remove = mutation(
  {
    method: "POST",
    path: "/offers/{offer_id}/remove",
    scope: "catalog:write",
    tag: "Market",
    summary: "Stop watching a page",
    description: "What the page showed stays in the history; a price that is wrong is reported as such.",
    errors: ["conflict", "plan_limit"],
    repeats: "natural",
    input: z.object({ offer_id: PathId }),
    output: OfferChanged,
    example: {
      request: { offer_id: exampleOffer.id },
      response: {
        ok: true,
        idempotent: false,
        offer: { ...exampleOffer, status: "removed", next_check_at: null },
      },
    },
    mcp: { destructive: true, idempotent: true },
  },
  ({ context, input }) => removeOffer(context, input.offer_id),
  presentOfferChange,
);
