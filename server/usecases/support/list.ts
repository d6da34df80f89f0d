import { emailsOf } from "@/server/db/accounts/accounts";
import {
  findOpenSupportSession,
  findStaffSession,
  listSupportRows,
  type StaffRequest,
  type SupportRow,
  type SupportView,
  staffRequests,
  supportViews,
} from "@/server/db/support/support";
import type { Lifecycle, Plan } from "@/server/domain/plan/plans";
import type { RequestContext } from "../request-context";
import type { Services } from "../services";
import { readTransaction } from "../transaction";

const MAX_ROWS = 200;

/** A support request as owners see it: who, why, when, and whether its session is active. */
export interface ListedSupport extends Omit<SupportRow, "codeHash" | "codeFailures"> {
  /** Null when that person was deleted. */
  readonly staffEmail: string | null;
  readonly consentedByEmail: string | null;
  readonly codePending: boolean;
  readonly active: boolean;
  /** The latest views of its session, newest first. */
  readonly views: readonly SupportView[];
}

/**
 * Lists the workspace's support requests and sessions, newest first, with what was viewed; never a code or its hash.
 */
export async function listSupport(context: RequestContext): Promise<ListedSupport[]> {
  const at = new Date(context.services.now());
  const { rows, open } = await readTransaction(context, async (tx) => {
    const requests = await listSupportRows(tx, MAX_ROWS);
    const viewed = [];
    for (const row of requests)
      viewed.push({ row, views: row.startedAt ? await supportViews(tx, row.id, MAX_ROWS) : [] });
    return { rows: viewed, open: await findOpenSupportSession(tx, at) };
  });
  const people = rows.flatMap(({ row }) => [
    row.staffId,
    ...(row.consentedBy === null ? [] : [row.consentedBy]),
  ]);
  const emails = await emailsOf(context.services.db, people);
  return rows.map(({ row: { codeHash, codeFailures: _, ...row }, views }) => ({
    ...row,
    staffEmail: emails.get(row.staffId) ?? null,
    consentedByEmail: (row.consentedBy && emails.get(row.consentedBy)) ?? null,
    codePending: codeHash !== null && row.codeExpiresAt !== null && row.codeExpiresAt > at,
    active: open?.id === row.id,
    views,
  }));
}

/** Lists a staff member's own requests, newest first; empty for anyone else. */
export const listOwnRequests = (services: Services, userId: string): Promise<StaffRequest[]> =>
  staffRequests(services.db, userId, MAX_ROWS);

/** A workspace that a staff member may view now. */
export interface ViewableWorkspace {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly lifecycle: Lifecycle;
  readonly sessionId: string;
  readonly expiresAt: Date;
}

/** Lists the workspaces a person may view as staff now; empty for anyone else. */
export async function viewableWorkspaces(services: Services, userId: string): Promise<ViewableWorkspace[]> {
  const at = new Date(services.now());
  const open: ViewableWorkspace[] = [];
  for (const { workspace_id: id, status } of await staffRequests(services.db, userId, MAX_ROWS)) {
    const session = status === "open" ? await findStaffSession(services.db, userId, id, at) : null;
    if (!session) continue;
    const { name, plan, lifecycle, session_id: sessionId, expires_at: expiresAt } = session;
    open.push({ id, name, plan, lifecycle, sessionId, expiresAt });
  }
  return open;
}
