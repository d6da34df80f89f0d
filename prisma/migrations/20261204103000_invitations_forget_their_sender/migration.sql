-- Invitations name who sent them; a deleted person's name leaves them as well, also where it is gone already elsewhere.
CREATE OR REPLACE FUNCTION forget_person(of_user text)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE recommendations SET decided_by_label = of_user
  WHERE decided_by = of_user AND decided_by_label IS DISTINCT FROM of_user
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL);
  UPDATE recommendations SET overridden_by_label = of_user
  WHERE overridden_by = of_user AND overridden_by_label IS DISTINCT FROM of_user
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL);
  UPDATE recommendation_comments SET author_label = of_user
  WHERE author_id = of_user AND author_label IS DISTINCT FROM of_user
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL);
  UPDATE recommendation_approvals SET label = of_user
  WHERE person = of_user AND label IS DISTINCT FROM of_user
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL);
  UPDATE alerts SET decided_by_label = of_user
  WHERE (decided_by = of_user OR decided_by IN (
      SELECT g.id FROM oauth_grants g WHERE g.user_id = of_user
      UNION ALL SELECT t.id FROM api_tokens t WHERE t.user_id = of_user))
    AND decided_by_label IS DISTINCT FROM of_user
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL);
  UPDATE freezes SET created_by_label = of_user
  WHERE (created_by = of_user OR created_by IN (
      SELECT g.id FROM oauth_grants g WHERE g.user_id = of_user
      UNION ALL SELECT t.id FROM api_tokens t WHERE t.user_id = of_user))
    AND created_by_label IS DISTINCT FROM of_user
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL);
  UPDATE invitations SET invited_by_label = of_user
  WHERE invited_by = of_user AND invited_by_label IS DISTINCT FROM of_user
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL);
  UPDATE decision_batches SET created_by = of_user
  WHERE created_by_person = of_user AND created_by IS DISTINCT FROM of_user
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL);
  UPDATE decision_batches SET confirmed_by = jsonb_set(confirmed_by, '{label}', to_jsonb(of_user))
  WHERE confirmed_by ->> 'userId' = of_user AND confirmed_by ->> 'label' IS DISTINCT FROM of_user
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL);
  DELETE FROM mails
  WHERE user_id = of_user AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL)
$$;

UPDATE invitations SET invited_by_label = u.id FROM users u
WHERE u.id = invitations.invited_by AND u.deleted_at IS NOT NULL;
