import { z } from "zod";
import { resumeOffer } from "@/server/usecases/offers/change-status";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { exampleOffer, OfferChanged, presentOfferChange } from "./schemas";

export const resume = mutation(
  {
    method: "POST",
    path: "/offers/{offer_id}/resume",
    scope: "catalog:write",
    tag: "Market",
    summary: "Check a paused page again",
    description: "The page is checked soon.",
    errors: ["conflict", "plan_limit", "email_not_confirmed"],
    repeats: "natural",
    input: z.object({ offer_id: PathId }),
    output: OfferChanged,
    example: {
      request: { offer_id: exampleOffer.id },
      response: { ok: true, idempotent: false, offer: exampleOffer },
    },
    mcp: { destructive: false, idempotent: true },
  },
  ({ context, input }) => resumeOffer(context, input.offer_id),
  presentOfferChange,
);
