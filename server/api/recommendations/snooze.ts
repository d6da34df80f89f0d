import { z } from "zod";
import { DECISION_PERMISSIONS } from "@/server/domain/permissions";
import { snoozeRecommendation } from "@/server/usecases/recommendations/decide";
import { mutation } from "../pipeline";
import { PathId, Reason, TimestampInput } from "../scalars";
import {
  exampleDecided,
  exampleRecommendation,
  presentRecommendationChange,
  RecommendationChanged,
} from "./schemas";

const example = exampleDecided("snoozed", "snooze", "Wait for the new price list.");

export const snooze = mutation(
  {
    method: "POST",
    path: "/recommendations/{rec_id}/snooze",
    ...DECISION_PERMISSIONS.snooze,
    tag: "Recommendations",
    summary: "Snooze a recommendation until a time",
    description: "Its status stays underneath and shows again when the time has come.",
    errors: ["conflict"],
    repeats: "natural",
    input: z.object({ rec_id: PathId, snooze_until: TimestampInput, reason: Reason.optional() }),
    output: RecommendationChanged,
    example: {
      request: {
        rec_id: exampleRecommendation.id,
        snooze_until: "2026-12-01T09:30:00Z",
        reason: "Wait for the new price list.",
      },
      response: {
        ...example,
        recommendation: { ...example.recommendation, snooze_until: "2026-12-01T09:30:00.000Z" },
      },
    },
    mcp: { destructive: false },
  },
  ({ context, input }) =>
    snoozeRecommendation(context, {
      id: input.rec_id,
      snoozeUntil: new Date(input.snooze_until),
      reason: input.reason,
    }),
  presentRecommendationChange,
);
