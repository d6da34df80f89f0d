-- Observations are partitioned by the year they were made in; what lies outside goes to the default partition.
DO $$
BEGIN
  FOR y IN 2015..2040 LOOP
    EXECUTE format(
      'CREATE TABLE observations_%s PARTITION OF observations FOR VALUES FROM (%L) TO (%L)',
      y, make_date(y, 1, 1), make_date(y + 1, 1, 1));
  END LOOP;
END $$;
CREATE TABLE observations_other PARTITION OF observations DEFAULT;

-- State rules that no code path can break.
CREATE UNIQUE INDEX recommendations_one_open ON recommendations (workspace_id, item_id, kind)
  WHERE status IN ('held', 'new', 'accepted', 'pending_approval', 'approved');
CREATE UNIQUE INDEX write_backs_one_per_recommendation ON write_backs (workspace_id, recommendation_id)
  WHERE revert_of IS NULL;
CREATE UNIQUE INDEX write_backs_one_revert ON write_backs (workspace_id, revert_of)
  WHERE revert_of IS NOT NULL AND status NOT IN ('conflict', 'failed');
CREATE UNIQUE INDEX write_backs_one_open_per_item ON write_backs (workspace_id, item_id)
  WHERE status IN ('queued', 'sending', 'unknown');
CREATE UNIQUE INDEX alerts_one_per_item_and_kind ON alerts (workspace_id, (COALESCE(item_id, '')), kind)
  WHERE NOT cleared;
CREATE UNIQUE INDEX runs_one_running ON runs (workspace_id) WHERE status = 'running';
CREATE UNIQUE INDEX integrations_one_connected ON integrations (workspace_id) WHERE status <> 'disconnected';
CREATE INDEX runs_unfinished ON runs (status) WHERE status IN ('queued', 'running');
CREATE INDEX write_backs_unfinished ON write_backs (status) WHERE status IN ('queued', 'sending', 'unknown');

ALTER TABLE workspaces ADD CHECK (plan IN ('free', 'pro', 'max', 'enterprise')),
  ADD CHECK (lifecycle IN ('trial', 'active', 'past_due', 'suspended', 'deleting'));
ALTER TABLE memberships ADD CHECK (role IN ('viewer', 'analyst', 'approver', 'admin', 'owner'));
ALTER TABLE catalog_items
  ADD CHECK (price >= 0), ADD CHECK (cost >= 0), ADD CHECK (compare_at_price >= 0),
  ADD CHECK (map_price >= 0), ADD CHECK (min_price >= 0), ADD CHECK (max_price >= 0);
ALTER TABLE observations ADD CHECK (price > 0);
ALTER TABLE current_offers ADD CHECK (price > 0);
ALTER TABLE runs ADD CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'canceled')),
  ADD CHECK (trigger IN ('manual', 'schedule', 'api', 'mcp'));
ALTER TABLE recommendations
  ADD CHECK (kind IN ('price_change', 'cost_review', 'market_review')),
  ADD CHECK (status IN ('held', 'new', 'accepted', 'pending_approval', 'approved', 'applied', 'failed',
                        'rejected', 'dismissed', 'resolved', 'superseded')),
  ADD CHECK (kind <> 'price_change' OR (recommended_price > 0 AND current_price > 0 AND cost IS NOT NULL));
ALTER TABLE alerts ADD CHECK (status IN ('open', 'snoozed', 'resolved')),
  ADD CHECK (severity IN ('info', 'warning', 'critical'));
ALTER TABLE write_backs
  ADD CHECK (status IN ('queued', 'sending', 'unknown', 'applied', 'conflict', 'failed')),
  ADD CHECK (target_price > 0), ADD CHECK (expected_price > 0);

-- The service's own role: owns nothing, cannot bypass row-level security. Its password is set at start.
DO $$
BEGIN
  CREATE ROLE pricecheck_app NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
GRANT USAGE ON SCHEMA public TO pricecheck_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON
  users, email_challenges, workspaces, memberships, api_tokens, idempotency_keys, mails, policy_versions,
  integrations, catalog_items, item_changes, observations, current_offers, runs, run_results, recommendations,
  alerts, write_backs, rate_windows TO pricecheck_app;
GRANT SELECT, INSERT ON audit_events TO pricecheck_app;

