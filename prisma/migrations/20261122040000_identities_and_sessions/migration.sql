-- AlterTable
ALTER TABLE "email_challenges" ADD COLUMN     "email" TEXT,
ADD COLUMN     "ref" TEXT;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "signed_out_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "network" TEXT,
    "agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "identities" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "email" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "identities_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "identity_links" (
    "id" TEXT NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "email" TEXT,
    "email_verified" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "identity_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitations" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "invited_by" TEXT NOT NULL,
    "invited_by_label" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "accepted_by" TEXT,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "identities_user_id_idx" ON "identities"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "identities_issuer_subject_key" ON "identities"("issuer", "subject");

-- CreateIndex
CREATE UNIQUE INDEX "identity_links_code_hash_key" ON "identity_links"("code_hash");

-- CreateIndex
CREATE INDEX "identity_links_expires_at_idx" ON "identity_links"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_code_hash_key" ON "invitations"("code_hash");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE invitations ADD CHECK (role IN ('viewer', 'analyst', 'approver', 'admin', 'owner'));
CREATE UNIQUE INDEX invitations_one_open ON invitations (workspace_id, email)
  WHERE accepted_at IS NULL AND revoked_at IS NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON sessions, identities, identity_links, invitations TO pricecheck_app;
ALTER TABLE invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE invitations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON invitations TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY owner_functions ON invitations TO CURRENT_USER USING (true) WITH CHECK (true);

-- What a session stands for, read anew on every request. Without a workspace the only one of its person is meant.
CREATE FUNCTION credential_session(of_session text, of_workspace text)
RETURNS TABLE (workspace_id text, user_id text, session_epoch int, user_deleted boolean, email_confirmed boolean,
  user_email text, role text, plan text, lifecycle text, seen_at timestamptz, expires_at timestamptz,
  ended_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.id, u.id, u.session_epoch, u.deleted_at IS NOT NULL, u.email_confirmed_at IS NOT NULL, u.email, m.role,
         w.plan, w.lifecycle, s.seen_at, s.expires_at, s.ended_at
  FROM sessions s
  JOIN users u ON u.id = s.user_id
  LEFT JOIN memberships m ON m.user_id = u.id
    AND m.workspace_id = COALESCE(of_workspace, (
      SELECT min(only_one.workspace_id) FROM memberships only_one WHERE only_one.user_id = u.id HAVING count(*) = 1))
  LEFT JOIN workspaces w ON w.id = m.workspace_id
  WHERE s.id = of_session
$$;

-- The same for a bearer of the identity provider, by issuer and subject.
CREATE FUNCTION credential_identity(of_issuer text, of_subject text, of_workspace text)
RETURNS TABLE (workspace_id text, user_id text, signed_out_at timestamptz, user_deleted boolean,
  email_confirmed boolean, user_email text, role text, plan text, lifecycle text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.id, u.id, u.signed_out_at, u.deleted_at IS NOT NULL, u.email_confirmed_at IS NOT NULL, u.email, m.role,
         w.plan, w.lifecycle
  FROM identities i
  JOIN users u ON u.id = i.user_id
  LEFT JOIN memberships m ON m.user_id = u.id
    AND m.workspace_id = COALESCE(of_workspace, (
      SELECT min(only_one.workspace_id) FROM memberships only_one WHERE only_one.user_id = u.id HAVING count(*) = 1))
  LEFT JOIN workspaces w ON w.id = m.workspace_id
  WHERE i.issuer = of_issuer AND i.subject = of_subject
$$;

-- Where an invitation belongs, for whoever holds its code and is no member yet.
CREATE FUNCTION invitation_of_code(of_hash bytea)
RETURNS TABLE (workspace_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT i.workspace_id, i.id FROM invitations i WHERE i.code_hash = of_hash
$$;

-- Takes a deleted user out of the invitations they sent or were sent, in every workspace.
CREATE FUNCTION forget_invitations(of_user text, of_email text)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM invitations i
  WHERE (i.email = of_email OR i.invited_by = of_user)
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL);
  DELETE FROM mails
  WHERE recipient = of_email AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL)
$$;

REVOKE EXECUTE ON FUNCTION credential_session(text, text), credential_identity(text, text, text),
  invitation_of_code(bytea), forget_invitations(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION credential_session(text, text), credential_identity(text, text, text),
  invitation_of_code(bytea), forget_invitations(text, text) TO pricecheck_app;
