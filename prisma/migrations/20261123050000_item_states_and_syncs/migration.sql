-- Items that are archived, or that their store no longer shows; syncs that go on where they stopped; stores that are
-- recognised again.
ALTER TABLE "catalog_items" ADD COLUMN "archived_at" TIMESTAMPTZ(3),
  ADD COLUMN "archived_reason" TEXT,
  ADD COLUMN "store_state" TEXT,
  ADD COLUMN "store_state_at" TIMESTAMPTZ(3);
ALTER TABLE catalog_items ADD CHECK (store_state IN ('missing', 'disabled'));
-- The few items that are in no run.
CREATE INDEX catalog_items_inactive ON catalog_items (workspace_id, id)
  WHERE archived_at IS NOT NULL OR store_state IS NOT NULL;

ALTER TABLE "integrations" ADD COLUMN "channel" TEXT,
  ADD COLUMN "fingerprint" TEXT,
  ADD COLUMN "sync_cursor" TEXT,
  ADD COLUMN "sync_listed" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "sync_tries" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "sync_not_before" TIMESTAMPTZ(3);
CREATE INDEX integrations_fingerprint ON integrations (fingerprint) WHERE status <> 'disconnected';

-- What a sync under way has seen of its store.
CREATE TABLE "sync_variants" (
    "workspace_id" TEXT NOT NULL,
    "integration_id" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "sku" TEXT,

    CONSTRAINT "sync_variants_pkey" PRIMARY KEY ("workspace_id","integration_id","ref")
);
CREATE UNIQUE INDEX "sync_variants_workspace_id_integration_id_sku_key" ON "sync_variants"("workspace_id", "integration_id", "sku");
ALTER TABLE "sync_variants" ADD CONSTRAINT "sync_variants_workspace_id_integration_id_fkey" FOREIGN KEY ("workspace_id", "integration_id") REFERENCES "integrations"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
GRANT SELECT, INSERT, UPDATE, DELETE ON sync_variants TO pricecheck_app;
ALTER TABLE sync_variants ENABLE ROW LEVEL SECURITY;
ALTER TABLE sync_variants FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON sync_variants TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY owner_functions ON sync_variants TO CURRENT_USER USING (true) WITH CHECK (true);

-- A sync that waits until its store may be asked again is not due before.
CREATE OR REPLACE FUNCTION due_syncs(at timestamptz, after_id text, most int)
RETURNS TABLE (workspace_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT i.workspace_id, i.id FROM integrations i
  WHERE i.id > after_id AND i.status <> 'disconnected'
    AND ((i.sync_status = 'queued' AND (i.sync_not_before IS NULL OR i.sync_not_before <= at))
      OR (i.sync_status = 'running' AND i.sync_lease_until < at))
  ORDER BY i.id LIMIT most
$$;

-- Where else in the installation a store is connected: the workspace's name for its members, null for everybody else.
CREATE FUNCTION store_connected_elsewhere(of_fingerprint text, of_workspace text, of_user text)
RETURNS TABLE (workspace_name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN m.user_id IS NULL THEN NULL ELSE w.name END
  FROM integrations i
  JOIN workspaces w ON w.id = i.workspace_id
  LEFT JOIN memberships m ON m.workspace_id = i.workspace_id AND m.user_id = of_user
  WHERE i.fingerprint = of_fingerprint AND i.status <> 'disconnected' AND i.workspace_id <> of_workspace
  ORDER BY 1
  LIMIT 20
$$;
REVOKE EXECUTE ON FUNCTION store_connected_elsewhere(text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION store_connected_elsewhere(text, text, text) TO pricecheck_app;

-- Nobody looks at pages for items that are in no run.
CREATE OR REPLACE FUNCTION due_page_checks(at timestamptz, after_id text, most int)
RETURNS TABLE (workspace_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT first.workspace_id, first.id
  FROM (
    SELECT DISTINCT ON (o.host) o.workspace_id, o.id
    FROM offers o
    JOIN workspaces w ON w.id = o.workspace_id AND w.lifecycle NOT IN ('suspended', 'deleting')
    LEFT JOIN page_hosts h ON h.host = o.host
    WHERE o.status = 'active' AND o.due_at <= at
      AND (h.host IS NULL OR (h.next_at <= at AND (h.lease_until IS NULL OR h.lease_until <= at)))
      AND (o.asked_by = 'person' OR NOT EXISTS (
        SELECT 1 FROM catalog_items c
        WHERE c.workspace_id = o.workspace_id AND c.id = o.item_id
          AND (c.archived_at IS NOT NULL OR c.store_state IS NOT NULL)))
    ORDER BY o.host, (o.asked_by = 'person') DESC, o.due_at, o.id
  ) first
  WHERE first.id > after_id
  ORDER BY first.id LIMIT most
$$;
