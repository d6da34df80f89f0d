import type { Tx } from "../database/transaction";

/** A variant listed during the present sync; `sku` is null if the variant has no unique one. */
export interface ListedVariant {
  readonly ref: string;
  readonly sku: string | null;
  /** Whether the store sells it. */
  readonly enabled: boolean;
}

/** A listed variant as far as later ones are compared with it. */
interface ComparedVariant {
  readonly ref: string;
  readonly sku: string | null;
  /** The sku that it shares with a variant listed before it; null for none. */
  readonly sharedSku: string | null;
}

/** Returns which of these references and skus the connection's sync has listed so far. */
export const findListedVariants = (
  tx: Tx,
  integrationId: string,
  refs: readonly string[],
  skus: readonly string[],
): Promise<ComparedVariant[]> =>
  tx.sql<ComparedVariant & Record<string, unknown>>(
    `SELECT v.ref, v.sku, v.shared_sku AS "sharedSku" FROM unnest($3::text[]) AS asked (ref)
     CROSS JOIN LATERAL (SELECT * FROM sync_variants
       WHERE workspace_id = $1 AND integration_id = $2 AND ref = asked.ref OFFSET 0) AS v
     UNION
     SELECT v.ref, v.sku, v.shared_sku FROM unnest($4::text[]) AS asked (sku)
     CROSS JOIN LATERAL (SELECT * FROM sync_variants
       WHERE workspace_id = $1 AND integration_id = $2 AND sku = asked.sku OFFSET 0) AS v`,
    [tx.tenant.workspaceId, integrationId, refs, skus],
  );

/** Records variants; those recorded before stay unchanged. */
export async function recordVariants(
  tx: Tx,
  integrationId: string,
  variants: readonly ListedVariant[],
): Promise<void> {
  if (variants.length === 0) return;
  await tx.run(
    `INSERT INTO sync_variants (workspace_id, integration_id, ref, sku, enabled)
     SELECT $1, $2, v.ref, v.sku, v.enabled FROM unnest($3::text[], $4::text[], $5::bool[]) AS v(ref, sku, enabled)`,
    [
      tx.tenant.workspaceId,
      integrationId,
      variants.map(({ ref }) => ref),
      variants.map(({ sku }) => sku),
      variants.map(({ enabled }) => enabled),
    ],
  );
}

/** Returns whether the connection's sync has listed any variant. */
export async function hasListedVariants(tx: Tx, integrationId: string): Promise<boolean> {
  const rows = await tx.sql(
    "SELECT 1 FROM sync_variants WHERE workspace_id = $1 AND integration_id = $2 LIMIT 1",
    [tx.tenant.workspaceId, integrationId],
  );
  return rows.length > 0;
}

/** Deletes the variants recorded for a sync. */
export async function purgeVariants(tx: Tx, integrationId: string): Promise<void> {
  await tx.run("DELETE FROM sync_variants WHERE workspace_id = $1 AND integration_id = $2", [
    tx.tenant.workspaceId,
    integrationId,
  ]);
}
