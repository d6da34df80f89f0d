import { z } from "zod";
import { SELECTOR_LENGTH } from "@/server/domain/imports/csv/offer-format";
import { isStorable, NOT_STORABLE } from "@/server/domain/text";
import { setSelector } from "@/server/usecases/offers/set-selector";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { exampleCheck, exampleOffer, OfferChanged, presentOfferChange } from "./schemas";

const SELECTOR = "[data-testid=buy-box] .price";

export const selector = mutation(
  {
    method: "POST",
    path: "/offers/{offer_id}/selector",
    scope: "catalog:write",
    tag: "Market",
    summary: "Set the selector of a page's price",
    description:
      "For a page whose price cannot be read otherwise. The page is checked at once, and the answer says what was read within a few seconds; otherwise `checking` is true. A check that finds no price by the selector fails and takes no other price of the page. Null reads the page without a selector again.",
    errors: ["conflict", "plan_limit", "check_budget_exceeded", "email_not_confirmed"],
    repeats: "natural",
    input: z.object({
      offer_id: PathId,
      price_selector: z
        .string()
        .trim()
        .min(1)
        .max(SELECTOR_LENGTH)
        .refine(isStorable, NOT_STORABLE)
        .nullable(),
    }),
    output: OfferChanged,
    example: {
      request: { offer_id: exampleOffer.id, price_selector: SELECTOR },
      response: {
        ok: true,
        idempotent: false,
        offer: {
          ...exampleOffer,
          price_selector: SELECTOR,
          last_check: {
            ...exampleCheck,
            asked_by: "person",
            method: "selector",
            confidence: "1.0000",
            snippet: "94,90 €",
            price_selector: SELECTOR,
          },
        },
      },
    },
    mcp: { destructive: false, idempotent: true },
  },
  ({ context, input }) => setSelector(context, input.offer_id, input.price_selector),
  presentOfferChange,
);
