-- The workspace that strangers may look at where the installation shows its demo; the seed sets it with the creation.
ALTER TABLE "workspaces" ADD COLUMN "is_demo" BOOLEAN NOT NULL DEFAULT false;
CREATE UNIQUE INDEX workspaces_one_demo ON workspaces (is_demo) WHERE is_demo;

-- In installations from before: the workspace that the seed itself created, as its first audit event says. No other of the
-- demo's account, whatever it is called.
UPDATE workspaces SET is_demo = true WHERE id = (
  SELECT e.workspace_id FROM audit_events e
  JOIN workspaces w ON w.id = e.workspace_id
  JOIN users u ON u.id = e.actor_label AND u.email = 'demo@pricecheck.local'
  WHERE e.action = 'workspace.create' AND e.via = 'command'
    AND e."after"::jsonb ->> 'name' = 'Demo outdoor shop' AND e."after"::jsonb ->> 'plan' = 'max'
  ORDER BY e.at, e.workspace_id LIMIT 1
);

CREATE FUNCTION demo_workspace()
RETURNS TABLE (id text, name text, plan text, lifecycle text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.id, w.name, w.plan, w.lifecycle FROM workspaces w WHERE w.is_demo
$$;
REVOKE EXECUTE ON FUNCTION demo_workspace() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION demo_workspace() TO pricecheck_app;
