-- Times in which no price is written to the store. The times are local times of the workspace's time zone.
CREATE TABLE "freezes" (
  "workspace_id" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "from_time" TEXT NOT NULL,
  "until_time" TEXT NOT NULL,
  "days" TEXT[],
  "until_day" TEXT,
  "reason" TEXT NOT NULL,
  "created_by" TEXT NOT NULL,
  "created_by_label" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "freezes_pkey" PRIMARY KEY ("workspace_id", "id")
);
ALTER TABLE "freezes" ADD CONSTRAINT "freezes_workspace_id_fkey"
    FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CHECK (kind IN ('once', 'weekly')),
  ADD CHECK ((kind = 'weekly') = (cardinality(days) > 0)),
  ADD CHECK (kind = 'weekly' OR until_day IS NULL);

GRANT SELECT, INSERT, UPDATE, DELETE ON freezes TO pricecheck_app;
ALTER TABLE freezes ENABLE ROW LEVEL SECURITY;
ALTER TABLE freezes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON freezes TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY owner_functions ON freezes TO CURRENT_USER USING (true) WITH CHECK (true);

-- Until when a write-back waits for the end of a freeze, and its text. A time that has passed is when it was released.
ALTER TABLE "write_backs" ADD COLUMN "waits_until" TIMESTAMPTZ(3),
  ADD COLUMN "waits_reason" TEXT;
