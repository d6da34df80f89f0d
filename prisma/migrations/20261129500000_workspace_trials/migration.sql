-- When a workspace's trial ends, or ended; null where there was none, and once somebody set its plan.
ALTER TABLE "workspaces" ADD COLUMN "trial_ends_at" TIMESTAMPTZ(3);
CREATE INDEX workspaces_in_trial ON workspaces (trial_ends_at) WHERE lifecycle = 'trial' AND trial_ends_at IS NOT NULL;

CREATE FUNCTION due_workspace_trials(at timestamptz, most int)
RETURNS TABLE (workspace_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.id FROM workspaces w WHERE w.lifecycle = 'trial' AND w.trial_ends_at <= at
  ORDER BY w.trial_ends_at, w.id LIMIT most
$$;
REVOKE EXECUTE ON FUNCTION due_workspace_trials(timestamptz, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_workspace_trials(timestamptz, int) TO pricecheck_app;
