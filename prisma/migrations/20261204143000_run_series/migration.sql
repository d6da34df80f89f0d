-- A run that finds a recommendation or an alert again writes nothing to its row. It counts itself in its series, the runs
-- over the same part of the catalog, and the row names the series that see it with the number of the run that wrote it.

CREATE TABLE "run_series" (
  "workspace_id" TEXT NOT NULL,
  "no" INTEGER NOT NULL,
  "tags" TEXT[] NOT NULL,
  "runs" INTEGER NOT NULL DEFAULT 0,
  "published" BIGINT NOT NULL DEFAULT 0,
  "run_id" TEXT,
  "at" TIMESTAMPTZ(3),
  CONSTRAINT "run_series_pkey" PRIMARY KEY ("workspace_id", "no")
);
ALTER TABLE "run_series" ADD CONSTRAINT "run_series_workspace_id_fkey"
    FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE UNIQUE INDEX "run_series_workspace_id_tags_key" ON "run_series"("workspace_id", "tags");

GRANT SELECT, INSERT, UPDATE, DELETE ON run_series TO pricecheck_app;
ALTER TABLE run_series ENABLE ROW LEVEL SECURITY;
ALTER TABLE run_series FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON run_series TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY owner_functions ON run_series TO CURRENT_USER USING (true) WITH CHECK (true);

-- seen_in: {"number of a series": its runs when the row was written}. basis: a digest of the evidence without its ages.
ALTER TABLE "recommendations" ADD COLUMN "seen_in" JSONB NOT NULL DEFAULT '{}', ADD COLUMN "basis" TEXT;
ALTER TABLE "alerts" ADD COLUMN "seen_in" JSONB NOT NULL DEFAULT '{}';

-- The runs that saw a row since it was written: how many, the last one, and when that was published.
CREATE FUNCTION seen_since(of_workspace text, seen_in jsonb)
RETURNS TABLE (runs int, run_id text, at timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT COALESCE(sum(s.runs - e.value::int), 0)::int, (array_agg(s.run_id ORDER BY s.published DESC))[1], max(s.at)
  FROM jsonb_each_text($2) e CROSS JOIN LATERAL (
    SELECT * FROM public.run_series x WHERE x.workspace_id = $1 AND x.no = e.key::int OFFSET 0) s
  WHERE s.runs > e.value::int
$$;

-- The same series with what they count by now: what a row that is written has.
CREATE FUNCTION seen_anew(of_workspace text, seen_in jsonb) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT COALESCE(jsonb_object_agg(s.no, s.runs), '{}')
  FROM jsonb_object_keys($2) e (no) CROSS JOIN LATERAL (
    SELECT * FROM public.run_series x WHERE x.workspace_id = $1 AND x.no = e.no::int OFFSET 0) s
$$;

-- A row that leaves its series takes with it what they told about it: because a run of theirs did not see it, because it
-- was decided or ended, or because somebody renewed its evidence.
CREATE FUNCTION leave_series_of_recommendation() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  last text;
BEGIN
  SELECT s.run_id INTO last FROM seen_since(OLD.workspace_id, OLD.seen_in) s;
  NEW.seen_in := '{}';
  -- A run of a process of the version before, which knows no series, has written the row whole.
  IF last IS NULL OR NEW.last_run_id <> OLD.last_run_id THEN
    RETURN NEW;
  END IF;
  NEW.last_run_id := last;
  -- Nobody decided about one that a run ends: it keeps the evidence that was written last.
  IF NEW.status NOT IN ('superseded', 'resolved') AND NEW.evidence = OLD.evidence THEN
    NEW.evidence := COALESCE((
      SELECT (x.outcome::json -> 'evidence')::text FROM run_results x
      WHERE x.workspace_id = OLD.workspace_id AND x.run_id = last AND x.item_id = OLD.item_id), OLD.evidence);
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER leave_series BEFORE UPDATE ON recommendations FOR EACH ROW
  WHEN (OLD.seen_in <> '{}' AND (NEW.seen_in = '{}' OR (NEW.seen_in = OLD.seen_in AND (
    NEW.status NOT IN ('held', 'new', 'accepted', 'pending_approval') OR NEW.last_run_id <> OLD.last_run_id
    OR NEW.evidence <> OLD.evidence))))
  EXECUTE FUNCTION leave_series_of_recommendation();

CREATE FUNCTION leave_series_of_alert() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  since record;
BEGIN
  SELECT * INTO since FROM seen_since(OLD.workspace_id, OLD.seen_in);
  NEW.seen_in := '{}';
  NEW.occurrences := NEW.occurrences + since.runs;
  IF NEW.run_id IS NOT DISTINCT FROM OLD.run_id THEN
    NEW.run_id := COALESCE(since.run_id, NEW.run_id);
  END IF;
  NEW.last_seen := GREATEST(NEW.last_seen, since.at);
  NEW.updated_at := GREATEST(NEW.updated_at, since.at);
  RETURN NEW;
END
$$;
CREATE TRIGGER leave_series BEFORE UPDATE ON alerts FOR EACH ROW
  WHEN (OLD.seen_in <> '{}' AND (NEW.seen_in = '{}' OR (NEW.seen_in = OLD.seen_in AND (
    NEW.status = 'resolved' OR NEW.cleared OR NEW.occurrences <> OLD.occurrences))))
  EXECUTE FUNCTION leave_series_of_alert();

-- A series that counts another run changes what its rows show, of which browsers are told as of a change of many.
CREATE FUNCTION notify_seen_again() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_notify('pricecheck_changes', json_build_object(
    'workspace', NEW.workspace_id, 'kind', of.kind, 'ids', NULL)::text)
  FROM (VALUES ('recommendation'), ('alert')) AS of (kind);
  RETURN NULL;
END
$$;
CREATE TRIGGER notify_updated AFTER UPDATE ON run_series FOR EACH ROW EXECUTE FUNCTION notify_seen_again();

-- Results stay while an open recommendation came from their run, or was seen by it last.
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
        SELECT o.run_id, o.last_run_id, o.seen_in FROM recommendations o
        WHERE o.workspace_id = w.workspace_id
          AND o.status IN ('held', 'new', 'accepted', 'pending_approval', 'approved') OFFSET 0) o
      CROSS JOIN LATERAL (VALUES (o.run_id), (COALESCE(
        (SELECT s.run_id FROM seen_since(w.workspace_id, o.seen_in) s), o.last_run_id))) AS rests (run_id)
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