-- Forced on every workspace table. The owner keeps a policy of its own for the functions below, which answer for
-- one credential, or name unfinished work; the service never connects as the owner.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['api_tokens', 'idempotency_keys', 'audit_events', 'policy_versions', 'integrations',
    'catalog_items', 'item_changes', 'observations', 'current_offers', 'runs', 'run_results', 'recommendations',
    'alerts', 'write_backs'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I TO pricecheck_app USING (workspace_id = current_setting(''app.workspace_id'', true)) WITH CHECK (workspace_id = current_setting(''app.workspace_id'', true))', t);
    EXECUTE format('CREATE POLICY owner_functions ON %I TO CURRENT_USER USING (true) WITH CHECK (true)', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['workspaces', 'memberships', 'mails'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY owner_functions ON %I TO CURRENT_USER USING (true) WITH CHECK (true)', t);
  END LOOP;
END $$;
CREATE POLICY tenant ON memberships TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true) OR user_id = current_setting('app.user_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY tenant ON workspaces TO pricecheck_app
  USING (id = current_setting('app.workspace_id', true)
    OR EXISTS (SELECT 1 FROM memberships m
               WHERE m.workspace_id = workspaces.id AND m.user_id = current_setting('app.user_id', true)))
  WITH CHECK (id = current_setting('app.workspace_id', true));
-- A mail of no workspace (confirm your address) may be written by anyone and read back by nobody but its user.
CREATE POLICY tenant_read ON mails FOR SELECT TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true) OR user_id = current_setting('app.user_id', true));
CREATE POLICY tenant_write ON mails FOR INSERT TO pricecheck_app
  WITH CHECK (workspace_id IS NULL OR workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY tenant_sent ON mails FOR UPDATE TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true) OR user_id = current_setting('app.user_id', true));

-- The audit log is append-only for everyone, the owner included.
CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();

-- What a credential stands for, read anew on every request.
CREATE FUNCTION credential_token(token_hash bytea)
RETURNS TABLE (workspace_id text, token_id text, user_id text, scopes text[], expires_at timestamptz,
  revoked_at timestamptz, last_used_at timestamptz, user_deleted boolean, email_confirmed boolean, user_email text,
  role text, plan text, lifecycle text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.workspace_id, t.id, t.user_id, t.scopes, t.expires_at, t.revoked_at, t.last_used_at,
         u.deleted_at IS NOT NULL, u.email_confirmed_at IS NOT NULL, u.email, m.role, w.plan, w.lifecycle
  FROM api_tokens t
  JOIN users u ON u.id = t.user_id
  JOIN workspaces w ON w.id = t.workspace_id
  LEFT JOIN memberships m ON m.workspace_id = t.workspace_id AND m.user_id = t.user_id
  WHERE t.hash = token_hash
$$;

CREATE FUNCTION credential_member(of_user text, of_workspace text)
RETURNS TABLE (workspace_id text, user_id text, session_epoch int, user_deleted boolean, email_confirmed boolean,
  user_email text, role text, plan text, lifecycle text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.id, u.id, u.session_epoch, u.deleted_at IS NOT NULL, u.email_confirmed_at IS NOT NULL, u.email, m.role,
         w.plan, w.lifecycle
  FROM users u
  LEFT JOIN memberships m ON m.user_id = u.id
    AND m.workspace_id = COALESCE(of_workspace, (
      SELECT min(only_one.workspace_id) FROM memberships only_one WHERE only_one.user_id = u.id HAVING count(*) = 1))
  LEFT JOIN workspaces w ON w.id = m.workspace_id
  WHERE u.id = of_user
$$;

-- Unfinished work of all workspaces, named by key only, for the workers: in the order of ids, those after the one
-- given, so that work which stays due does not hide what comes behind it.
CREATE FUNCTION due_runs(at timestamptz, after_id text, most int)
RETURNS TABLE (workspace_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.workspace_id, r.id FROM runs r
  WHERE r.id > after_id
    AND ((r.status = 'running' AND r.lease_until < at)
      OR (r.status = 'queued'
        AND NOT EXISTS (SELECT 1 FROM runs o WHERE o.workspace_id = r.workspace_id AND o.status = 'running')
        AND NOT EXISTS (SELECT 1 FROM runs o WHERE o.workspace_id = r.workspace_id AND o.status = 'queued' AND o.id < r.id)))
  ORDER BY r.id LIMIT most
$$;

-- The workspace of a run, for the command that replays one by its id alone.
CREATE FUNCTION run_workspace(of_run text)
RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.workspace_id FROM runs r WHERE r.id = of_run
$$;

CREATE FUNCTION due_write_backs(at timestamptz, after_id text, most int)
RETURNS TABLE (workspace_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT b.workspace_id, b.id FROM write_backs b
  WHERE b.id > after_id AND b.status IN ('queued', 'sending', 'unknown')
    AND (b.lease_until IS NULL OR b.lease_until < at) AND (b.not_before IS NULL OR b.not_before <= at)
  ORDER BY b.id LIMIT most
$$;

CREATE FUNCTION due_syncs(at timestamptz, after_id text, most int)
RETURNS TABLE (workspace_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT i.workspace_id, i.id FROM integrations i
  WHERE i.id > after_id AND i.status <> 'disconnected'
    AND (i.sync_status = 'queued' OR (i.sync_status = 'running' AND i.sync_lease_until < at))
  ORDER BY i.id LIMIT most
$$;

REVOKE EXECUTE ON FUNCTION credential_token(bytea), credential_member(text, text),
  due_runs(timestamptz, text, int), due_write_backs(timestamptz, text, int), due_syncs(timestamptz, text, int),
  run_workspace(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION credential_token(bytea), credential_member(text, text),
  due_runs(timestamptz, text, int), due_write_backs(timestamptz, text, int), due_syncs(timestamptz, text, int),
  run_workspace(text) TO pricecheck_app;
