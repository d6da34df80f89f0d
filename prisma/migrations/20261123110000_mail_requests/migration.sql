-- Mails that somebody without a session asked for, from the answer until they are written. The row says what was typed,
-- not whose account it is, and is deleted when the mail is written. Its workspace_id is an id of its own.
CREATE TABLE "mail_requests" (
  "workspace_id" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "email" TEXT NOT NULL,
  "name" TEXT,
  "request_id" TEXT,
  "ip" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "due_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "mail_requests_pkey" PRIMARY KEY ("workspace_id", "id"),
  CHECK (kind IN ('sign_up', 'reset_password'))
);
CREATE INDEX "mail_requests_id_idx" ON "mail_requests"("id");

GRANT SELECT, INSERT, UPDATE, DELETE ON mail_requests TO pricecheck_app;
ALTER TABLE mail_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE mail_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON mail_requests TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY owner_functions ON mail_requests TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE FUNCTION due_mail_requests(at timestamptz, after_id text, most int)
RETURNS TABLE (workspace_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.workspace_id, r.id FROM mail_requests r
  WHERE r.id > after_id AND r.due_at <= at
  ORDER BY r.id LIMIT most
$$;
REVOKE EXECUTE ON FUNCTION due_mail_requests(timestamptz, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_mail_requests(timestamptz, text, int) TO pricecheck_app;
