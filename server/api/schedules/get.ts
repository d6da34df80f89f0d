import { z } from "zod";
import { readSchedule } from "@/server/usecases/schedules/read";
import { query } from "../pipeline";
import { PathId } from "../scalars";
import { exampleSchedule, presentSchedule, Schedule } from "./schemas";

export const get = query(
  {
    method: "GET",
    path: "/schedules/{schedule_id}",
    scope: "schedules:read",
    tag: "Schedules",
    summary: "Read one schedule",
    input: z.object({ schedule_id: PathId }),
    output: Schedule,
    example: { request: { schedule_id: exampleSchedule.id }, response: exampleSchedule },
    links: { "schedules.occurrences": { parameter: "schedule_id", from: "/id" } },
    mcp: { destructive: false },
  },
  async ({ context, input }) => presentSchedule(await readSchedule(context, input.schedule_id)),
);
