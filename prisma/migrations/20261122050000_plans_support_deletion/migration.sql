-- Plan requests, support access, and the deletion of accounts and workspaces.
ALTER TABLE "workspaces" ADD COLUMN "lifecycle_before" TEXT,
  ADD COLUMN "deletion_by" TEXT,
  ADD COLUMN "deletion_at" TIMESTAMPTZ(3);

CREATE TABLE "account_deletions" (
    "user_id" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "effective_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_deletions_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "plan_requests" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "note" TEXT,
    "status" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),
    "answered_plan" TEXT,

    CONSTRAINT "plan_requests_pkey" PRIMARY KEY ("workspace_id","id")
);

CREATE TABLE "staff" (
    "user_id" TEXT NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "staff_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "support_requests" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "staff_id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "code_hash" BYTEA,
    "code_expires_at" TIMESTAMPTZ(3),
    "code_failures" INTEGER NOT NULL DEFAULT 0,
    "consented_by" TEXT,
    "started_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" TEXT,
    "ended_by" TEXT,

    CONSTRAINT "support_requests_pkey" PRIMARY KEY ("workspace_id","id")
);

CREATE INDEX "support_requests_staff_id_idx" ON "support_requests"("staff_id");

CREATE INDEX "account_deletions_effective_at_idx" ON "account_deletions"("effective_at");

ALTER TABLE "account_deletions" ADD CONSTRAINT "account_deletions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "plan_requests" ADD CONSTRAINT "plan_requests_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "staff" ADD CONSTRAINT "staff_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "support_requests" ADD CONSTRAINT "support_requests_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a state may hold.
ALTER TABLE workspaces
  ADD CHECK (deletion_at IS NULL OR lifecycle = 'deleting');
ALTER TABLE plan_requests ADD CHECK (status IN ('pending', 'granted', 'declined', 'withdrawn'));
ALTER TABLE support_requests
  ADD CHECK (status IN ('waiting', 'open', 'ended')),
  ADD CHECK ((status = 'ended') = (ended_at IS NOT NULL)),
  ADD CHECK (status <> 'open' OR (started_at IS NOT NULL AND expires_at <= started_at + interval '60 minutes'
    AND consented_by IS NOT NULL AND code_hash IS NULL)),
  ADD CHECK (code_hash IS NULL OR (code_expires_at IS NOT NULL AND consented_by IS NOT NULL));
CREATE UNIQUE INDEX plan_requests_one_pending ON plan_requests (workspace_id) WHERE status = 'pending';
CREATE UNIQUE INDEX support_requests_one_open ON support_requests (workspace_id) WHERE status = 'open';
CREATE INDEX workspaces_to_delete ON workspaces (deletion_at) WHERE deletion_at IS NOT NULL;

