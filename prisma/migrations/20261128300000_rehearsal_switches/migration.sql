-- What a sandbox store does wrong on request, one row for each fault that was ever switched on for a connection.
-- `remaining` counts the calls that will still meet it: null until it is switched off, 0 when it is off.
CREATE TABLE "rehearsal_switches" (
  "workspace_id" TEXT NOT NULL,
  "integration_id" TEXT NOT NULL,
  "fault" TEXT NOT NULL,
  "remaining" INTEGER,
  "seconds" INTEGER,
  "met" INTEGER NOT NULL DEFAULT 0,
  "met_at" TIMESTAMPTZ(3),
  "switched_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "rehearsal_switches_pkey" PRIMARY KEY ("workspace_id", "integration_id", "fault"),
  CHECK (remaining >= 0),
  CHECK (met >= 0)
);

ALTER TABLE "rehearsal_switches" ADD CONSTRAINT "rehearsal_switches_workspace_id_integration_id_fkey"
  FOREIGN KEY ("workspace_id", "integration_id") REFERENCES "integrations"("workspace_id", "id")
  ON DELETE CASCADE ON UPDATE CASCADE;

GRANT SELECT, INSERT, UPDATE, DELETE ON rehearsal_switches TO pricecheck_app;
ALTER TABLE rehearsal_switches ENABLE ROW LEVEL SECURITY;
ALTER TABLE rehearsal_switches FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON rehearsal_switches TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY owner_functions ON rehearsal_switches TO CURRENT_USER USING (true) WITH CHECK (true);
