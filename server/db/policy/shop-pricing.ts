import type { PriceSettingsBySource, ShopPricing } from "@/server/domain/pricing/shop-pricing";
import type { Database } from "../database/database";
import { type NamedStatement, queryAsTenant } from "../database/query";
import type { Tenant } from "../database/tenant";
import type { Tx } from "../database/transaction";

/** The price basis of the transaction's workspace (currency and VAT); `confirmedAt` null = not yet confirmed. */
export interface WorkspacePricing extends ShopPricing {
  readonly confirmedAt: Date | null;
}

const OWN = `SELECT currency, prices_include_vat AS "pricesIncludeVat", vat_rate AS "vatRate",
  pricing_confirmed_at AS "confirmedAt" FROM workspaces WHERE id = $1`;

/** Returns the price basis of the transaction's workspace. */
export async function workspacePricing(tx: Tx): Promise<WorkspacePricing> {
  const [row] = await tx.sql<WorkspacePricing & Record<string, unknown>>(OWN, [tx.tenant.workspaceId]);
  if (!row) throw new Error("the transaction's workspace is not there");
  return row;
}

const CURRENCY: NamedStatement = {
  name: "workspace_currency",
  text: "SELECT currency FROM workspaces WHERE id = $1",
};

/** Returns the workspace's currency. */
export async function workspaceCurrency(db: Database, tenant: Tenant): Promise<string> {
  const [row] = await queryAsTenant<{ currency: string }>(db, tenant, CURRENCY, [tenant.workspaceId]);
  if (!row) throw new Error("the workspace is not there");
  return row.currency;
}

/** Records that a person confirmed the workspace's price basis. */
export async function markPricingConfirmed(tx: Tx, at: Date): Promise<void> {
  await tx.run("UPDATE workspaces SET pricing_confirmed_at = $2 WHERE id = $1", [tx.tenant.workspaceId, at]);
}

/** The price basis by source, as stored; `storeKind` is null without a connected store. */
export type StoredPriceSettings = PriceSettingsBySource & {
  readonly confirmedAt: Date | null;
  readonly storeKind: string | null;
};

interface FactsRow extends Record<string, unknown> {
  readonly currency: string;
  readonly included: boolean;
  readonly rate: string;
  readonly confirmedAt: Date | null;
  readonly version: number;
  readonly policyCurrency: string;
  readonly policyIncluded: boolean;
  readonly policyRate: string;
  readonly storeKind: string | null;
  readonly storeCurrency: string | null;
  readonly storeIncluded: boolean | null;
  readonly storeRates: string[] | null;
  readonly foreignCurrency: string | null;
}

// Policy documents of the first releases omit defaults, hence the coalesce.
const FACTS = `SELECT w.currency, w.prices_include_vat AS included, w.vat_rate AS rate,
    w.pricing_confirmed_at AS "confirmedAt", p.version,
    p.document ->> 'currency' AS "policyCurrency",
    coalesce((p.document #>> '{pricing,includes_vat}')::boolean, false) AS "policyIncluded",
    coalesce(p.document #>> '{pricing,vat_rate}', '0') AS "policyRate",
    s.kind AS "storeKind", s.currency AS "storeCurrency", s.prices_include_vat AS "storeIncluded",
    s.vat_rates AS "storeRates",
    CASE WHEN EXISTS (SELECT 1 FROM catalog_items i WHERE i.workspace_id = w.id AND i.currency = w.currency)
      THEN NULL
      ELSE (SELECT i.currency FROM catalog_items i WHERE i.workspace_id = w.id LIMIT 1) END AS "foreignCurrency"
  FROM workspaces w
  JOIN policy_versions p ON p.workspace_id = w.id AND p.version = coalesce($2::int, w.active_policy)
  LEFT JOIN integrations s ON s.workspace_id = w.id AND s.status <> 'disconnected'
  WHERE w.id = $1`;

/**
 * Returns the price basis according to the workspace, a policy version, the connected store and the catalog.
 * `foreignCurrency` is null as soon as one item has the workspace's currency.
 * @param policyVersion the policy version to read; null for the active one
 */
export async function readPriceSettings(
  tx: Tx,
  policyVersion: number | null = null,
): Promise<StoredPriceSettings | null> {
  const [row] = await tx.sql<FactsRow>(FACTS, [tx.tenant.workspaceId, policyVersion]);
  if (!row) return null;
  return {
    workspace: { currency: row.currency, pricesIncludeVat: row.included, vatRate: row.rate },
    policy: {
      version: row.version,
      currency: row.policyCurrency,
      pricesIncludeVat: row.policyIncluded,
      vatRate: row.policyRate,
    },
    store:
      row.storeKind === null
        ? null
        : {
            currency: row.storeCurrency,
            pricesIncludeVat: row.storeIncluded,
            vatRates: row.storeRates,
          },
    foreignCurrency: row.foreignCurrency,
    confirmedAt: row.confirmedAt,
    storeKind: row.storeKind,
  };
}
