-- A price that a person set in place of the engine's: engine_price is then the price that the engine had recommended,
-- in minor units, and the other columns say who set it, when and why. All are null while the price is the engine's.
ALTER TABLE "recommendations"
  ADD COLUMN "engine_price" BIGINT,
  ADD COLUMN "overridden_by" TEXT,
  ADD COLUMN "overridden_by_label" TEXT,
  ADD COLUMN "overridden_at" TIMESTAMPTZ(3),
  ADD COLUMN "override_reason" TEXT,
  ADD CHECK ((engine_price IS NULL) = (overridden_by IS NULL)),
  ADD CHECK ((engine_price IS NULL) = (overridden_at IS NULL));

-- What people wrote about a recommendation. action is the decision that a comment was written with, null for a comment
-- of its own.
CREATE TABLE "recommendation_comments" (
  "workspace_id" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "recommendation_id" TEXT NOT NULL,
  "action" TEXT,
  "text" TEXT NOT NULL,
  "author_id" TEXT NOT NULL,
  "author_label" TEXT NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "recommendation_comments_pkey" PRIMARY KEY ("workspace_id", "id")
);
CREATE INDEX "recommendation_comments_workspace_id_recommendation_id_id_idx"
  ON "recommendation_comments"("workspace_id", "recommendation_id", "id" DESC);
ALTER TABLE "recommendation_comments" ADD CONSTRAINT "recommendation_comments_workspace_id_fkey"
    FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "recommendation_comments_workspace_id_recommendation_id_fkey"
    FOREIGN KEY ("workspace_id", "recommendation_id") REFERENCES "recommendations"("workspace_id", "id")
    ON DELETE CASCADE ON UPDATE CASCADE;
GRANT SELECT, INSERT, UPDATE, DELETE ON recommendation_comments TO pricecheck_app;
ALTER TABLE recommendation_comments ENABLE ROW LEVEL SECURITY;
ALTER TABLE recommendation_comments FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON recommendation_comments TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY owner_functions ON recommendation_comments TO CURRENT_USER USING (true) WITH CHECK (true);

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
  UPDATE alerts SET decided_by_label = of_user
  WHERE decided_by = of_user AND decided_by_label IS DISTINCT FROM of_user
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL);
  DELETE FROM mails
  WHERE user_id = of_user AND EXISTS (SELECT 1 FROM users u WHERE u.id = of_user AND u.deleted_at IS NOT NULL)
$$;
