import type { Tx } from "../database/transaction";

/** Returns SQL for what a seller is told by, as the domain's `sellerKey`; `name` is SQL for the name. */
export const sellerKeySql = (name: string): string => `lower(btrim(${name}))`;

/** Returns the sellers of whom the workspace has a price, by name, at most `limit`. */
export async function observedSellers(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.sql<{ seller: string }>(
    "SELECT DISTINCT seller FROM current_offers WHERE workspace_id = $1 ORDER BY seller LIMIT $2",
    [tx.tenant.workspaceId, limit],
  );
  return rows.map(({ seller }) => seller);
}

/** Whether it is known of any seller what delivery costs. */
export async function knowsShipping(tx: Tx): Promise<boolean> {
  const [row] = await tx.sql<{ known: boolean }>(
    "SELECT EXISTS (SELECT FROM current_offers WHERE workspace_id = $1 AND shipping IS NOT NULL) AS known",
    [tx.tenant.workspaceId],
  );
  return row?.known === true;
}
