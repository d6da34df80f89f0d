-- Reports which rows changed, on the channel pricecheck_changes: the workspace, the kind and up to 100 ids, or null instead
-- of more. A notification carries no figures and is sent when its transaction commits. The triggers run once for each
-- statement, because a run publishes thousands of rows with one; equal notifications of a transaction are sent once.
CREATE FUNCTION notify_changes() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  of_workspace record;
BEGIN
  FOR of_workspace IN
    SELECT workspace_id, CASE WHEN count(*) <= 100 THEN json_agg(id) END AS ids FROM changed GROUP BY workspace_id
  LOOP
    PERFORM pg_notify('pricecheck_changes', json_build_object(
      'workspace', of_workspace.workspace_id, 'kind', TG_ARGV[0], 'ids', of_workspace.ids)::text);
  END LOOP;
  RETURN NULL;
END
$$;

-- A trigger with a transition table has one event.
CREATE TRIGGER notify_inserted AFTER INSERT ON recommendations REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('recommendation');
CREATE TRIGGER notify_updated AFTER UPDATE ON recommendations REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('recommendation');
CREATE TRIGGER notify_inserted AFTER INSERT ON runs REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('run');
CREATE TRIGGER notify_updated AFTER UPDATE ON runs REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('run');
CREATE TRIGGER notify_inserted AFTER INSERT ON write_backs REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('write_back');
CREATE TRIGGER notify_updated AFTER UPDATE ON write_backs REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('write_back');
CREATE TRIGGER notify_inserted AFTER INSERT ON alerts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('alert');
CREATE TRIGGER notify_updated AFTER UPDATE ON alerts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('alert');
CREATE TRIGGER notify_inserted AFTER INSERT ON decision_batches REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('batch');
CREATE TRIGGER notify_updated AFTER UPDATE ON decision_batches REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('batch');
