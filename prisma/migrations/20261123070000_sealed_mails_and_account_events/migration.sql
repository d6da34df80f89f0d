-- Mails stood in clear, one-time links among them. From now on a body is kept sealed, and only until it is sent; what
-- was written before cannot be sealed here and is dropped.
UPDATE mails SET text = '',
  error = CASE WHEN sent_at IS NULL THEN 'Its text was dropped when mails began to be kept sealed.' ELSE error END;
ALTER TABLE mails DROP COLUMN text;
ALTER TABLE mails ADD COLUMN body BYTEA;
ALTER TABLE mails ADD COLUMN one_time BOOLEAN NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION due_mails(since timestamptz, most int)
RETURNS TABLE (workspace_id text, user_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.workspace_id, m.user_id, m.id FROM mails m
  WHERE m.sent_at IS NULL AND m.body IS NOT NULL AND m.created_at >= since
  ORDER BY m.id LIMIT most
$$;

-- Drops the bodies of mails with one-time links that nobody will send any more.
CREATE FUNCTION drop_one_time_mails(before timestamptz)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE mails SET body = NULL WHERE one_time AND body IS NOT NULL AND created_at < before
$$;
CREATE INDEX mails_one_time ON mails (created_at) WHERE one_time AND body IS NOT NULL;

-- Whether a waiting invitation names the address, for somebody new whom the identity provider vouches for.
CREATE FUNCTION address_is_invited(of_email text, at timestamptz)
RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM invitations i
                 WHERE i.email = of_email AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > at)
$$;
CREATE INDEX invitations_waiting ON invitations (email) WHERE accepted_at IS NULL AND revoked_at IS NULL;

-- What happened to a person's account: a chain of hashes of their own, for their eyes, gone with the account.
CREATE TABLE "account_events" (
    "user_id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT NOT NULL,
    "via" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "before" TEXT,
    "after" TEXT,
    "request_id" TEXT,
    "network" TEXT,
    "previous" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "account_events_pkey" PRIMARY KEY ("user_id","seq")
);

-- AddForeignKey
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

GRANT SELECT, INSERT ON account_events TO pricecheck_app;
ALTER TABLE account_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_events FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON account_events TO pricecheck_app
  USING (user_id = current_setting('app.user_id', true))
  WITH CHECK (user_id = current_setting('app.user_id', true));
CREATE POLICY owner_functions ON account_events TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE TRIGGER account_events_append_only BEFORE UPDATE OR TRUNCATE ON account_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();

CREATE FUNCTION forget_account_events(of_user text)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM account_events
  WHERE user_id = of_user AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL)
$$;

REVOKE EXECUTE ON FUNCTION drop_one_time_mails(timestamptz), address_is_invited(text, timestamptz),
  forget_account_events(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION drop_one_time_mails(timestamptz), address_is_invited(text, timestamptz),
  forget_account_events(text) TO pricecheck_app;
