import { z } from "zod";
import {
  RECOMMENDATION_OPERATIONS,
  RECOMMENDATION_STATUSES,
} from "@/server/domain/recommendations/recommendation";

/** A stored time, which JSON holds as text. */
const Time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
/** An amount of minor units, which JSON holds as text. */
const Minor = z
  .string()
  .regex(/^-?\d+$/)
  .transform((text) => BigInt(text));

/** What a recommendation was before a batch decided it. The person is stored by their id alone. */
export const RecommendationBefore = z.object({
  status: z.enum(RECOMMENDATION_STATUSES),
  accepted: z.boolean(),
  snooze_until: Time.nullable(),
  decision: z.enum(RECOMMENDATION_OPERATIONS).nullable(),
  decision_reason: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: Time.nullable(),
});
export type RecommendationBefore = z.output<typeof RecommendationBefore>;

/** What an alert was before a batch decided it. */
export const AlertBefore = z.object({
  status: z.enum(["open", "snoozed"]),
  snooze_until: Time.nullable(),
  snooze_reason: z.string().nullable(),
  decided_by: z.string().nullable(),
  /** The item's baseline that resolving the alert moves, and where to; null for a kind that moves none. */
  baseline: z
    .object({ of: z.enum(["price", "cost"]), was: Minor.nullable(), became: Minor.nullable() })
    .nullable(),
});
export type AlertBefore = z.output<typeof AlertBefore>;
