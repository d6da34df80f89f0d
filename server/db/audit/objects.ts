import type { AuditObjectKind } from "@/server/domain/audit/actions";
import type { Tx } from "../database/transaction";

/** An object that events are about, by the name that it has now. */
export interface AuditObject {
  readonly kind: AuditObjectKind;
  /** Id of the object that has a page: of a write-back its recommendation, of an offer its item. */
  readonly id: string;
  /** A sku, a name, an address; null where the object has none, as a run. */
  readonly name: string | null;
  /** What else tells it from others: an item's title, a member's address, what an alert says. */
  readonly detail: string | null;
  readonly createdAt: Date;
}

// Every id names its kind, so one set of ids serves all parts; each is an index scan by the primary key.
const OBJECTS = `
  SELECT i.id AS subject, 'item' AS kind, i.id, i.sku AS name, i.title AS detail, i.created_at AS "createdAt"
    FROM catalog_items i WHERE i.workspace_id = $1 AND i.id = ANY($2)
  UNION ALL SELECT r.id, 'recommendation', r.id, i.sku, i.title, r.created_at FROM recommendations r
    JOIN catalog_items i ON i.workspace_id = $1 AND i.id = r.item_id WHERE r.workspace_id = $1 AND r.id = ANY($2)
  UNION ALL SELECT w.id, 'recommendation', w.recommendation_id, i.sku, i.title, w.created_at FROM write_backs w
    JOIN catalog_items i ON i.workspace_id = $1 AND i.id = w.item_id WHERE w.workspace_id = $1 AND w.id = ANY($2)
  UNION ALL SELECT o.id, 'item', i.id, i.sku, i.title, o.created_at FROM offers o
    JOIN catalog_items i ON i.workspace_id = $1 AND i.id = o.item_id WHERE o.workspace_id = $1 AND o.id = ANY($2)
  UNION ALL SELECT o.id, 'item', i.id, i.sku, i.title, o.created_at FROM observations o
    JOIN catalog_items i ON i.workspace_id = $1 AND i.id = o.item_id WHERE o.workspace_id = $1 AND o.id = ANY($2)
  UNION ALL SELECT id, 'run', id, NULL, NULL, created_at FROM runs WHERE workspace_id = $1 AND id = ANY($2)
  UNION ALL SELECT id, 'alert', id, NULL, message, first_seen FROM alerts WHERE workspace_id = $1 AND id = ANY($2)
  UNION ALL SELECT id, 'batch', id, NULL, NULL, created_at FROM decision_batches
    WHERE workspace_id = $1 AND id = ANY($2)
  UNION ALL SELECT id, 'schedule', id, name, NULL, created_at FROM schedules WHERE workspace_id = $1 AND id = ANY($2)
  UNION ALL SELECT id, 'freeze', id, reason, NULL, created_at FROM freezes WHERE workspace_id = $1 AND id = ANY($2)
  UNION ALL SELECT id, 'token', id, name, prefix || '…' || last4, created_at FROM api_tokens
    WHERE workspace_id = $1 AND id = ANY($2)
  UNION ALL SELECT id, 'grant', id, client_name, NULL, created_at FROM oauth_grants
    WHERE workspace_id = $1 AND id = ANY($2)
  UNION ALL SELECT id, 'webhook', id, url, NULLIF(description, ''), created_at FROM webhook_endpoints
    WHERE workspace_id = $1 AND id = ANY($2)
  UNION ALL SELECT id, 'integration', id, name, url, connected_at FROM integrations
    WHERE workspace_id = $1 AND id = ANY($2)
  UNION ALL SELECT id, 'invitation', id, email, role, created_at FROM invitations
    WHERE workspace_id = $1 AND id = ANY($2)
  UNION ALL SELECT u.id, 'member', u.id, COALESCE(NULLIF(u.name, ''), u.email), u.email, m.created_at
    FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = $1 AND m.user_id = ANY($2)`;

/** Returns the workspace's objects with these ids, by the id that was asked for; what is deleted is missing. */
export async function auditObjects(tx: Tx, ids: readonly string[]): Promise<Map<string, AuditObject>> {
  const rows = await tx.sql<AuditObject & { readonly subject: string; readonly [column: string]: unknown }>(
    OBJECTS,
    [tx.tenant.workspaceId, [...new Set(ids)]],
  );
  return new Map(rows.map(({ subject, ...object }) => [subject, object]));
}
