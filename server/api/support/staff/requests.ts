import { z } from "zod";
import { personProcedure } from "@/server/api/accounts/procedures";
import { Timestamp } from "@/server/api/scalars";
import type { StaffRequest } from "@/server/db/support/support";
import { listOwnRequests, viewableWorkspaces } from "@/server/usecases/support/list";
import { SupportState, stateOf } from "../schemas";
import { asStaff } from "./as-staff";

const Request = z.strictObject({
  id: z.string(),
  workspace_id: z.string(),
  workspace_name: z.string(),
  reason: z.string(),
  state: SupportState,
  created_at: Timestamp,
  code_expires_at: Timestamp.nullable(),
  started_at: Timestamp.nullable(),
  expires_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
});

const time = (at: Date | null): string | null => at?.toISOString() ?? null;

function present(row: StaffRequest, active: boolean, nowMs: number): z.input<typeof Request> {
  const codePending = row.code_expires_at !== null && row.code_expires_at.getTime() > nowMs;
  const { status, end_reason: endReason, expires_at: expiresAt } = row;
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    workspace_name: row.workspace_name,
    reason: row.reason,
    state: stateOf({ status, endReason, expiresAt, active, codePending, nowMs }),
    created_at: row.created_at.toISOString(),
    code_expires_at: codePending ? time(row.code_expires_at) : null,
    started_at: time(row.started_at),
    expires_at: time(expiresAt),
    ended_at: time(row.ended_at),
  };
}

/** Returns the signed-in staff member's requests, newest first. Throws not_found for any other person. */
export const requests = personProcedure
  .output(z.object({ data: z.array(Request) }))
  .query(async ({ ctx }) => {
    const { id } = await asStaff(ctx);
    const now = ctx.services.now();
    const open = new Set((await viewableWorkspaces(ctx.services, id)).map(({ sessionId }) => sessionId));
    const rows = await listOwnRequests(ctx.services, id);
    return { data: rows.map((row) => present(row, open.has(row.id), now)) };
  });
