import { z } from "zod";
import { checkNow } from "@/server/usecases/offers/check-now";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { exampleOffer, OfferChanged, presentOfferChange } from "./schemas";

export const check = mutation(
  {
    method: "POST",
    path: "/offers/{offer_id}/check",
    scope: "catalog:write",
    tag: "Market",
    summary: "Check a page now",
    description:
      "The page is checked as soon as its host allows, and the check counts against the month's at once. One that is asked for already is left at that.",
    errors: ["conflict", "plan_limit", "check_budget_exceeded", "email_not_confirmed"],
    repeats: "natural",
    input: z.object({ offer_id: PathId }),
    output: OfferChanged,
    example: {
      request: { offer_id: exampleOffer.id },
      response: {
        ok: true,
        idempotent: false,
        offer: { ...exampleOffer, checking: true, next_check_at: null },
      },
    },
    mcp: { destructive: false, idempotent: true },
  },
  ({ context, input }) => checkNow(context, input.offer_id),
  presentOfferChange,
);
