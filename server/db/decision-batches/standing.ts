import type { Role } from "@/server/domain/permissions";
import type { Tx } from "../database/transaction";
import type { BatchActor } from "./batches";

/** What an actor may do at this moment. */
export interface Standing {
  /** Null for a person who is no member any more. */
  readonly role: Role | null;
  /** The scopes of a token or grant; null for a person, who has those of the role. */
  readonly scopes: readonly string[] | null;
  /** Whether the token was revoked or the grant ended, or its time has passed. */
  readonly ended: boolean;
}

const STANDING = {
  user: `SELECT m.role, NULL::text[] AS scopes, false AS ended FROM (SELECT 1) one
    LEFT JOIN memberships m ON m.workspace_id = $1 AND m.user_id = $2
    WHERE $3::timestamptz IS NOT NULL`,
  token: `SELECT m.role, t.scopes, (t.revoked_at IS NOT NULL OR COALESCE(t.expires_at <= $3, false)) AS ended
    FROM api_tokens t LEFT JOIN memberships m ON m.workspace_id = t.workspace_id AND m.user_id = t.user_id
    WHERE t.workspace_id = $1 AND t.id = $2`,
  grant: `SELECT m.role, g.scopes, (g.ended_at IS NOT NULL OR g.expires_at <= $3) AS ended
    FROM oauth_grants g LEFT JOIN memberships m ON m.workspace_id = g.workspace_id AND m.user_id = g.user_id
    WHERE g.workspace_id = $1 AND g.id = $2`,
} as const;

const NONE: Standing = { role: null, scopes: [], ended: true };

/** Returns what a person, token or grant may do at that time; one that does not exist any more has ended. */
export async function findStanding(
  tx: Tx,
  { kind, id }: { readonly kind: Exclude<BatchActor["kind"], "system">; readonly id: string },
  at: Date,
): Promise<Standing> {
  const [row] = await tx.sql<Standing & Record<string, unknown>>(STANDING[kind], [
    tx.tenant.workspaceId,
    id,
    at,
  ]);
  return row ?? NONE;
}
