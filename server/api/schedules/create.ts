import { z } from "zod";
import { createSchedule } from "@/server/usecases/schedules/create";
import { NewSchedule } from "@/server/usecases/schedules/input";
import { mutation } from "../pipeline";
import { exampleSchedule, presentSchedule, Schedule } from "./schemas";

export const create = mutation(
  {
    method: "POST",
    path: "/schedules",
    scope: "schedules:write",
    tag: "Schedules",
    summary: "Create a schedule",
    description:
      "At its times it syncs the store, has the due pages checked, and triggers a run where anything has changed since the last one. A workspace has at most ten.",
    errors: ["conflict", "plan_limit", "email_not_confirmed"],
    repeats: "replay",
    input: NewSchedule,
    output: z.object({ ok: z.literal(true), idempotent: z.literal(false), schedule: Schedule }),
    example: {
      request: {
        name: "Before opening",
        days: ["mon", "tue", "wed", "thu", "fri"],
        times: ["06:30"],
      },
      response: { ok: true, idempotent: false, schedule: { ...exampleSchedule, last_occurrence: null } },
    },
    links: { "schedules.get": { parameter: "schedule_id", from: "/schedule/id" } },
    mcp: { destructive: false },
  },
  ({ context, input }) => createSchedule(context, input),
  (view) => ({ ok: true as const, idempotent: false as const, schedule: presentSchedule(view) }),
);