GRANT SELECT, INSERT, UPDATE ON plan_requests, support_requests TO pricecheck_app;
GRANT SELECT, INSERT, DELETE ON staff TO pricecheck_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON account_deletions TO pricecheck_app;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['plan_requests', 'support_requests'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I TO pricecheck_app USING (workspace_id = current_setting(''app.workspace_id'', true)) WITH CHECK (workspace_id = current_setting(''app.workspace_id'', true))', t);
    EXECUTE format('CREATE POLICY owner_functions ON %I TO CURRENT_USER USING (true) WITH CHECK (true)', t);
  END LOOP;
END $$;
ALTER TABLE account_deletions ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_deletions FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON account_deletions TO pricecheck_app
  USING (user_id = current_setting('app.user_id', true)) WITH CHECK (user_id = current_setting('app.user_id', true));
CREATE POLICY owner_functions ON account_deletions TO CURRENT_USER USING (true) WITH CHECK (true);

-- The support session that one of the staff has open in a workspace at that moment: the request was consented to by
-- somebody who owns the workspace still, and the person belongs to the staff still.
CREATE FUNCTION credential_support(of_user text, of_workspace text, at timestamptz)
RETURNS TABLE (session_id text, expires_at timestamptz, plan text, lifecycle text, name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.id, r.expires_at, w.plan, w.lifecycle, w.name
  FROM support_requests r
  JOIN workspaces w ON w.id = r.workspace_id
  JOIN staff s ON s.user_id = r.staff_id
  JOIN users u ON u.id = r.staff_id AND u.deleted_at IS NULL
  JOIN memberships m ON m.workspace_id = r.workspace_id AND m.user_id = r.consented_by AND m.role = 'owner'
  WHERE r.staff_id = of_user AND r.workspace_id = of_workspace AND r.status = 'open'
    AND r.started_at <= at AND r.expires_at > at
$$;

-- What one of the staff has asked for, in whichever workspaces, newest first; never a code.
CREATE FUNCTION support_of_staff(of_user text, most int)
RETURNS TABLE (workspace_id text, workspace_name text, id text, reason text, status text, created_at timestamptz,
  code_expires_at timestamptz, started_at timestamptz, expires_at timestamptz, ended_at timestamptz, end_reason text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.workspace_id, w.name, r.id, r.reason, r.status, r.created_at,
    CASE WHEN r.code_hash IS NULL THEN NULL ELSE r.code_expires_at END, r.started_at, r.expires_at, r.ended_at,
    r.end_reason
  FROM support_requests r JOIN workspaces w ON w.id = r.workspace_id JOIN staff s ON s.user_id = r.staff_id
  WHERE r.staff_id = of_user ORDER BY r.id DESC LIMIT most
$$;

-- Whether there is a workspace of that id, for staff who ask for it.
CREATE FUNCTION workspace_exists(of_workspace text)
RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM workspaces w WHERE w.id = of_workspace)
$$;

-- Workspaces that a person owns alone although others belong to them: what keeps an account from being deleted.
CREATE FUNCTION sole_ownerships(of_user text)
RETURNS TABLE (workspace_id text, name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.id, w.name FROM memberships m JOIN workspaces w ON w.id = m.workspace_id
  WHERE m.user_id = of_user AND m.role = 'owner'
    AND EXISTS (SELECT FROM memberships o WHERE o.workspace_id = m.workspace_id AND o.user_id <> of_user)
    AND NOT EXISTS (SELECT FROM memberships o
                    WHERE o.workspace_id = m.workspace_id AND o.user_id <> of_user AND o.role = 'owner')
  ORDER BY w.id
$$;

-- People whose request to be deleted says blocked where it no longer is, or pending where it has become blocked.
CREATE FUNCTION unsettled_deletions(most int)
RETURNS TABLE (user_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT d.user_id FROM account_deletions d
  WHERE (d.effective_at IS NULL) <> EXISTS (SELECT FROM sole_ownerships(d.user_id))
  ORDER BY d.user_id LIMIT most
$$;

CREATE FUNCTION due_account_deletions(at timestamptz, most int)
RETURNS TABLE (user_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT d.user_id FROM account_deletions d WHERE d.effective_at <= at ORDER BY d.effective_at, d.user_id LIMIT most
$$;

CREATE FUNCTION due_workspace_deletions(at timestamptz, most int)
RETURNS TABLE (workspace_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.id FROM workspaces w WHERE w.lifecycle = 'deleting' AND w.deletion_at <= at
  ORDER BY w.deletion_at, w.id LIMIT most
$$;

-- Plans that owners asked for and nobody has answered yet, oldest first, for the operator.
CREATE FUNCTION open_plan_requests(most int)
RETURNS TABLE (workspace_id text, workspace_name text, current_plan text, id text, plan text, note text,
  requested_by text, created_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p.workspace_id, w.name, w.plan, p.id, p.plan, p.note, p.requested_by, p.created_at
  FROM plan_requests p JOIN workspaces w ON w.id = p.workspace_id
  WHERE p.status = 'pending' ORDER BY p.id LIMIT most
$$;

-- Deletes a workspace whose time has come, with everything that belongs to it in whichever table: those that refer to
-- others go first, found by trying. The audit log is append-only for everyone and stays, under ids alone.
CREATE FUNCTION purge_workspace(of_workspace text, at timestamptz)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  waiting text[];
  held text[];
  t text;
BEGIN
  PERFORM FROM workspaces w
  WHERE w.id = of_workspace AND w.lifecycle = 'deleting' AND w.deletion_at <= at FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT array_agg(c.relname ORDER BY c.relname) INTO waiting
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
    AND c.relname <> 'audit_events';
  WHILE cardinality(waiting) > 0 LOOP
    held := '{}';
    FOREACH t IN ARRAY waiting LOOP
      BEGIN
        EXECUTE format('DELETE FROM %I WHERE workspace_id = $1', t) USING of_workspace;
      EXCEPTION WHEN foreign_key_violation THEN held := held || t;
      END;
    END LOOP;
    IF cardinality(held) = cardinality(waiting) THEN
      RAISE EXCEPTION 'rows of % refer to each other', held;
    END IF;
    waiting := held;
  END LOOP;
  DELETE FROM workspaces w WHERE w.id = of_workspace;
  RETURN true;
END $$;

REVOKE EXECUTE ON FUNCTION credential_support(text, text, timestamptz), support_of_staff(text, int),
  workspace_exists(text), sole_ownerships(text), unsettled_deletions(int), due_account_deletions(timestamptz, int),
  due_workspace_deletions(timestamptz, int), open_plan_requests(int), purge_workspace(text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION credential_support(text, text, timestamptz), support_of_staff(text, int),
  workspace_exists(text), sole_ownerships(text), unsettled_deletions(int), due_account_deletions(timestamptz, int),
  due_workspace_deletions(timestamptz, int), open_plan_requests(int), purge_workspace(text, timestamptz)
  TO pricecheck_app;
