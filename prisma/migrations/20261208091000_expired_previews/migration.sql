CREATE INDEX decision_batches_previews ON decision_batches (expires_at, id) WHERE status = 'preview';

-- Deletes previews that expired before a time, with their items. Reads and locks as the functions for other old rows do.
CREATE FUNCTION forget_expired_previews(expired_before timestamptz, after_at timestamptz, after_id text, most int)
RETURNS TABLE (looked int, forgotten int, last_at timestamptz, last_id text)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  WITH part AS MATERIALIZED (
    SELECT b.ctid AS place, b.id, b.expires_at FROM decision_batches b
    WHERE b.status = 'preview' AND b.expires_at < expired_before AND (b.expires_at, b.id) > (after_at, after_id)
    ORDER BY b.expires_at, b.id LIMIT most
    FOR UPDATE SKIP LOCKED
  ), dropped AS (
    DELETE FROM decision_batches b WHERE b.ctid = ANY (ARRAY(SELECT p.place FROM part p))
    RETURNING 1
  )
  SELECT count(*)::int, (SELECT count(*)::int FROM dropped), max(expires_at),
    (array_agg(id ORDER BY expires_at DESC, id DESC))[1]
  FROM part
$$;
REVOKE EXECUTE ON FUNCTION forget_expired_previews(timestamptz, timestamptz, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_expired_previews(timestamptz, timestamptz, text, int) TO pricecheck_app;
