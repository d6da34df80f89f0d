-- How the changes of a run are shared out by size: summed while it is published, kept when its results are forgotten.
-- Null for runs from before.
ALTER TABLE "runs" ADD COLUMN "price_changes" JSONB;

-- The items that a run skipped for one reason, in the order of their ids, a page at a time.
CREATE INDEX run_results_skipped ON run_results (workspace_id, run_id, reason, item_id) WHERE reason IS NOT NULL;
