import type { Tx } from "../database/transaction";

export type MailRequestKind = "sign_up" | "reset_password";

/** A mail that somebody without a session asked for, as they typed it. */
export interface MailRequest {
  readonly id: string;
  readonly kind: MailRequestKind;
  readonly email: string;
  readonly name: string | null;
  /** The time zone of the browser that a newcomer signs up with. */
  readonly timeZone: string | null;
  readonly requestId: string | null;
  readonly ip: string | null;
  readonly createdAt: Date;
  /** Before this time nobody works on it. */
  readonly dueAt: Date;
}

/** Stores a request under the transaction's workspace, an id that nothing else has. */
export async function insertMailRequest(tx: Tx, request: MailRequest): Promise<void> {
  await tx.prisma.mailRequest.create({ data: { ...request, workspaceId: tx.tenant.workspaceId } });
}

/**
 * Takes a request that is due for as long as that; null where it is done, or another worker has it.
 * @param until when it is due again, unless it is deleted before
 */
export async function takeMailRequest(
  tx: Tx,
  id: string,
  { at, until }: { readonly at: Date; readonly until: Date },
): Promise<MailRequest | null> {
  const [request] = await tx.sql<MailRequest & { kind: MailRequestKind }>(
    `UPDATE mail_requests SET due_at = $4 WHERE workspace_id = $1 AND id = $2 AND due_at <= $3
     RETURNING id, kind, email, name, time_zone AS "timeZone", request_id AS "requestId", ip,
       created_at AS "createdAt", due_at AS "dueAt"`,
    [tx.tenant.workspaceId, id, at, until],
  );
  return request ?? null;
}

/** Ends a request that was answered, or given up. */
export async function deleteMailRequest(tx: Tx, id: string): Promise<void> {
  await tx.run("DELETE FROM mail_requests WHERE workspace_id = $1 AND id = $2", [tx.tenant.workspaceId, id]);
}
