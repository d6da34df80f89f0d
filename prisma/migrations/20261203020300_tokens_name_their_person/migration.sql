-- Whose token it is, and what tells it from another of that name.
DROP FUNCTION credential_token(bytea);
CREATE FUNCTION credential_token(token_hash bytea)
RETURNS TABLE (workspace_id text, token_id text, name text, last4 text, user_id text, user_email text, scopes text[],
  expires_at timestamptz, revoked_at timestamptz, last_used_at timestamptz, user_deleted boolean,
  email_confirmed boolean, role text, plan text, lifecycle text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.workspace_id, t.id, t.name, t.last4, t.user_id, u.email, t.scopes, t.expires_at, t.revoked_at, t.last_used_at,
         u.deleted_at IS NOT NULL, u.email_confirmed_at IS NOT NULL, m.role, w.plan, w.lifecycle
  FROM api_tokens t
  JOIN users u ON u.id = t.user_id
  JOIN workspaces w ON w.id = t.workspace_id
  LEFT JOIN memberships m ON m.workspace_id = t.workspace_id AND m.user_id = t.user_id
  WHERE t.hash = token_hash
$$;
REVOKE EXECUTE ON FUNCTION credential_token(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION credential_token(bytea) TO pricecheck_app;

-- The label of what a token did names its person now, as that of an application does.
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
  UPDATE decision_batches SET created_by = of_user
  WHERE created_by_person = of_user AND created_by IS DISTINCT FROM of_user
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL);
  UPDATE decision_batches SET confirmed_by = jsonb_set(confirmed_by, '{label}', to_jsonb(of_user))
  WHERE confirmed_by ->> 'userId' = of_user AND confirmed_by ->> 'label' IS DISTINCT FROM of_user
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL);
  DELETE FROM mails
  WHERE user_id = of_user AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL)
$$;
