import { ROLE_PERMISSIONS, type Role } from "@/server/domain/permissions";
import type { Note, Row } from "./promises";
import type { Checked } from "./scene";

/** Every write-back was approved by somebody who may, once; and every 200 has its write-back. */
export async function checkApprovals({ api, shop, answered }: Checked, rows: readonly Row[], note: Note) {
  const approvals = await api.sql<{ write: string; actor: string }>(
    `SELECT after::json ->> 'write_back' AS write, actor FROM audit_events
     WHERE workspace_id = $1 AND action IN ('recommendation.approve', 'write_back.revert')`,
    [shop.workspace.id],
  );
  const people = await api.sql<{ actor: string; role: Role; scopes: string[] | null }>(
    `SELECT 'user:' || m.user_id AS actor, m.role, NULL AS scopes FROM memberships m WHERE m.workspace_id = $1
     UNION ALL SELECT 'token:' || t.id, m.role, t.scopes FROM api_tokens t
     JOIN memberships m ON m.workspace_id = t.workspace_id AND m.user_id = t.user_id WHERE t.workspace_id = $1`,
    [shop.workspace.id],
  );
  const mayApprove = new Set(
    people
      .filter(
        ({ role, scopes }) =>
          ROLE_PERMISSIONS[role].has("recommendations:approve") &&
          (scopes === null || scopes.includes("recommendations:approve")),
      )
      .map(({ actor }) => actor),
  );
  for (const { id } of rows) {
    const given = approvals.filter(({ write }) => write === id);
    if (given.length !== 1) note("audit", `${id} has ${given.length} approvals in the audit log`);
    if (!given.every(({ actor }) => mayApprove.has(actor)))
      note("not_entitled", `${id} was approved by ${given.map(({ actor }) => actor).join()}`);
  }
  for (const recommendation of answered)
    if (!rows.some((row) => row.recommendation === recommendation))
      note("forgotten", `the approval of ${recommendation} was answered with 200`);
}

/** Each ended write-back has one audit event of its end and none of another, and the chain of the log is whole. */
export async function checkAudit({ api, shop }: Checked, rows: readonly Row[], note: Note): Promise<void> {
  const events = await api.sql<{ subject: string; action: string }>(
    `SELECT subject, action FROM audit_events WHERE workspace_id = $1
     AND action IN ('write_back.applied', 'write_back.conflict', 'write_back.failed', 'write_back.cancel')`,
    [shop.workspace.id],
  );
  for (const { id, status } of rows) {
    const ends = events.filter(({ subject }) => subject === id).map(({ action }) => action);
    const right =
      ends.length === 1 &&
      (ends[0] === `write_back.${status}` || (status === "failed" && ends[0] === "write_back.cancel"));
    if (!right) note("audit", `${id} ended ${status} and the log has ${ends.join() || "no end"}`);
  }
  const broken = await api.sql(
    `SELECT 1 FROM audit_events e WHERE workspace_id = $1 AND seq > 1 AND NOT EXISTS
       (SELECT 1 FROM audit_events p WHERE p.workspace_id = $1 AND p.seq = e.seq - 1 AND p.hash = e.previous)`,
    [shop.workspace.id],
  );
  if (broken.length > 0) note("audit", `the chain of the log breaks at ${broken.length} events`);
}
