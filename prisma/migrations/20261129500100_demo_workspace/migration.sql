-- The workspace that strangers may look at where the installation shows its demo; only the seed sets it.
ALTER TABLE "workspaces" ADD COLUMN "is_demo" BOOLEAN NOT NULL DEFAULT false;
CREATE UNIQUE INDEX workspaces_one_demo ON workspaces (is_demo) WHERE is_demo;

CREATE FUNCTION demo_workspace()
RETURNS TABLE (id text, name text, plan text, lifecycle text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.id, w.name, w.plan, w.lifecycle FROM workspaces w
  WHERE w.is_demo AND w.lifecycle NOT IN ('suspended', 'deleting')
$$;
REVOKE EXECUTE ON FUNCTION demo_workspace() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION demo_workspace() TO pricecheck_app;
