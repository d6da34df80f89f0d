import { emailsOf } from "@/server/db/accounts/accounts";
import { type GrantRow, listGrantRows } from "@/server/db/grants/grants";
import { type GrantState, grantState } from "@/server/domain/grants/grant";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";
import { canManageAllGrants } from "./create";

/**
 * A grant as settings list it; an address is null when that person was deleted, or when no person ended the grant.
 */
export interface ListedGrant extends GrantRow {
  readonly state: GrantState;
  readonly person: string | null;
  readonly own: boolean;
  readonly endedByEmail: string | null;
}

/** Lists the workspace's grants, newest first: everyone's for owners and admins, only their own for other members. */
export async function listGrants(context: RequestContext): Promise<ListedGrant[]> {
  const { services, actor } = context;
  if (actor.userId === null && !canManageAllGrants(context)) return [];
  const rows = await readTransaction(context, (tx) =>
    listGrantRows(tx, canManageAllGrants(context) ? null : actor.userId),
  );
  const people = rows.flatMap((row) => [row.userId, ...(row.endedBy === null ? [] : [row.endedBy])]);
  const emails = await emailsOf(services.db, people);
  const now = services.now();
  return rows.map((row) => ({
    ...row,
    state: grantState(row, now),
    person: emails.get(row.userId) ?? null,
    own: row.userId === actor.userId,
    endedByEmail: row.endedBy === null ? null : (emails.get(row.endedBy) ?? null),
  }));
}
