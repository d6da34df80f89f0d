-- A waiting delivery of an old event is looked up by the event's key. By its status, the planner may take the index of the
-- deliveries that wait and read all of them for each event. A delivery without an end is one that waits.
CREATE OR REPLACE FUNCTION forget_webhook_events(happened_before timestamptz, after_at timestamptz, after_id text, most int)
RETURNS TABLE (looked int, forgotten int, last_at timestamptz, last_id text)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  WITH part AS MATERIALIZED (
    SELECT e.ctid AS place, e.workspace_id, e.id, e.at, e.dispatched_at FROM webhook_events e
    WHERE e.at < happened_before AND (e.at, e.id) > (after_at, after_id)
    ORDER BY e.at, e.id LIMIT most
    FOR UPDATE SKIP LOCKED
  ), dropped AS (
    DELETE FROM webhook_events e WHERE e.ctid = ANY (ARRAY(
      SELECT p.place FROM part p
      WHERE p.dispatched_at IS NOT NULL AND NOT EXISTS (SELECT FROM webhook_deliveries d
        WHERE d.workspace_id = p.workspace_id AND d.event_id = p.id AND d.ended_at IS NULL OFFSET 0)))
    RETURNING 1
  )
  SELECT count(*)::int, (SELECT count(*)::int FROM dropped), max(at),
    (array_agg(id ORDER BY at DESC, id DESC))[1]
  FROM part
$$;
