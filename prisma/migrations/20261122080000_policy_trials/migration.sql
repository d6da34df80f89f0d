-- What a person said when they activated a policy, the version it took the place of, and the one it brought back.
ALTER TABLE "policy_versions" ADD COLUMN "note" TEXT,
  ADD COLUMN "replaced" INTEGER,
  ADD COLUMN "restored" INTEGER;

-- What a draft would do: over the catalog as it is (preview) or over what earlier runs knew (backtest). Read only.
CREATE TABLE "policy_trials" (
  "workspace_id" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "document" JSONB NOT NULL,
  "runs" INTEGER,
  "asked_by" TEXT NOT NULL,
  "status" TEXT NOT NULL DEFAULT 'queued',
  "done" INTEGER NOT NULL DEFAULT 0,
  "total" INTEGER,
  "result" JSONB,
  "error" TEXT,
  "fence" INTEGER NOT NULL DEFAULT 0,
  "lease_until" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "policy_trials_pkey" PRIMARY KEY ("workspace_id", "id")
);
ALTER TABLE "policy_trials" ADD CONSTRAINT "policy_trials_workspace_id_fkey"
    FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CHECK (kind IN ('preview', 'backtest')),
  ADD CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'superseded')),
  ADD CHECK ((status = 'succeeded') = (result IS NOT NULL)),
  ADD CHECK ((kind = 'backtest') = (runs IS NOT NULL));
CREATE INDEX policy_trials_due ON policy_trials (id) WHERE status IN ('queued', 'running');

GRANT SELECT, INSERT, UPDATE, DELETE ON policy_trials TO pricecheck_app;
ALTER TABLE policy_trials ENABLE ROW LEVEL SECURITY;
ALTER TABLE policy_trials FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON policy_trials TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY owner_functions ON policy_trials TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE FUNCTION due_policy_trials(at timestamptz, after_id text, most int)
RETURNS TABLE (workspace_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.workspace_id, t.id FROM policy_trials t
  WHERE t.id > after_id AND (t.status = 'queued' OR (t.status = 'running' AND t.lease_until < at))
  ORDER BY t.id LIMIT most
$$;
REVOKE EXECUTE ON FUNCTION due_policy_trials(timestamptz, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_policy_trials(timestamptz, text, int) TO pricecheck_app;
