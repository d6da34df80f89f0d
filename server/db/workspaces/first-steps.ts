import type { RunStatus } from "@/server/domain/runs/run";
import { SAMPLE_ITEMS } from "@/server/domain/sample-shop/catalog";
import type { Tx } from "../database/transaction";

/** What a workspace has of what leads to the first price in its store. */
export interface FirstSteps {
  readonly hasItems: boolean;
  /** Whether its items are those of the sample shop. */
  readonly hasSample: boolean;
  readonly storeKind: string | null;
  readonly hasMarket: boolean;
  /** The state of the newest run; null before the first one. */
  readonly run: RunStatus | null;
  readonly hasApplied: boolean;
  readonly pricingConfirmed: boolean;
}

const SAMPLE_SKU = SAMPLE_ITEMS[0]?.sku;

/** Reads it for the transaction's workspace. */
export async function firstSteps(tx: Tx): Promise<FirstSteps> {
  const [row] = await tx.sql<FirstSteps & Record<string, unknown>>(
    `SELECT EXISTS (SELECT FROM catalog_items WHERE workspace_id = $1) AS "hasItems",
       EXISTS (SELECT FROM catalog_items WHERE workspace_id = $1 AND sku = $2) AS "hasSample",
       (SELECT kind FROM integrations WHERE workspace_id = $1 AND status <> 'disconnected' LIMIT 1) AS "storeKind",
       EXISTS (SELECT FROM observations WHERE workspace_id = $1)
         OR EXISTS (SELECT FROM offers WHERE workspace_id = $1) AS "hasMarket",
       (SELECT status FROM runs WHERE workspace_id = $1 ORDER BY id DESC LIMIT 1) AS run,
       EXISTS (SELECT FROM write_backs WHERE workspace_id = $1 AND status = 'applied') AS "hasApplied",
       (SELECT pricing_confirmed_at IS NOT NULL FROM workspaces WHERE id = $1) AS "pricingConfirmed"`,
    [tx.tenant.workspaceId, SAMPLE_SKU],
  );
  if (!row) throw new Error("asking for the first steps answered nothing");
  return row;
}
