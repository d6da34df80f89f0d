-- Series that no run uses any more were forgotten one by one, each by a look at every open recommendation and alert, and
-- that waited for rows which a publication held, while it held others that the publication needed.

-- Takes up to `most` rows out of the next hundred such series of one workspace; they take with them what their series
-- told. Then it forgets those of the series that no row names any more. It waits for nobody: a series whose run is being
-- published, and one with a row that somebody holds, stay until a later round. `after_id` is the workspace and the number
-- of the last series that was looked at, and the same again while there are more of its rows. A look at series counts as
-- a whole page, so that the next one is asked for.
CREATE OR REPLACE FUNCTION forget_run_series(used_before timestamptz, after_at timestamptz, after_id text, most int)
RETURNS TABLE (looked int, forgotten int, last_at timestamptz, last_id text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  after_workspace text := split_part(after_id, ' ', 1);
  after_no int := COALESCE(NULLIF(split_part(after_id, ' ', 2), ''), '0')::int;
  of_workspace text;
  idle text[];
  last_no int;
  named text[];
  changed int;
  left_by int;
BEGIN
  last_at := after_at;
  last_id := after_id;
  looked := 0;
  forgotten := 0;
  SELECT s.workspace_id INTO of_workspace FROM run_series s
  WHERE (s.workspace_id, s.no) > (after_workspace, after_no) AND s.at < used_before AND s.tags <> '{}'
  ORDER BY s.workspace_id, s.no LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN NEXT;
    RETURN;
  END IF;
  looked := most;
  WITH taken AS MATERIALIZED (
    SELECT s.no FROM run_series s
    WHERE s.workspace_id = of_workspace AND (s.workspace_id, s.no) > (after_workspace, after_no)
      AND s.at < used_before AND s.tags <> '{}'
    ORDER BY s.no LIMIT 100 FOR UPDATE SKIP LOCKED)
  SELECT array_agg(t.no::text), max(t.no) INTO idle, last_no FROM taken t;

  WITH seen AS MATERIALIZED (
    SELECT r.id FROM recommendations r
    WHERE r.workspace_id = of_workspace AND r.status IN ('held', 'new', 'accepted', 'pending_approval')
      AND r.seen_in ?| idle LIMIT most FOR NO KEY UPDATE SKIP LOCKED)
  UPDATE recommendations r SET seen_in = '{}' FROM seen WHERE r.workspace_id = of_workspace AND r.id = seen.id;
  GET DIAGNOSTICS left_by = ROW_COUNT;
  WITH seen AS MATERIALIZED (
    SELECT a.id FROM alerts a
    WHERE a.workspace_id = of_workspace AND NOT a.cleared AND a.status <> 'resolved'
      AND a.seen_in ?| idle LIMIT most - left_by FOR NO KEY UPDATE SKIP LOCKED)
  UPDATE alerts a SET seen_in = '{}' FROM seen WHERE a.workspace_id = of_workspace AND a.id = seen.id;
  GET DIAGNOSTICS changed = ROW_COUNT;
  IF left_by + changed < most THEN
    -- What is left are rows that somebody holds.
    SELECT COALESCE(array_agg(DISTINCT k.no), '{}') INTO named FROM (
      SELECT r.seen_in FROM recommendations r
      WHERE r.workspace_id = of_workspace AND r.status IN ('held', 'new', 'accepted', 'pending_approval')
        AND r.seen_in ?| idle
      UNION ALL
      SELECT a.seen_in FROM alerts a
      WHERE a.workspace_id = of_workspace AND NOT a.cleared AND a.status <> 'resolved' AND a.seen_in ?| idle) t
    CROSS JOIN LATERAL jsonb_object_keys(t.seen_in) k (no);
    DELETE FROM run_series s
    WHERE s.workspace_id = of_workspace AND s.no = ANY (idle::int[]) AND s.no <> ALL (named::int[]);
    GET DIAGNOSTICS forgotten = ROW_COUNT;
    last_id := of_workspace || ' ' || last_no;
  END IF;
  RETURN NEXT;
END
$$;
