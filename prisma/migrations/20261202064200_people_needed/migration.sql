-- How many people the approval needed that took effect. Null before an approval, and for those from before it was stored.
ALTER TABLE "recommendations" ADD COLUMN "people_needed" SMALLINT;

-- Lanes look for the service's writes of a variant in the last 24 hours, also for those of the item it belonged to before.
CREATE INDEX "write_backs_workspace_id_integration_id_store_ref_idx" ON "write_backs" ("workspace_id", "integration_id", "store_ref");
