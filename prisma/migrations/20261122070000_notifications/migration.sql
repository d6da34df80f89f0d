-- What each member wants to be mailed about, what was told already, and which mails may be unsubscribed from.
CREATE TABLE "notification_choices" (
  "workspace_id" TEXT NOT NULL,
  "user_id" TEXT NOT NULL,
  "approvals" BOOLEAN NOT NULL,
  "digest" TEXT NOT NULL,
  "runs" BOOLEAN NOT NULL,
  "write_backs" BOOLEAN NOT NULL,
  "integrations" BOOLEAN NOT NULL,
  "time_zone" TEXT NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "notification_choices_pkey" PRIMARY KEY ("workspace_id", "user_id")
);
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_workspace_id_user_id_fkey"
    FOREIGN KEY ("workspace_id", "user_id") REFERENCES "memberships"("workspace_id", "user_id")
    ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CHECK (digest IN ('off', 'daily', 'weekly'));

-- One row for each thing a person was told; no person stands for the workspace as a whole.
CREATE TABLE "notices" (
  "workspace_id" TEXT NOT NULL,
  "user_id" TEXT NOT NULL,
  "topic" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "notices_pkey" PRIMARY KEY ("workspace_id", "user_id", "topic", "subject")
);
ALTER TABLE "notices" ADD CONSTRAINT "notices_workspace_id_fkey"
  FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "mails" ADD COLUMN "topic" TEXT;

GRANT SELECT, INSERT, UPDATE, DELETE ON notification_choices TO pricecheck_app;
GRANT SELECT, INSERT, DELETE ON notices TO pricecheck_app;
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['notification_choices', 'notices'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I TO pricecheck_app USING (workspace_id = current_setting(''app.workspace_id'', true)) WITH CHECK (workspace_id = current_setting(''app.workspace_id'', true))', t);
    EXECUTE format('CREATE POLICY owner_functions ON %I TO CURRENT_USER USING (true) WITH CHECK (true)', t);
  END LOOP;
END $$;

-- The workspaces whose members are told things, named by key only and in the order of ids, for the workers.
CREATE FUNCTION live_workspaces(after_id text, most int)
RETURNS TABLE (id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.id FROM workspaces w
  WHERE w.id > after_id AND w.lifecycle NOT IN ('suspended', 'deleting')
  ORDER BY w.id LIMIT most
$$;
REVOKE EXECUTE ON FUNCTION live_workspaces(text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION live_workspaces(text, int) TO pricecheck_app;
