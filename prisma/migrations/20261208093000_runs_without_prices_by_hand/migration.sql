-- What became of a run's recommendations is counted without the prices by hand that name it, still from the index alone.
-- The condition holds for every row, as that of the index before. Writes of recommendations wait while it is made.
DROP INDEX "recommendations_of_run";
CREATE INDEX recommendations_of_run ON recommendations (workspace_id, run_id, id DESC)
  INCLUDE (status, snooze_until, by_hand) WHERE run_id IS NOT NULL;
