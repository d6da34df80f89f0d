-- What a run computed from is kept for as long as anything that waits for a decision rests on it, and some time beyond.
ALTER TABLE "runs" ADD COLUMN "results_forgotten_at" TIMESTAMPTZ(3);

-- Drops, in every workspace, what up to `most` runs that ended before that time have stored item by item; not where a
-- recommendation that is still open came from the run or was last confirmed by it. Returns how many runs it was.
CREATE FUNCTION forget_results(ended_before timestamptz, at timestamptz, most int)
RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH old AS (
    SELECT r.workspace_id, r.id FROM runs r
    WHERE r.finished_at < ended_before AND r.results_forgotten_at IS NULL
      AND NOT EXISTS (
        SELECT FROM recommendations o
        WHERE o.workspace_id = r.workspace_id AND r.id IN (o.run_id, o.last_run_id)
          AND o.status IN ('held', 'new', 'accepted', 'pending_approval', 'approved'))
    ORDER BY r.finished_at LIMIT most
    FOR UPDATE SKIP LOCKED
  ), dropped AS (
    DELETE FROM run_results d USING old WHERE d.workspace_id = old.workspace_id AND d.run_id = old.id
  ), noted AS (
    UPDATE runs r SET results_forgotten_at = at FROM old
    WHERE r.workspace_id = old.workspace_id AND r.id = old.id RETURNING 1
  )
  SELECT count(*) FROM noted
$$;
REVOKE EXECUTE ON FUNCTION forget_results(timestamptz, timestamptz, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_results(timestamptz, timestamptz, int) TO pricecheck_app;
