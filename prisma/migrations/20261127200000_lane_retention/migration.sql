CREATE INDEX lane_passes_ended ON lane_passes (ended_at, run_id) WHERE ended_at IS NOT NULL;
CREATE INDEX lane_decisions_in_shadow ON lane_decisions (at, id) WHERE mode = 'shadow';

-- Deletes passes of lanes that ended before a time. Reads and locks as the functions for other old rows do.
CREATE FUNCTION forget_lane_passes(ended_before timestamptz, after_at timestamptz, after_id text, most int)
RETURNS TABLE (looked int, forgotten int, last_at timestamptz, last_id text)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  WITH part AS MATERIALIZED (
    SELECT p.ctid AS place, p.run_id, p.ended_at FROM lane_passes p
    WHERE p.ended_at < ended_before AND (p.ended_at, p.run_id) > (after_at, after_id)
    ORDER BY p.ended_at, p.run_id LIMIT most
    FOR UPDATE SKIP LOCKED
  ), dropped AS (
    DELETE FROM lane_passes p WHERE p.ctid = ANY (ARRAY(SELECT o.place FROM part o))
    RETURNING 1
  )
  SELECT count(*)::int, (SELECT count(*)::int FROM dropped), max(ended_at),
    (array_agg(run_id ORDER BY ended_at DESC, run_id DESC))[1]
  FROM part
$$;
REVOKE EXECUTE ON FUNCTION forget_lane_passes(timestamptz, timestamptz, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_lane_passes(timestamptz, timestamptz, text, int) TO pricecheck_app;

-- Deletes what lanes in shadow would have decided before a time; what open lanes decided stays.
CREATE FUNCTION forget_shadow_decisions(decided_before timestamptz, after_at timestamptz, after_id text, most int)
RETURNS TABLE (looked int, forgotten int, last_at timestamptz, last_id text)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  WITH part AS MATERIALIZED (
    SELECT d.ctid AS place, d.id, d.at FROM lane_decisions d
    WHERE d.mode = 'shadow' AND d.at < decided_before AND (d.at, d.id) > (after_at, after_id)
    ORDER BY d.at, d.id LIMIT most
    FOR UPDATE SKIP LOCKED
  ), dropped AS (
    DELETE FROM lane_decisions d WHERE d.ctid = ANY (ARRAY(SELECT o.place FROM part o))
    RETURNING 1
  )
  SELECT count(*)::int, (SELECT count(*)::int FROM dropped), max(at), (array_agg(id ORDER BY at DESC, id DESC))[1]
  FROM part
$$;
REVOKE EXECUTE ON FUNCTION forget_shadow_decisions(timestamptz, timestamptz, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_shadow_decisions(timestamptz, timestamptz, text, int) TO pricecheck_app;
