import { z } from "zod";
import { DECISION_PERMISSIONS } from "@/server/domain/permissions";
import { overrideRecommendation } from "@/server/usecases/recommendations/override";
import { mutation } from "../pipeline";
import { PositiveMoney } from "../positive-money";
import { PathId, Reason } from "../scalars";
import {
  exampleRecommendation,
  presentRecommendationChange,
  RecommendationChanged,
  VersionSeen,
} from "./schemas";

const reason = "The supplier's campaign price.";

export const override = mutation(
  {
    method: "POST",
    path: "/recommendations/{rec_id}/override",
    ...DECISION_PERMISSIONS.approve,
    tag: "Recommendations",
    summary: "Recommend another price",
    description:
      "The price passes the same guards as the engine's, or the answer is 422 and names the guard. The status stays, " +
      "`version` rises, and `override` shows the engine's price and who set the new one. Send the engine's price to " +
      "take it back.",
    errors: ["conflict"],
    repeats: "natural",
    input: z.object({
      rec_id: PathId,
      price: PositiveMoney,
      version: VersionSeen,
      reason: Reason.optional(),
    }),
    output: RecommendationChanged,
    example: {
      request: {
        rec_id: exampleRecommendation.id,
        price: { amount: "94.90", currency: "EUR" },
        version: 1,
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
          version: 2,
          override: {
            engine_price: { amount: "98.99", currency: "EUR" },
            by: "mia@alpenladen.example",
            at: "2026-11-20T08:15:00.000Z",
            reason,
          },
          updated_at: "2026-11-20T08:15:00.000Z",
        },
      },
    },
    mcp: { destructive: false },
  },
  ({ context, input: { rec_id: id, ...override } }) => overrideRecommendation(context, { id, ...override }),
  presentRecommendationChange,
);
