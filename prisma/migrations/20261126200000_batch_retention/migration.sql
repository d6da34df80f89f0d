-- Approvals look for an open write of the same variant. Without this index each reads every open write of the workspace.
CREATE INDEX write_backs_open_per_variant ON write_backs (workspace_id, integration_id, store_ref)
  WHERE status IN ('queued', 'sending', 'unknown');

CREATE INDEX decision_batches_ended ON decision_batches (finished_at, id) WHERE finished_at IS NOT NULL;

-- Deletes batches that ended before a time, with their items. Reads and locks as the functions for other old rows do.
CREATE FUNCTION forget_decision_batches(ended_before timestamptz, after_at timestamptz, after_id text, most int)
RETURNS TABLE (looked int, forgotten int, last_at timestamptz, last_id text)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  WITH part AS MATERIALIZED (
    SELECT b.ctid AS place, b.id, b.finished_at FROM decision_batches b
    WHERE b.finished_at < ended_before AND (b.finished_at, b.id) > (after_at, after_id)
    ORDER BY b.finished_at, b.id LIMIT most
    FOR UPDATE SKIP LOCKED
  ), dropped AS (
    DELETE FROM decision_batches b WHERE b.ctid = ANY (ARRAY(SELECT p.place FROM part p))
    RETURNING 1
  )
  SELECT count(*)::int, (SELECT count(*)::int FROM dropped), max(finished_at),
    (array_agg(id ORDER BY finished_at DESC, id DESC))[1]
  FROM part
$$;
REVOKE EXECUTE ON FUNCTION forget_decision_batches(timestamptz, timestamptz, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_decision_batches(timestamptz, timestamptz, text, int) TO pricecheck_app;
