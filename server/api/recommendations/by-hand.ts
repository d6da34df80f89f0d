import { z } from "zod";
import { DECISION_PERMISSIONS } from "@/server/domain/permissions";
import { priceItem } from "@/server/usecases/recommendations/by-hand";
import { mutation } from "../pipeline";
import { PositiveMoney } from "../positive-money";
import { PathId, Reason } from "../scalars";
import { exampleRecommendation, presentRecommendationChange, RecommendationChanged } from "./schemas";

const reason = "Announced in the newsletter.";

export const byHand = mutation(
  {
    method: "POST",
    path: "/catalog/items/{item_id}/price",
    ...DECISION_PERMISSIONS.approve,
    tag: "Recommendations",
    summary: "Give an item a price by hand",
    description:
      "For an item that no run recommends a price for. The price passes the guards of a recommended one, or the answer " +
      "is 422 and names the guard; it becomes a recommendation that waits for approval, with its lanes, write-back and " +
      "receipt. The next run that looks at the item replaces it unless it was approved. Where a recommendation is " +
      "undecided, set another price there.",
    errors: ["conflict", "plan_limit"],
    repeats: "natural",
    input: z.object({ item_id: PathId, price: PositiveMoney, reason: Reason.optional() }),
    output: RecommendationChanged,
    example: {
      request: {
        item_id: exampleRecommendation.item.id,
        price: { amount: "94.90", currency: "EUR" },
        reason,
      },
      response: {
        ok: true,
        idempotent: false,
        recommendation: {
          ...exampleRecommendation,
          status: "pending_approval",
          recommended_price: { amount: "94.90", currency: "EUR" },
          margin_after: "0.3172",
          change_ratio: "0.0556",
          confidence: "low",
          reason: "A person's price; no run recommends one.",
          override: {
            engine_price: exampleRecommendation.current_price,
            by: "mia@alpenladen.example",
            at: "2026-11-20T08:15:00.000Z",
            reason,
          },
        },
      },
    },
    mcp: { destructive: false },
  },
  ({ context, input: { item_id: itemId, ...wanted } }) => priceItem(context, { itemId, ...wanted }),
  presentRecommendationChange,
);
