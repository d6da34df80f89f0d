-- A connected store that notifies the service of changes. A hint leads to a sync and is never a value. `changed` and
-- `deleted` are what arrived and no sync has begun for; `deliveries` are the ids of the latest messages, newest first.
CREATE TABLE "store_hints" (
  "workspace_id" TEXT NOT NULL,
  "integration_id" TEXT NOT NULL,
  "secret" BYTEA NOT NULL,
  "state" TEXT NOT NULL DEFAULT 'new',
  "problem" TEXT,
  "looked_at" TIMESTAMPTZ(3),
  "renewed_at" TIMESTAMPTZ(3),
  "received_at" TIMESTAMPTZ(3),
  "due_at" TIMESTAMPTZ(3) NOT NULL,
  "changed" BOOLEAN NOT NULL DEFAULT false,
  "deleted" BOOLEAN NOT NULL DEFAULT false,
  "deliveries" TEXT[] NOT NULL DEFAULT '{}',
  CONSTRAINT "store_hints_pkey" PRIMARY KEY ("workspace_id", "integration_id"),
  CHECK (state IN ('new', 'active', 'failing'))
);
CREATE INDEX store_hints_due ON store_hints (integration_id, due_at);

ALTER TABLE "store_hints" ADD CONSTRAINT "store_hints_workspace_id_integration_id_fkey"
  FOREIGN KEY ("workspace_id", "integration_id") REFERENCES "integrations"("workspace_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE;

GRANT SELECT, INSERT, UPDATE, DELETE ON store_hints TO pricecheck_app;
ALTER TABLE store_hints ENABLE ROW LEVEL SECURITY;
ALTER TABLE store_hints FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON store_hints TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY owner_functions ON store_hints TO CURRENT_USER USING (true) WITH CHECK (true);

-- The stores of all workspaces whose notification has to be looked at, as keys only.
CREATE FUNCTION due_store_hints(at timestamptz, after_id text, most int)
RETURNS TABLE (workspace_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT h.workspace_id, h.integration_id FROM store_hints h
  WHERE h.integration_id > after_id AND h.due_at <= at
  ORDER BY h.integration_id LIMIT most
$$;
REVOKE EXECUTE ON FUNCTION due_store_hints(timestamptz, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_store_hints(timestamptz, text, int) TO pricecheck_app;
