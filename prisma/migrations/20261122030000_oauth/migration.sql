-- CreateTable
CREATE TABLE "oauth_clients" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "redirect_uris" TEXT[],
    "secret_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_clients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_grants" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "client_kind" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "resources" TEXT[],
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "ended_by" TEXT,
    "ended_reason" TEXT,

    CONSTRAINT "oauth_grants_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "oauth_records" (
    "model" TEXT NOT NULL,
    "id_hash" BYTEA NOT NULL,
    "payload" JSONB NOT NULL,
    "grant_id" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_records_pkey" PRIMARY KEY ("model","id_hash")
);

-- CreateTable
CREATE TABLE "oauth_keys" (
    "id" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_keys_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "oauth_grants_id_key" ON "oauth_grants"("id");

-- CreateIndex
CREATE INDEX "oauth_grants_user_id_idx" ON "oauth_grants"("user_id");

-- CreateIndex
CREATE INDEX "oauth_grants_client_id_idx" ON "oauth_grants"("client_id");

-- CreateIndex
CREATE INDEX "oauth_records_grant_id_idx" ON "oauth_records"("grant_id");

-- CreateIndex
CREATE INDEX "oauth_records_expires_at_idx" ON "oauth_records"("expires_at");

-- AddForeignKey
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


ALTER TABLE oauth_grants
  ADD CHECK (client_kind IN ('registered', 'document')),
  ADD CHECK (cardinality(scopes) > 0), ADD CHECK (cardinality(resources) > 0),
  ADD CHECK ((ended_at IS NULL) = (ended_reason IS NULL));
ALTER TABLE oauth_records
  ADD CHECK (model IN ('Interaction', 'AuthorizationCode', 'AccessToken', 'RefreshToken'));

GRANT SELECT, INSERT, UPDATE, DELETE ON oauth_clients, oauth_grants, oauth_records TO pricecheck_app;
GRANT SELECT, INSERT ON oauth_keys TO pricecheck_app;

ALTER TABLE oauth_grants ENABLE ROW LEVEL SECURITY;
ALTER TABLE oauth_grants FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON oauth_grants TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY owner_functions ON oauth_grants TO CURRENT_USER USING (true) WITH CHECK (true);

-- What an access token stands for, read anew on every request.
CREATE FUNCTION credential_grant(token_hash bytea)
RETURNS TABLE (workspace_id text, grant_id text, client_name text, user_id text, user_email text, granted text[],
  token_scope text, audience text, expires_at timestamptz, ended_at timestamptz, last_used_at timestamptz,
  user_deleted boolean, email_confirmed boolean, role text, plan text, lifecycle text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT g.workspace_id, g.id, g.client_name, g.user_id, u.email, g.scopes, r.payload->>'scope', r.payload->>'aud',
         r.expires_at, g.ended_at, g.last_used_at, u.deleted_at IS NOT NULL, u.email_confirmed_at IS NOT NULL, m.role,
         w.plan, w.lifecycle
  FROM oauth_records r
  JOIN oauth_grants g ON g.id = r.grant_id
  JOIN users u ON u.id = g.user_id
  JOIN workspaces w ON w.id = g.workspace_id
  LEFT JOIN memberships m ON m.workspace_id = g.workspace_id AND m.user_id = g.user_id
  WHERE r.model = 'AccessToken' AND r.id_hash = token_hash
$$;

-- A grant named by its id alone, for the authorization server, which knows no workspace.
CREATE FUNCTION oauth_grant(of_grant text)
RETURNS TABLE (workspace_id text, id text, user_id text, client_id text, resources text[], scopes text[],
  created_at timestamptz, expires_at timestamptz, ended_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT g.workspace_id, g.id, g.user_id, g.client_id, g.resources, g.scopes, g.created_at, g.expires_at, g.ended_at
  FROM oauth_grants g WHERE g.id = of_grant
$$;

-- A grant lives as long as the last token that was given out on it.
CREATE FUNCTION extend_oauth_grant(of_grant text, until timestamptz)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE oauth_grants SET expires_at = GREATEST(expires_at, until) WHERE id = of_grant AND ended_at IS NULL
$$;

-- The grants an application still holds, named by key only, for the operator who removes it.
CREATE FUNCTION oauth_grants_of_client(of_client text)
RETURNS TABLE (workspace_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT g.workspace_id, g.id FROM oauth_grants g WHERE g.client_id = of_client AND g.ended_at IS NULL
  ORDER BY g.workspace_id, g.id
$$;

REVOKE EXECUTE ON FUNCTION credential_grant(bytea), oauth_grant(text), extend_oauth_grant(text, timestamptz),
  oauth_grants_of_client(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION credential_grant(bytea), oauth_grant(text), extend_oauth_grant(text, timestamptz),
  oauth_grants_of_client(text) TO pricecheck_app;
