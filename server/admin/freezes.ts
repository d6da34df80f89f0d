import { changeFreeze, createFreeze, deleteFreeze } from "@/server/usecases/freezes/change";
import { FreezeChange, fieldsOf, NewFreeze } from "@/server/usecases/freezes/input";
import { type FreezeView, readFreezes } from "@/server/usecases/freezes/read";
import { checked } from "@/server/usecases/input";
import { operatorContext } from "@/server/usecases/operator-context";
import { command, list, optional, required, UsageError } from "./command";

const LISTED = 100;
const OPTIONS = {
  from: optional("2026-11-27T16:00|16:00"),
  until: optional("2026-12-02T06:00|06:00"),
  days: optional("fri,sat"),
  "until-day": optional("mon"),
};

type Given = Readonly<Record<keyof typeof OPTIONS | "reason", string | undefined>>;

/**
 * Converts the options to the fields of the contract: with days a weekly freeze, without them one that happens once.
 */
function fieldsFrom({ reason, from, until, days, "until-day": untilDay }: Given) {
  if (untilDay !== undefined && days === undefined)
    throw new UsageError("--until-day belongs to a weekly freeze; name its --days too.");
  const times = days === undefined && from === undefined && until === undefined ? {} : { from, until };
  if (days !== undefined)
    return { reason, weekly: { ...times, days: list(days), until_day: untilDay ?? null } };
  return Object.keys(times).length === 0 ? { reason } : { reason, once: times };
}

const answerOf = (view: FreezeView) => ({
  id: view.id,
  ...fieldsOf(view),
  time_zone: view.timeZone,
  active: view.active,
  next: view.next,
  created_by: view.createdByLabel,
});

export const freezes = [
  command(
    "freeze list",
    "Lists a workspace's freezes, in which no price is written to the store",
    { workspace: required("ID") },
    async ({ services }, { workspace }) => {
      const context = await operatorContext(services, workspace);
      return { data: (await readFreezes(context, { before: null, limit: LISTED })).map(answerOf) };
    },
  ),
  command(
    "freeze create",
    "Freezes prices: once from one day and time until another, or with --days every week",
    { workspace: required("ID"), reason: required("TEXT"), ...OPTIONS },
    async ({ services }, { workspace, ...given }) => {
      const context = await operatorContext(services, workspace);
      return answerOf(await createFreeze(context, checked(NewFreeze, fieldsFrom(given))));
    },
  ),
  command(
    "freeze change",
    "Changes a freeze; what is left out stays, and times are given whole",
    { workspace: required("ID"), id: required("ID"), reason: optional("TEXT"), ...OPTIONS },
    async ({ services }, { workspace, id, ...given }) => {
      const context = await operatorContext(services, workspace);
      const change = await changeFreeze(context, id, checked(FreezeChange, fieldsFrom(given)));
      return change.idempotent ? { id, changed: false } : { changed: true, ...answerOf(change.freeze) };
    },
  ),
  command(
    "freeze delete",
    "Deletes a freeze; writes that wait for it are carried out",
    { workspace: required("ID"), id: required("ID") },
    async ({ services }, { workspace, id }) => ({
      ...(await deleteFreeze(await operatorContext(services, workspace), id)),
      deleted: true,
    }),
  ),
];
