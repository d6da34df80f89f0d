-- What became of a run's recommendations is counted from the index alone: reading 100,000 rows for their status took
-- most of a second.
DROP INDEX "recommendations_workspace_id_run_id_id_idx";
CREATE INDEX "recommendations_workspace_id_run_id_id_idx"
  ON "recommendations"("workspace_id", "run_id", "id" DESC) INCLUDE ("status", "snooze_until");
