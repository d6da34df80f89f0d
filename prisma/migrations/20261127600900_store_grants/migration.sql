-- A key that a store was asked for and a person has not connected it by yet. The state is known to the person's browser
-- and the store alone; it and the key count once, and only for a few minutes.
CREATE TABLE "store_grants" (
  "workspace_id" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "user_id" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "url" TEXT NOT NULL,
  "state_hash" BYTEA NOT NULL,
  "credentials" BYTEA,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "received_at" TIMESTAMPTZ(3),
  CONSTRAINT "store_grants_pkey" PRIMARY KEY ("workspace_id", "id"),
  CHECK ((credentials IS NULL) = (received_at IS NULL))
);
ALTER TABLE "store_grants" ADD CONSTRAINT "store_grants_workspace_id_fkey"
  FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

GRANT SELECT, INSERT, UPDATE, DELETE ON store_grants TO pricecheck_app;
ALTER TABLE store_grants ENABLE ROW LEVEL SECURITY;
ALTER TABLE store_grants FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON store_grants TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY owner_functions ON store_grants TO CURRENT_USER USING (true) WITH CHECK (true);

-- Abandoned keys of all workspaces are deleted with the other expired secrets.
CREATE FUNCTION purge_store_grants(at timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM store_grants WHERE expires_at <= at
$$;
REVOKE EXECUTE ON FUNCTION purge_store_grants(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION purge_store_grants(timestamptz) TO pricecheck_app;
