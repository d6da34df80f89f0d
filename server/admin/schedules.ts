import { SCHEDULE_STEPS } from "@/server/domain/schedules/schedule";
import { WEEKDAYS } from "@/server/domain/weekdays";
import { checked } from "@/server/usecases/input";
import { operatorContext } from "@/server/usecases/operator-context";
import { changeSchedule, deleteSchedule } from "@/server/usecases/schedules/change";
import { createSchedule } from "@/server/usecases/schedules/create";
import { fieldsOf, NewSchedule, ScheduleChange } from "@/server/usecases/schedules/input";
import { readOccurrences, readSchedules, type ScheduleView } from "@/server/usecases/schedules/read";
import { command, list, optional, required, UsageError } from "./command";

const LISTED = 100;
const OPTIONS = {
  days: optional(`${WEEKDAYS.join(",")}|all`),
  times: optional("06:30,18:00"),
  quiet: optional("22:00-06:00|none"),
  tags: optional("a,b"),
  steps: optional(SCHEDULE_STEPS.join(",")),
  enabled: optional("yes|no"),
};

type Given = Readonly<Record<keyof typeof OPTIONS | "name", string | undefined>>;

/** Converts the options to the fields of the contract; omitted ones are left out. */
function fieldsFrom({ name, days, times, quiet, tags, steps, enabled }: Given): Record<string, unknown> {
  if (enabled !== undefined && enabled !== "yes" && enabled !== "no")
    throw new UsageError("--enabled is yes or no.");
  const [from, to] = quiet?.split("-") ?? [];
  const fields = {
    name,
    enabled: enabled === undefined ? undefined : enabled === "yes",
    days: days === undefined ? undefined : days === "all" ? [...WEEKDAYS] : list(days),
    times: times === undefined ? undefined : list(times),
    quiet_hours: quiet === undefined ? undefined : quiet === "none" ? null : { from, to },
    subset_tags: tags === undefined ? undefined : list(tags),
    steps: steps === undefined ? undefined : list(steps),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const answerOf = (view: ScheduleView) => ({
  id: view.id,
  ...fieldsOf(view),
  time_zone: view.timeZone,
  next_starts: view.nextStarts,
  failing: view.failingReason,
});

export const schedules = [
  command(
    "schedule list",
    "Lists a workspace's schedules with the next times at which they begin",
    { workspace: required("ID") },
    async ({ services }, { workspace }) => {
      const context = await operatorContext(services, workspace);
      return { data: (await readSchedules(context, { before: null, limit: LISTED })).map(answerOf) };
    },
  ),
  command(
    "schedule create",
    "Creates a schedule; it begins at its times in the workspace's time zone",
    { workspace: required("ID"), name: required("NAME"), ...OPTIONS },
    async ({ services }, { workspace, ...given }) => {
      const context = await operatorContext(services, workspace);
      const fields = { days: [...WEEKDAYS], ...fieldsFrom(given) };
      return answerOf(await createSchedule(context, checked(NewSchedule, fields)));
    },
  ),
  command(
    "schedule change",
    "Changes a schedule, or switches it off or on; what is left out stays as it is",
    { workspace: required("ID"), id: required("ID"), name: optional("NAME"), ...OPTIONS },
    async ({ services }, { workspace, id, ...given }) => {
      const context = await operatorContext(services, workspace);
      const change = await changeSchedule(context, id, checked(ScheduleChange, fieldsFrom(given)));
      return change.idempotent ? { id, changed: false } : { changed: true, ...answerOf(change.schedule) };
    },
  ),
  command(
    "schedule delete",
    "Deletes a schedule with its history; its runs stay",
    { workspace: required("ID"), id: required("ID") },
    async ({ services }, { workspace, id }) => ({
      ...(await deleteSchedule(await operatorContext(services, workspace), id)),
      deleted: true,
    }),
  ),
  command(
    "schedule history",
    "Lists when a schedule began lately and what came of it",
    { workspace: required("ID"), id: required("ID") },
    async ({ services }, { workspace, id }) => {
      const context = await operatorContext(services, workspace);
      const rows = await readOccurrences(context, id, { before: null, limit: LISTED });
      return {
        data: rows.map(({ slotAt, status, reason, missed, runId, finishedAt }) => ({
          slot_at: slotAt,
          status,
          reason,
          missed,
          run_id: runId,
          finished_at: finishedAt,
        })),
      };
    },
  ),
];
