import type { Tx } from "@/server/db/database/transaction";
import { latestOccurrences, listOccurrences, type OccurrenceRow } from "@/server/db/schedules/occurrences";
import { findSchedule, listSchedules, type ScheduleRow } from "@/server/db/schedules/schedules";
import { workspaceTimeZone } from "@/server/db/workspaces/settings";
import { notFound } from "@/server/domain/errors";
import { nextStarts } from "@/server/domain/schedules/slots";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";

const SHOWN_STARTS = 3;

/** A schedule as it is shown: with its time zone, its next starts and its latest occurrence. */
export interface ScheduleView extends ScheduleRow {
  readonly timeZone: string;
  /** The next times at which it begins; none while it is switched off. */
  readonly nextStarts: readonly Date[];
  readonly latest: OccurrenceRow | null;
}

interface Page {
  readonly before: string | null;
  readonly limit: number;
}

/** Returns schedules of the acting workspace, newest first. */
export const readSchedules = (context: RequestContext, page: Page): Promise<ScheduleView[]> =>
  readTransaction(context, async (tx) => viewsOf(context, tx, await listSchedules(tx, page)));

/** Returns a schedule. @throws DomainError not_found */
export const readSchedule = (context: RequestContext, id: string): Promise<ScheduleView> =>
  readTransaction(context, async (tx) => {
    const row = await findSchedule(tx, id);
    if (row === null) throw notFound("schedule");
    return viewOf(context, tx, row);
  });

/** Returns the occurrences of a schedule, latest slot first. @throws DomainError not_found */
export const readOccurrences = (context: RequestContext, id: string, page: Page): Promise<OccurrenceRow[]> =>
  readTransaction(context, async (tx) => {
    if ((await findSchedule(tx, id)) === null) throw notFound("schedule");
    return listOccurrences(tx, id, page);
  });

/** Returns one schedule as it is shown, in the caller's transaction. */
export async function viewOf(context: RequestContext, tx: Tx, row: ScheduleRow): Promise<ScheduleView> {
  const [view] = await viewsOf(context, tx, [row]);
  if (!view) throw new Error("a schedule has no view");
  return view;
}

async function viewsOf(
  { services }: RequestContext,
  tx: Tx,
  rows: readonly ScheduleRow[],
): Promise<ScheduleView[]> {
  if (rows.length === 0) return [];
  const timeZone = await workspaceTimeZone(tx);
  const latest = await latestOccurrences(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const afterMs = Math.max(services.now(), row.handledUntil.getTime());
    const starts = row.enabled ? nextStarts(row, timeZone, afterMs, SHOWN_STARTS) : [];
    return {
      ...row,
      timeZone,
      nextStarts: starts.map((ms) => new Date(ms)),
      latest: latest.get(row.id) ?? null,
    };
  });
}
