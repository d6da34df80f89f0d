-- A token's own name belongs to what it stands for: the audit log and the inbox show it.
DROP FUNCTION credential_token(bytea);
CREATE FUNCTION credential_token(token_hash bytea)
RETURNS TABLE (workspace_id text, token_id text, name text, user_id text, scopes text[], expires_at timestamptz,
  revoked_at timestamptz, last_used_at timestamptz, user_deleted boolean, email_confirmed boolean, role text,
  plan text, lifecycle text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.workspace_id, t.id, t.name, t.user_id, t.scopes, t.expires_at, t.revoked_at, t.last_used_at,
         u.deleted_at IS NOT NULL, u.email_confirmed_at IS NOT NULL, m.role, w.plan, w.lifecycle
  FROM api_tokens t
  JOIN users u ON u.id = t.user_id
  JOIN workspaces w ON w.id = t.workspace_id
  LEFT JOIN memberships m ON m.workspace_id = t.workspace_id AND m.user_id = t.user_id
  WHERE t.hash = token_hash
$$;

-- Mails that still wait for their server, named by key only, for the workers.
CREATE FUNCTION due_mails(since timestamptz, most int)
RETURNS TABLE (workspace_id text, user_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.workspace_id, m.user_id, m.id FROM mails m
  WHERE m.sent_at IS NULL AND m.created_at >= since
  ORDER BY m.id LIMIT most
$$;
CREATE INDEX mails_waiting ON mails (created_at) WHERE sent_at IS NULL;

-- Takes a deleted user's name out of what workspaces they have left still show. Their id stays as pseudonym.
CREATE FUNCTION forget_person(of_user text)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE recommendations SET decided_by_label = of_user
  WHERE decided_by = of_user AND decided_by_label IS DISTINCT FROM of_user
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL);
  DELETE FROM mails
  WHERE user_id = of_user AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL)
$$;

-- Where a token that is named by its id alone belongs, for the operator who revokes it.
CREATE FUNCTION workspace_of_token(of_token text)
RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.workspace_id FROM api_tokens t WHERE t.id = of_token
$$;

REVOKE EXECUTE ON FUNCTION credential_token(bytea), due_mails(timestamptz, int), forget_person(text),
  workspace_of_token(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION credential_token(bytea), due_mails(timestamptz, int), forget_person(text),
  workspace_of_token(text) TO pricecheck_app;

-- Counters of the current minute: no loss at a crash, and no wait for the disk on every request.
ALTER TABLE rate_windows SET UNLOGGED;
