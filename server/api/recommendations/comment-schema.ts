import { z } from "zod";
import type { CommentRow } from "@/server/db/recommendations/comments";
import { RECOMMENDATION_ACTIONS } from "@/server/domain/recommendations/recommendation";
import { Timestamp } from "../scalars";

export const RecommendationComment = z
  .object({
    id: z.string(),
    action: z.enum(RECOMMENDATION_ACTIONS).nullable().meta({
      description: "What was done with these words as its reason; null for a comment alone.",
    }),
    text: z.string(),
    by: z.string(),
    at: Timestamp,
  })
  .meta({ id: "RecommendationComment" });

/** Serializes a comment for the API. */
export const presentComment = ({
  id,
  action,
  text,
  authorLabel: by,
  at,
}: CommentRow): z.input<typeof RecommendationComment> => ({ id, action, text, by, at: at.toISOString() });

export const exampleComment = {
  id: "cmt_01k9zq0v7k3t5m8w2x4y6z0a1b",
  action: "reject",
  text: "The supplier lowers the cost next week.",
  by: "mia@alpenladen.example",
  at: "2026-11-20T08:15:00.000Z",
} as const;
