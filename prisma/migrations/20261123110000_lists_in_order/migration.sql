-- Lists of an item's or a run's recommendations come in the order of an index, a page at a time.
DROP INDEX "recommendations_workspace_id_item_id_idx";
CREATE INDEX "recommendations_workspace_id_item_id_id_idx" ON "recommendations"("workspace_id", "item_id", "id" DESC);
DROP INDEX "recommendations_workspace_id_run_id_idx";
CREATE INDEX "recommendations_workspace_id_run_id_id_idx" ON "recommendations"("workspace_id", "run_id", "id" DESC);
