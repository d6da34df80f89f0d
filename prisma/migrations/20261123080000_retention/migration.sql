-- What nobody decided and what nothing rests on any more is dropped after its time.

CREATE INDEX recommendations_undecided_ended ON recommendations (updated_at, id)
  WHERE status = 'superseded' AND decided_by IS NULL AND NOT accepted;
CREATE INDEX page_checks_at_id_idx ON page_checks (at, id);

-- Both functions look at the next `most` rows after the place given, in the order of age, and drop those of them that
-- nothing rests on. They are walked over indexes whatever the statistics of the tables say: the settings below leave the
-- planner no other way.

-- Superseded recommendations that nobody decided. The newest of its item and kind stays, since a run compares with it,
-- and so does one for which a price was ever written.
CREATE FUNCTION forget_recommendations(ended_before timestamptz, after_at timestamptz, after_id text, most int)
RETURNS TABLE (looked int, forgotten int, last_at timestamptz, last_id text)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  WITH part AS MATERIALIZED (
    SELECT r.workspace_id, r.id, r.item_id, r.kind, r.updated_at FROM recommendations r
    WHERE r.status = 'superseded' AND r.decided_by IS NULL AND NOT r.accepted
      AND r.updated_at < ended_before AND (r.updated_at, r.id) > (after_at, after_id)
    ORDER BY r.updated_at, r.id LIMIT most
    FOR UPDATE SKIP LOCKED
  ), dropped AS (
    DELETE FROM recommendations r USING part p
    WHERE r.workspace_id = p.workspace_id AND r.id = p.id
      AND EXISTS (SELECT FROM recommendations n
        WHERE n.workspace_id = p.workspace_id AND n.item_id = p.item_id AND n.kind = p.kind AND n.id > p.id)
      AND NOT EXISTS (SELECT FROM write_backs b
        WHERE b.workspace_id = p.workspace_id AND b.recommendation_id = p.id)
    RETURNING 1
  )
  SELECT count(*)::int, (SELECT count(*)::int FROM dropped), max(updated_at),
    (array_agg(id ORDER BY updated_at DESC, id DESC))[1]
  FROM part
$$;

-- Checks of competitors' pages. The last one of a page stays, the one its content was read from, the one behind a
-- current offer, and the one behind a price that a person reported as wrong.
CREATE FUNCTION forget_page_checks(checked_before timestamptz, after_at timestamptz, after_id text, most int)
RETURNS TABLE (looked int, forgotten int, last_at timestamptz, last_id text)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  WITH part AS MATERIALIZED (
    SELECT c.workspace_id, c.id, c.offer_id, c.item_id, c.observation_id, c.at FROM page_checks c
    WHERE c.at < checked_before AND (c.at, c.id) > (after_at, after_id)
    ORDER BY c.at, c.id LIMIT most
    FOR UPDATE SKIP LOCKED
  ), dropped AS (
    DELETE FROM page_checks c USING part p
    WHERE c.workspace_id = p.workspace_id AND c.id = p.id
      AND NOT EXISTS (SELECT FROM offers o WHERE o.workspace_id = p.workspace_id AND o.id = p.offer_id
        AND p.id IN (o.check_id, o.last_check_id, o.answer_check_id))
      AND NOT EXISTS (SELECT FROM current_offers e WHERE e.workspace_id = p.workspace_id
        AND e.item_id = p.item_id AND e.id = p.observation_id)
      AND NOT EXISTS (SELECT FROM observations b WHERE b.workspace_id = p.workspace_id
        AND b.id = p.observation_id AND b.wrong_at IS NOT NULL)
    RETURNING 1
  )
  SELECT count(*)::int, (SELECT count(*)::int FROM dropped), max(at),
    (array_agg(id ORDER BY at DESC, id DESC))[1]
  FROM part
$$;

REVOKE EXECUTE ON FUNCTION forget_recommendations(timestamptz, timestamptz, text, int),
  forget_page_checks(timestamptz, timestamptz, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_recommendations(timestamptz, timestamptz, text, int),
  forget_page_checks(timestamptz, timestamptz, text, int) TO pricecheck_app;
