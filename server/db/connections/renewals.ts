import type { Tx } from "../database/transaction";

/** A leased renewal of a connection's credentials. */
export interface LeasedRenewal {
  readonly fence: number;
  /** Sealed. */
  readonly secret: Uint8Array;
}

/** Leases the renewal of a connection's credentials; null while another process has it, and for an ended connection. */
export async function leaseRenewal(
  tx: Tx,
  id: string,
  { nowMs, leaseMs }: { readonly nowMs: number; readonly leaseMs: number },
): Promise<LeasedRenewal | null> {
  const [row] = await tx.sql<{ fence: number; secret: Uint8Array }>(
    `UPDATE integrations SET renewal_lease_until = $4, renewal_fence = renewal_fence + 1
     WHERE workspace_id = $1 AND id = $2 AND status <> 'disconnected'
       AND (renewal_lease_until IS NULL OR renewal_lease_until <= $3)
     RETURNING renewal_fence AS fence, secret`,
    [tx.tenant.workspaceId, id, new Date(nowMs), new Date(nowMs + leaseMs)],
  );
  return row ?? null;
}

/**
 * Ends a renewal.
 * @param secret the new credentials, sealed; null keeps the present ones
 * @returns false if the lease was lost, or the credentials were replaced meanwhile; nothing is changed then
 */
export async function endRenewal(
  tx: Tx,
  id: string,
  fence: number,
  secret: Uint8Array | null,
): Promise<boolean> {
  const touched = await tx.run(
    `UPDATE integrations SET renewal_lease_until = NULL, secret = COALESCE($4::bytea, secret)
     WHERE workspace_id = $1 AND id = $2 AND renewal_fence = $3 AND renewal_lease_until IS NOT NULL`,
    [tx.tenant.workspaceId, id, fence, secret],
  );
  return touched === 1;
}
