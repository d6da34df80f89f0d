import { z } from "zod";
import { pauseOffer } from "@/server/usecases/offers/change-status";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { exampleOffer, OfferChanged, presentOfferChange } from "./schemas";

export const pause = mutation(
  {
    method: "POST",
    path: "/offers/{offer_id}/pause",
    scope: "catalog:write",
    tag: "Market",
    summary: "Stop checking a page until it is resumed",
    description: "What the page showed last stays and ages.",
    errors: ["conflict", "plan_limit"],
    repeats: "natural",
    input: z.object({ offer_id: PathId }),
    output: OfferChanged,
    example: {
      request: { offer_id: exampleOffer.id },
      response: {
        ok: true,
        idempotent: false,
        offer: { ...exampleOffer, status: "paused", next_check_at: null },
      },
    },
    mcp: { destructive: false, idempotent: true },
  },
  ({ context, input }) => pauseOffer(context, input.offer_id),
  presentOfferChange,
);
