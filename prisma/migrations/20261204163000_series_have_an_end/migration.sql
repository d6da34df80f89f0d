-- Runs over ever new sets of tags made ever new series, and a row named every series that had seen it. Now a row names
-- eight, and a series that no run uses any more is forgotten.

CREATE INDEX "run_series_at_idx" ON "run_series"("at");

-- What a row that is written has of its other series: the seven that a run used last, with what they count by now. One
-- that falls out has told what it knew, because the row is written with it.
CREATE OR REPLACE FUNCTION seen_anew(of_workspace text, seen_in jsonb) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT COALESCE(jsonb_object_agg(latest.no, latest.runs), '{}') FROM (
    SELECT s.no, s.runs FROM jsonb_object_keys($2) e (no) CROSS JOIN LATERAL (
      SELECT * FROM public.run_series x WHERE x.workspace_id = $1 AND x.no = e.no::int OFFSET 0) s
    ORDER BY s.published DESC LIMIT 7) latest
$$;

-- Forgets the series over tags that no run has used since a time, one in a transaction, or takes up to `most` rows out
-- of it: they take with them what their series told. A series counts as a whole page, so that the next one is asked for.
CREATE FUNCTION forget_run_series(used_before timestamptz, after_at timestamptz, after_id text, most int)
RETURNS TABLE (looked int, forgotten int, last_at timestamptz, last_id text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  idle record;
  changed int;
  left_by int;
BEGIN
  last_at := after_at;
  last_id := after_id;
  looked := 0;
  forgotten := 0;
  SELECT s.workspace_id, s.no INTO idle FROM run_series s WHERE s.at < used_before AND s.tags <> '{}'
  ORDER BY s.at LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF FOUND THEN
    looked := most;
    WITH seen AS MATERIALIZED (
      SELECT r.id FROM recommendations r
      WHERE r.workspace_id = idle.workspace_id AND r.status IN ('held', 'new', 'accepted', 'pending_approval')
        AND r.seen_in ? idle.no::text ORDER BY r.id LIMIT most FOR UPDATE)
    UPDATE recommendations r SET seen_in = '{}' FROM seen
    WHERE r.workspace_id = idle.workspace_id AND r.id = seen.id;
    GET DIAGNOSTICS left_by = ROW_COUNT;
    WITH seen AS MATERIALIZED (
      SELECT a.id FROM alerts a
      WHERE a.workspace_id = idle.workspace_id AND NOT a.cleared AND a.status <> 'resolved'
        AND a.seen_in ? idle.no::text ORDER BY a.id LIMIT most - left_by FOR UPDATE)
    UPDATE alerts a SET seen_in = '{}' FROM seen WHERE a.workspace_id = idle.workspace_id AND a.id = seen.id;
    GET DIAGNOSTICS changed = ROW_COUNT;
    left_by := left_by + changed;
    IF left_by < most THEN
      DELETE FROM run_series s WHERE s.workspace_id = idle.workspace_id AND s.no = idle.no;
      forgotten := 1;
    END IF;
  END IF;
  RETURN NEXT;
END
$$;
REVOKE EXECUTE ON FUNCTION forget_run_series(timestamptz, timestamptz, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_run_series(timestamptz, timestamptz, text, int) TO pricecheck_app;
