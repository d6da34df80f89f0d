-- The approvals that were given before the last one of those that a lane asks for. They count for one version of the
-- recommendation only, so a change of its figures clears them.
CREATE TABLE "recommendation_approvals" (
  "workspace_id" TEXT NOT NULL,
  "recommendation_id" TEXT NOT NULL,
  "version" INTEGER NOT NULL,
  "person" TEXT NOT NULL,
  "label" TEXT NOT NULL,
  "lane" TEXT NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "recommendation_approvals_pkey" PRIMARY KEY ("workspace_id", "recommendation_id", "version", "person")
);
ALTER TABLE "recommendation_approvals" ADD CONSTRAINT "recommendation_approvals_workspace_id_fkey"
    FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "recommendation_approvals_workspace_id_recommendation_id_fkey"
    FOREIGN KEY ("workspace_id", "recommendation_id") REFERENCES "recommendations"("workspace_id", "id")
    ON DELETE CASCADE ON UPDATE CASCADE;
GRANT SELECT, INSERT, UPDATE, DELETE ON recommendation_approvals TO pricecheck_app;
ALTER TABLE recommendation_approvals ENABLE ROW LEVEL SECURITY;
ALTER TABLE recommendation_approvals FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON recommendation_approvals TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY owner_functions ON recommendation_approvals TO CURRENT_USER USING (true) WITH CHECK (true);

-- Takes a deleted user's name out of what workspaces they have left still show. Their id stays as pseudonym.
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
  WHERE decided_by = of_user AND decided_by_label IS DISTINCT FROM of_user
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL);
  DELETE FROM mails
  WHERE user_id = of_user AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL)
$$;
