import { z } from "zod";
import { deleteSchedule } from "@/server/usecases/schedules/change";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { exampleSchedule } from "./schemas";

export const remove = mutation(
  {
    method: "POST",
    path: "/schedules/{schedule_id}/delete",
    scope: "schedules:write",
    tag: "Schedules",
    summary: "Delete a schedule with its history",
    description: "Its runs stay, and one that is queued or running goes on.",
    errors: ["plan_limit"],
    repeats: "replay",
    input: z.object({ schedule_id: PathId }),
    output: z.object({ ok: z.literal(true), idempotent: z.literal(false), id: z.string() }),
    example: {
      request: { schedule_id: exampleSchedule.id },
      response: { ok: true, idempotent: false, id: exampleSchedule.id },
    },
    mcp: { destructive: true },
  },
  ({ context, input }) => deleteSchedule(context, input.schedule_id),
  ({ id }) => ({ ok: true as const, idempotent: false as const, id }),
);
