-- Reports on the channel of the changes which people are no longer members of a workspace, so that their streams are
-- checked at once instead of with the next heartbeat.
CREATE FUNCTION notify_members_removed() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  of_workspace record;
BEGIN
  FOR of_workspace IN
    SELECT workspace_id, CASE WHEN count(*) <= 100 THEN json_agg(user_id) END AS ids FROM removed GROUP BY workspace_id
  LOOP
    PERFORM pg_notify('pricecheck_changes', json_build_object(
      'workspace', of_workspace.workspace_id, 'kind', 'member', 'ids', of_workspace.ids)::text);
  END LOOP;
  RETURN NULL;
END
$$;

CREATE TRIGGER notify_removed AFTER DELETE ON memberships REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_members_removed();
