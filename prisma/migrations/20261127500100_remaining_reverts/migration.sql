-- How many more prices of a run could be taken back when the preview was made, beyond the most that a batch takes.
ALTER TABLE "decision_batches" ADD COLUMN "remaining" INTEGER NOT NULL DEFAULT 0;
