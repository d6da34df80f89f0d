-- Several products of a store have the sku of the item: which of them is meant is not known.
ALTER TABLE catalog_items DROP CONSTRAINT "catalog_items_store_state_check";
ALTER TABLE catalog_items ADD CONSTRAINT "catalog_items_store_state_check"
  CHECK (store_state IN ('missing', 'disabled', 'ambiguous'));

-- The sku that a variant shares with one listed before it, and what an item becomes once its variant is the only one.
ALTER TABLE "sync_variants" ADD COLUMN "enabled" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN "shared_sku" TEXT;
CREATE INDEX "sync_variants_shared" ON "sync_variants" ("workspace_id", "integration_id", "shared_sku")
  WHERE shared_sku IS NOT NULL;

-- Lists of changes do not show products that have shared a sku for long, so the next sync reads the whole list.
UPDATE integrations SET fully_synced_at = NULL WHERE kind = 'woocommerce';
