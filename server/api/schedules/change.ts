import { changeSchedule } from "@/server/usecases/schedules/change";
import { ScheduleChange } from "@/server/usecases/schedules/input";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { exampleSchedule, presentScheduleChange, ScheduleChanged } from "./schemas";

export const change = mutation(
  {
    method: "POST",
    path: "/schedules/{schedule_id}",
    scope: "schedules:write",
    tag: "Schedules",
    summary: "Change a schedule, or switch it off or on",
    description:
      "Fields that are left out stay. With other times its next one is the first after now; what is under way goes on.",
    errors: ["plan_limit", "email_not_confirmed"],
    repeats: "natural",
    input: ScheduleChange.extend({ schedule_id: PathId }),
    output: ScheduleChanged,
    example: {
      request: { schedule_id: exampleSchedule.id, enabled: false },
      response: {
        ok: true,
        idempotent: false,
        schedule: { ...exampleSchedule, enabled: false, next_starts: [] },
      },
    },
    mcp: { destructive: false, idempotent: true },
  },
  ({ context, input: { schedule_id: id, ...changes } }) => changeSchedule(context, id, changes),
  presentScheduleChange,
);
