-- Addresses that receive a workspace's events. next_number is the number of the next event; due_at is the time of the
-- next delivery attempt, null when no delivery waits.
CREATE TABLE "webhook_endpoints" (
  "workspace_id" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "url" TEXT NOT NULL,
  "description" TEXT,
  "kinds" TEXT[],
  "status" TEXT NOT NULL DEFAULT 'enabled',
  "disabled_reason" TEXT,
  "disabled_at" TIMESTAMPTZ(3),
  "secret" BYTEA NOT NULL,
  "previous_secret" BYTEA,
  "previous_secret_until" TIMESTAMPTZ(3),
  "next_number" BIGINT NOT NULL DEFAULT 1,
  "succeeded_at" TIMESTAMPTZ(3),
  "failing_since" TIMESTAMPTZ(3),
  "due_at" TIMESTAMPTZ(3),
  "fence" INTEGER NOT NULL DEFAULT 0,
  "lease_until" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("workspace_id", "id")
);
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_workspace_id_fkey"
    FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CHECK (status IN ('enabled', 'disabled')),
  ADD CHECK (disabled_reason IN ('by_person', 'gone', 'failing')),
  ADD CHECK ((status = 'disabled') = (disabled_reason IS NOT NULL)),
  ADD CHECK ((status = 'disabled') = (disabled_at IS NOT NULL)),
  ADD CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL));
CREATE INDEX webhook_endpoints_due ON webhook_endpoints (id) WHERE due_at IS NOT NULL;

-- The outbox: each row was written in the transaction of the change it reports. seq orders the events of one subject as
-- they happened. endpoint_id is set for a test event, which goes to that endpoint alone.
CREATE TABLE "webhook_events" (
  "workspace_id" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "seq" BIGSERIAL NOT NULL,
  "kind" TEXT NOT NULL,
  "data" JSONB NOT NULL,
  "endpoint_id" TEXT,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "dispatched_at" TIMESTAMPTZ(3),
  CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("workspace_id", "id")
);
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_workspace_id_fkey"
    FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX webhook_events_waiting ON webhook_events (workspace_id, seq) WHERE dispatched_at IS NULL;
CREATE INDEX webhook_events_due ON webhook_events (id) WHERE dispatched_at IS NULL;
CREATE INDEX "webhook_events_at_id_idx" ON "webhook_events"("at", "id");

-- One event on its way to one endpoint, with the number it has there.
CREATE TABLE "webhook_deliveries" (
  "workspace_id" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "endpoint_id" TEXT NOT NULL,
  "event_id" TEXT NOT NULL,
  "number" BIGINT NOT NULL,
  "kind" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "replays" INTEGER NOT NULL DEFAULT 0,
  "next_attempt_at" TIMESTAMPTZ(3),
  "last_attempt_at" TIMESTAMPTZ(3),
  "response_status" INTEGER,
  "response_body" TEXT,
  "error" TEXT,
  "took_ms" INTEGER,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "ended_at" TIMESTAMPTZ(3),
  CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("workspace_id", "id")
);
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_workspace_id_endpoint_id_fkey"
    FOREIGN KEY ("workspace_id", "endpoint_id") REFERENCES "webhook_endpoints"("workspace_id", "id")
    ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "webhook_deliveries_workspace_id_event_id_fkey"
    FOREIGN KEY ("workspace_id", "event_id") REFERENCES "webhook_events"("workspace_id", "id")
    ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CHECK (status IN ('pending', 'delivered', 'given_up')),
  ADD CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL)),
  ADD CHECK ((status = 'pending') = (ended_at IS NULL)),
  ADD CHECK (number > 0);
CREATE UNIQUE INDEX "webhook_deliveries_workspace_id_endpoint_id_number_key"
  ON "webhook_deliveries"("workspace_id", "endpoint_id", "number");
CREATE UNIQUE INDEX "webhook_deliveries_workspace_id_event_id_endpoint_id_key"
  ON "webhook_deliveries"("workspace_id", "event_id", "endpoint_id");
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (workspace_id, endpoint_id, next_attempt_at)
  WHERE status = 'pending';

GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_endpoints, webhook_events, webhook_deliveries TO pricecheck_app;
GRANT USAGE ON SEQUENCE webhook_events_seq_seq TO pricecheck_app;
ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_endpoints FORCE ROW LEVEL SECURITY;
ALTER TABLE webhook_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_events FORCE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON webhook_endpoints TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY tenant ON webhook_events TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY tenant ON webhook_deliveries TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY owner_functions ON webhook_endpoints TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY owner_functions ON webhook_events TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY owner_functions ON webhook_deliveries TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE FUNCTION due_webhook_events(at timestamptz, after_id text, most int)
RETURNS TABLE (workspace_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT e.workspace_id, e.id FROM webhook_events e
  WHERE e.id > after_id AND e.dispatched_at IS NULL AND e.at <= due_webhook_events.at
  ORDER BY e.id LIMIT most
$$;

CREATE FUNCTION due_webhook_endpoints(at timestamptz, after_id text, most int)
RETURNS TABLE (workspace_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.workspace_id, w.id FROM webhook_endpoints w
  WHERE w.id > after_id AND w.due_at <= at AND (w.lease_until IS NULL OR w.lease_until <= at)
  ORDER BY w.id LIMIT most
$$;

-- Deletes events over age with their deliveries, those that still wait excepted. Reads and locks as the functions for
-- other old rows do.
CREATE FUNCTION forget_webhook_events(happened_before timestamptz, after_at timestamptz, after_id text, most int)
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
        WHERE d.workspace_id = p.workspace_id AND d.event_id = p.id AND d.status = 'pending' OFFSET 0)))
    RETURNING 1
  )
  SELECT count(*)::int, (SELECT count(*)::int FROM dropped), max(at),
    (array_agg(id ORDER BY at DESC, id DESC))[1]
  FROM part
$$;

REVOKE EXECUTE ON FUNCTION due_webhook_events(timestamptz, text, int), due_webhook_endpoints(timestamptz, text, int),
  forget_webhook_events(timestamptz, timestamptz, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_webhook_events(timestamptz, text, int), due_webhook_endpoints(timestamptz, text, int),
  forget_webhook_events(timestamptz, timestamptz, text, int) TO pricecheck_app;
