import { z } from "zod";
import type { PlanRequestRow } from "@/server/db/plan/plan-requests";
import { PLANS } from "@/server/domain/plan/plans";
import { Timestamp } from "../scalars";

/** An owner's request for another plan, with its outcome. */
export const PlanRequest = z.strictObject({
  id: z.string(),
  plan: z.enum(PLANS),
  note: z.string().nullable(),
  status: z.enum(["pending", "granted", "declined", "withdrawn"]),
  created_at: Timestamp,
  answered_at: Timestamp.nullable(),
  answered_plan: z.enum(PLANS).nullable(),
});

export const presentRequest = (row: PlanRequestRow): z.input<typeof PlanRequest> => ({
  id: row.id,
  plan: row.plan,
  note: row.note,
  status: row.status,
  created_at: row.createdAt.toISOString(),
  answered_at: row.answeredAt?.toISOString() ?? null,
  answered_plan: row.answeredPlan,
});

/** One feature that stops or shrinks on another plan. */
export const PlanEffect = z.strictObject({ what: z.string(), message: z.string() });
