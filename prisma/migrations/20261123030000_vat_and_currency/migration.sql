-- VAT treatment and currency belong to the workspace; each policy version keeps the copy that its runs computed with.
ALTER TABLE "workspaces"
  ADD COLUMN "prices_include_vat" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "vat_rate" TEXT NOT NULL DEFAULT '0',
  ADD COLUMN "pricing_confirmed_at" TIMESTAMPTZ(3),
  ADD CHECK (vat_rate ~ '^[0-9]{1,9}([.][0-9]{1,9})?$');

-- Workspaces that exist take what their active policy says; nobody has confirmed it yet.
UPDATE workspaces w
SET prices_include_vat = coalesce((p.document #>> '{pricing,includes_vat}')::boolean, false),
  vat_rate = coalesce(p.document #>> '{pricing,vat_rate}', '0')
FROM policy_versions p
WHERE p.workspace_id = w.id AND p.version = w.active_policy
  AND coalesce(p.document #>> '{pricing,vat_rate}', '0') ~ '^[0-9]{1,9}([.][0-9]{1,9})?$';

-- What the connected store says of its prices, as it was read last; null where it does not say or was not asked yet.
-- The rates are fractions, the one of most products first.
ALTER TABLE "integrations"
  ADD COLUMN "prices_include_vat" BOOLEAN,
  ADD COLUMN "vat_rates" TEXT[];
