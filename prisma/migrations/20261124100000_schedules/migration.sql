-- The shop's time zone: schedules begin by its clock.
ALTER TABLE "workspaces" ADD COLUMN "time_zone" TEXT NOT NULL DEFAULT 'UTC';
-- That of the browser that a newcomer signed up with; null for every other request.
ALTER TABLE "mail_requests" ADD COLUMN "time_zone" TEXT;

-- When the routine of a workspace begins, and what it does then.
CREATE TABLE "schedules" (
  "workspace_id" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "enabled" BOOLEAN NOT NULL DEFAULT true,
  "days" TEXT[],
  "times" TEXT[],
  "quiet_from" TEXT,
  "quiet_to" TEXT,
  "subset_tags" TEXT[],
  "steps" TEXT[],
  "handled_until" TIMESTAMPTZ(3) NOT NULL,
  "looked_at" TIMESTAMPTZ(3) NOT NULL,
  "wake_at" TIMESTAMPTZ(3),
  "failing_since" TIMESTAMPTZ(3),
  "failing_reason" TEXT,
  "created_by" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "schedules_pkey" PRIMARY KEY ("workspace_id", "id")
);
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_workspace_id_fkey"
    FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CHECK (cardinality(days) BETWEEN 1 AND 7),
  ADD CHECK (cardinality(times) BETWEEN 1 AND 24),
  ADD CHECK (steps <@ ARRAY['sync', 'page_checks', 'run'] AND cardinality(steps) > 0),
  ADD CHECK ((quiet_from IS NULL) = (quiet_to IS NULL)),
  ADD CHECK ((failing_since IS NULL) = (failing_reason IS NULL));
CREATE INDEX "schedules_wake_at_idx" ON "schedules"("wake_at");
CREATE INDEX "schedules_looked_at_idx" ON "schedules"("looked_at");

GRANT SELECT, INSERT, UPDATE, DELETE ON schedules TO pricecheck_app;
ALTER TABLE schedules ENABLE ROW LEVEL SECURITY;
ALTER TABLE schedules FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON schedules TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY owner_functions ON schedules TO CURRENT_USER USING (true) WITH CHECK (true);

-- One slot of a schedule that was begun, or left out. The slot is unique: it is how a worker claims it.
CREATE TABLE "schedule_occurrences" (
  "workspace_id" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "schedule_id" TEXT NOT NULL,
  "slot_at" TIMESTAMPTZ(3) NOT NULL,
  "status" TEXT NOT NULL,
  "step" TEXT,
  "step_since" TIMESTAMPTZ(3),
  "look_at" TIMESTAMPTZ(3) NOT NULL,
  "missed" INTEGER NOT NULL,
  "caught_up" BOOLEAN NOT NULL,
  "reason" TEXT,
  "pages_requested" INTEGER,
  "pages_answered" INTEGER,
  "run_id" TEXT,
  "begun_at" TIMESTAMPTZ(3) NOT NULL,
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "schedule_occurrences_pkey" PRIMARY KEY ("workspace_id", "id")
);
ALTER TABLE "schedule_occurrences" ADD CONSTRAINT "schedule_occurrences_workspace_id_schedule_id_fkey"
    FOREIGN KEY ("workspace_id", "schedule_id") REFERENCES "schedules"("workspace_id", "id")
    ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CHECK (status IN ('running', 'succeeded', 'skipped', 'failed')),
  ADD CHECK ((status = 'running') = (finished_at IS NULL)),
  ADD CHECK ((status = 'running') = (step IS NOT NULL)),
  ADD CHECK ((status IN ('skipped', 'failed')) = (reason IS NOT NULL));
CREATE UNIQUE INDEX "schedule_occurrences_workspace_id_schedule_id_slot_at_key"
  ON "schedule_occurrences"("workspace_id", "schedule_id", "slot_at" DESC);
CREATE UNIQUE INDEX schedule_occurrences_one_running ON schedule_occurrences (workspace_id, schedule_id)
  WHERE status = 'running';

GRANT SELECT, INSERT, UPDATE, DELETE ON schedule_occurrences TO pricecheck_app;
ALTER TABLE schedule_occurrences ENABLE ROW LEVEL SECURITY;
ALTER TABLE schedule_occurrences FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON schedule_occurrences TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY owner_functions ON schedule_occurrences TO CURRENT_USER USING (true) WITH CHECK (true);

-- A schedule whose last look lies ahead was looked at by a clock that has been moved back since: it is looked at anew.
CREATE FUNCTION due_schedules(at timestamptz, after_id text, most int)
RETURNS TABLE (workspace_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.workspace_id, s.id FROM schedules s
  JOIN workspaces w ON w.id = s.workspace_id AND w.lifecycle NOT IN ('suspended', 'deleting')
  WHERE s.id > after_id AND (s.wake_at <= at OR (s.wake_at IS NOT NULL AND s.looked_at > at + interval '1 hour'))
  ORDER BY s.id LIMIT most
$$;
REVOKE EXECUTE ON FUNCTION due_schedules(timestamptz, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_schedules(timestamptz, text, int) TO pricecheck_app;

-- Which inputs a run found fresh: the last sync when it began, since when that counts as made for it, and the page checks
-- that were asked for and made before it.
ALTER TABLE "runs" ADD COLUMN "fresh_since" TIMESTAMPTZ(3),
  ADD COLUMN "store_synced_at" TIMESTAMPTZ(3),
  ADD COLUMN "pages_requested" INTEGER,
  ADD COLUMN "pages_answered" INTEGER;

-- Page checks that a run or a schedule waits for.
CREATE INDEX offers_asked_by_run ON offers (workspace_id) WHERE asked_by = 'run';
-- Whether the cost of any item was confirmed since a run.
CREATE INDEX "catalog_items_workspace_id_cost_updated_at_idx" ON "catalog_items"("workspace_id", "cost_updated_at");
