-- A look by reference had two indexes that begin with workspace and connection. Where the planner expects one row of
-- either it may take the one without the reference, and reads all variants once for every item.
DROP INDEX "sync_variants_workspace_id_integration_id_sku_key";
CREATE UNIQUE INDEX "sync_variants_workspace_id_sku_integration_id_key" ON "sync_variants"("workspace_id", "sku", "integration_id");

-- The page of an item lists its alerts, those that are over included.
CREATE INDEX "alerts_workspace_id_item_id_id_idx" ON "alerts"("workspace_id", "item_id", "id" DESC);
