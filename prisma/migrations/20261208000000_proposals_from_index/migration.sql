-- What became of a run's recommendations is counted from the index alone: reading 100,000 rows for their status took
-- most of a second. The condition holds for every row: Prisma's file
-- of the schema cannot express further columns, and leaves out indexes with a condition. Writes of recommendations wait
-- while it is made.
DROP INDEX "recommendations_workspace_id_run_id_id_idx";
CREATE INDEX recommendations_of_run ON recommendations (workspace_id, run_id, id DESC) INCLUDE (status, snooze_until)
  WHERE run_id IS NOT NULL;
