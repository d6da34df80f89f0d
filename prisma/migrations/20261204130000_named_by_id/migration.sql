-- Finds what an id names, in all workspaces, for the operator who asks with an id alone: its kind and workspace, nothing of
-- the row. Each workspace is one look-up in the tables' primary keys.
CREATE FUNCTION named_by_id(of_id text)
RETURNS TABLE (kind text, workspace_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT found.kind, w.id FROM workspaces w CROSS JOIN LATERAL (
    SELECT 'write_back' AS kind FROM write_backs o WHERE o.workspace_id = w.id AND o.id = of_id
    UNION ALL SELECT 'recommendation' FROM recommendations o WHERE o.workspace_id = w.id AND o.id = of_id
    UNION ALL SELECT 'run' FROM runs o WHERE o.workspace_id = w.id AND o.id = of_id
    UNION ALL SELECT 'offer' FROM offers o WHERE o.workspace_id = w.id AND o.id = of_id
    UNION ALL SELECT 'delivery' FROM webhook_deliveries o WHERE o.workspace_id = w.id AND o.id = of_id
  ) found ORDER BY w.id
$$;
REVOKE EXECUTE ON FUNCTION named_by_id(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION named_by_id(text) TO pricecheck_app;
