-- Who snoozed or resolved an alert, by id and by the name that others see; null where nobody did. Alerts that were
-- resolved before this have the id alone.
ALTER TABLE alerts RENAME COLUMN resolved_by TO decided_by;
ALTER TABLE alerts ADD COLUMN decided_by_label text;

-- Takes a deleted user's name out of what workspaces they have left still show. Their id stays as pseudonym.
CREATE OR REPLACE FUNCTION forget_person(of_user text)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE recommendations SET decided_by_label = of_user
  WHERE decided_by = of_user AND decided_by_label IS DISTINCT FROM of_user
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL);
  UPDATE alerts SET decided_by_label = of_user
  WHERE decided_by = of_user AND decided_by_label IS DISTINCT FROM of_user
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL);
  DELETE FROM mails
  WHERE user_id = of_user AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL)
$$;
