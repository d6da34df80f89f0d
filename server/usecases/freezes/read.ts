import type { Tx } from "@/server/db/database/transaction";
import { type FreezeRow, findFreeze, listFreezes } from "@/server/db/freezes/freezes";
import { workspaceTimeZone } from "@/server/db/workspaces/settings";
import { notFound } from "@/server/domain/errors";
import { nextOccurrence } from "@/server/domain/freezes/freeze";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";

/** A freeze as it is shown: with its time zone and its current or next occurrence. */
export interface FreezeView extends FreezeRow {
  readonly timeZone: string;
  /** Whether it is in force now. */
  readonly active: boolean;
  /** The occurrence that is in force, or the next one; null if it is over. */
  readonly next: { readonly from: Date; readonly until: Date } | null;
}

/** Returns freezes of the workspace, newest first. */
export const readFreezes = (
  context: RequestContext,
  page: { readonly before: string | null; readonly limit: number },
): Promise<FreezeView[]> =>
  readTransaction(context, async (tx) => {
    const timeZone = await workspaceTimeZone(tx);
    return (await listFreezes(tx, page)).map((row) => view(row, timeZone, context.services.now()));
  });

/** Returns one freeze. @throws DomainError not_found */
export const readFreeze = (context: RequestContext, id: string): Promise<FreezeView> =>
  readTransaction(context, async (tx) => {
    const row = await findFreeze(tx, id);
    if (row === null) throw notFound("freeze");
    return viewOf(context, tx, row);
  });

/** Returns one freeze as it is shown, in the caller's transaction. */
export const viewOf = async ({ services }: RequestContext, tx: Tx, row: FreezeRow): Promise<FreezeView> =>
  view(row, await workspaceTimeZone(tx), services.now());

function view(row: FreezeRow, timeZone: string, nowMs: number): FreezeView {
  const next = nextOccurrence(row.period, nowMs, timeZone);
  return {
    ...row,
    timeZone,
    active: next !== null && next.fromMs <= nowMs,
    next: next && { from: new Date(next.fromMs), until: new Date(next.untilMs) },
  };
}
