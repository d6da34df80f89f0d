-- Connected stores of those kinds that have no row in store_hints, because they were connected before there was one: of
-- all workspaces, as keys only.
CREATE FUNCTION stores_without_hints(kinds text[], after_id text, most int)
RETURNS TABLE (workspace_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT i.workspace_id, i.id FROM integrations i
  WHERE i.id > after_id AND i.status <> 'disconnected' AND i.kind = ANY (kinds)
    AND NOT EXISTS (SELECT 1 FROM store_hints h WHERE h.workspace_id = i.workspace_id AND h.integration_id = i.id)
  ORDER BY i.id LIMIT most
$$;
REVOKE EXECUTE ON FUNCTION stores_without_hints(text[], text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION stores_without_hints(text[], text, int) TO pricecheck_app;
