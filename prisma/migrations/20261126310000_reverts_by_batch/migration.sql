-- A batch may take back the prices of a run or of another batch. `reverts` is the write-back that an item takes back,
-- `write_back_id` the one that its decision queued.
ALTER TABLE "decision_batches" ADD COLUMN "source_run_id" TEXT, ADD COLUMN "source_batch_id" TEXT;
ALTER TABLE "decision_batch_items" ADD COLUMN "reverts" TEXT, ADD COLUMN "write_back_id" TEXT;
