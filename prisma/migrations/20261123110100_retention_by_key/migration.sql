-- What old rows may rest on is looked up by key, once for each of them, and what is dropped is found by its place in the
-- table: joined with it, either side may be gone through for every row of the other where the planner expects one row. The
-- locks of the part keep the places as they are.

CREATE OR REPLACE FUNCTION forget_recommendations(ended_before timestamptz, after_at timestamptz, after_id text, most int)
RETURNS TABLE (looked int, forgotten int, last_at timestamptz, last_id text)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  WITH part AS MATERIALIZED (
    SELECT r.ctid AS place, r.workspace_id, r.id, r.item_id, r.kind, r.updated_at FROM recommendations r
    WHERE r.status = 'superseded' AND r.decided_by IS NULL AND NOT r.accepted
      AND r.updated_at < ended_before AND (r.updated_at, r.id) > (after_at, after_id)
    ORDER BY r.updated_at, r.id LIMIT most
    FOR UPDATE SKIP LOCKED
  ), dropped AS (
    DELETE FROM recommendations r WHERE r.ctid = ANY (ARRAY(
      SELECT p.place FROM part p
      WHERE EXISTS (SELECT FROM recommendations n WHERE n.workspace_id = p.workspace_id AND n.item_id = p.item_id
          AND n.kind = p.kind AND n.id > p.id OFFSET 0)
        AND NOT EXISTS (SELECT FROM write_backs b
          WHERE b.workspace_id = p.workspace_id AND b.recommendation_id = p.id OFFSET 0)))
    RETURNING 1
  )
  SELECT count(*)::int, (SELECT count(*)::int FROM dropped), max(updated_at),
    (array_agg(id ORDER BY updated_at DESC, id DESC))[1]
  FROM part
$$;

CREATE OR REPLACE FUNCTION forget_page_checks(checked_before timestamptz, after_at timestamptz, after_id text, most int)
RETURNS TABLE (looked int, forgotten int, last_at timestamptz, last_id text)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  WITH part AS MATERIALIZED (
    SELECT c.ctid AS place, c.workspace_id, c.id, c.offer_id, c.item_id, c.observation_id, c.at FROM page_checks c
    WHERE c.at < checked_before AND (c.at, c.id) > (after_at, after_id)
    ORDER BY c.at, c.id LIMIT most
    FOR UPDATE SKIP LOCKED
  ), dropped AS (
    DELETE FROM page_checks c WHERE c.ctid = ANY (ARRAY(
      SELECT p.place FROM part p
      WHERE NOT EXISTS (SELECT FROM offers o WHERE o.workspace_id = p.workspace_id AND o.id = p.offer_id
          AND p.id IN (o.check_id, o.last_check_id, o.answer_check_id) OFFSET 0)
        AND NOT EXISTS (SELECT FROM current_offers e WHERE e.workspace_id = p.workspace_id
          AND e.item_id = p.item_id AND e.id = p.observation_id OFFSET 0)
        AND NOT EXISTS (SELECT FROM observations b WHERE b.workspace_id = p.workspace_id
          AND b.id = p.observation_id AND b.wrong_at IS NOT NULL OFFSET 0)))
    RETURNING 1
  )
  SELECT count(*)::int, (SELECT count(*)::int FROM dropped), max(at),
    (array_agg(id ORDER BY at DESC, id DESC))[1]
  FROM part
$$;

-- What open recommendations rest on is read once for each workspace that has results over age, not once for each run.
CREATE OR REPLACE FUNCTION forget_results(ended_before timestamptz, at timestamptz, most int)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  old record;
  runs_dropped bigint := 0;
BEGIN
  FOR old IN
    WITH needed AS MATERIALIZED (
      SELECT DISTINCT w.workspace_id, rests.run_id
      FROM (SELECT DISTINCT r.workspace_id FROM runs r
            WHERE r.finished_at < ended_before AND r.results_forgotten_at IS NULL) w
      CROSS JOIN LATERAL (
        SELECT o.run_id, o.last_run_id FROM recommendations o
        WHERE o.workspace_id = w.workspace_id
          AND o.status IN ('held', 'new', 'accepted', 'pending_approval', 'approved') OFFSET 0) o
      CROSS JOIN LATERAL (VALUES (o.run_id), (o.last_run_id)) AS rests (run_id)
    )
    SELECT r.workspace_id, r.id FROM runs r
    WHERE r.finished_at < ended_before AND r.results_forgotten_at IS NULL
      AND (r.workspace_id, r.id) NOT IN (SELECT n.workspace_id, n.run_id FROM needed n)
    ORDER BY r.finished_at LIMIT most
    FOR UPDATE OF r SKIP LOCKED
  LOOP
    DELETE FROM run_results d WHERE d.workspace_id = old.workspace_id AND d.run_id = old.id;
    UPDATE runs r SET results_forgotten_at = at WHERE r.workspace_id = old.workspace_id AND r.id = old.id;
    runs_dropped := runs_dropped + 1;
  END LOOP;
  RETURN runs_dropped;
END
$$;
