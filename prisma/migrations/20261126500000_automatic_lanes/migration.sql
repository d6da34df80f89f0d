-- An automatic lane decides only while it has a mode: in shadow it writes nothing, open it approves. The fingerprint is
-- that of the policy's lanes and scopes at the time; with other ones the lane is closed again.
CREATE TABLE "lane_modes" (
  "workspace_id" TEXT NOT NULL,
  "lane" TEXT NOT NULL,
  "fingerprint" TEXT NOT NULL,
  "mode" TEXT NOT NULL,
  "set_by" TEXT NOT NULL,
  "set_at" TIMESTAMPTZ(3) NOT NULL,
  "trial" JSONB NOT NULL,
  CONSTRAINT "lane_modes_pkey" PRIMARY KEY ("workspace_id", "lane"),
  CHECK (mode IN ('shadow', 'open'))
);

-- The work of automatic lanes after one run; the cursor is the last recommendation that was looked at.
CREATE TABLE "lane_passes" (
  "workspace_id" TEXT NOT NULL,
  "run_id" TEXT NOT NULL,
  "cursor" TEXT NOT NULL DEFAULT '',
  "lease_until" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "ended_at" TIMESTAMPTZ(3),
  CONSTRAINT "lane_passes_pkey" PRIMARY KEY ("workspace_id", "run_id")
);
CREATE INDEX lane_passes_due ON lane_passes (run_id) WHERE ended_at IS NULL;

-- What automatic lanes decided, or would have decided in shadow. `money` is the change of profit from the stock on
-- hand, up or down, in minor units.
CREATE TABLE "lane_decisions" (
  "workspace_id" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "lane" TEXT NOT NULL,
  "mode" TEXT NOT NULL,
  "run_id" TEXT NOT NULL,
  "recommendation_id" TEXT NOT NULL,
  "version" INTEGER NOT NULL,
  "outcome" TEXT NOT NULL,
  "reason" TEXT,
  "message" TEXT,
  "money" BIGINT,
  "currency" CHAR(3) NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "lane_decisions_pkey" PRIMARY KEY ("workspace_id", "id"),
  CHECK (outcome IN ('approved', 'would_approve', 'fell_out')),
  CHECK ((outcome = 'fell_out') = (reason IS NOT NULL))
);
CREATE UNIQUE INDEX "lane_decisions_once_key"
  ON "lane_decisions"("workspace_id", "recommendation_id", "version", "mode");
CREATE INDEX "lane_decisions_of_a_day_idx" ON "lane_decisions"("workspace_id", "lane", "at");
CREATE INDEX "lane_decisions_of_a_lane_idx" ON "lane_decisions"("workspace_id", "lane", "id" DESC);

ALTER TABLE "lane_modes" ADD CONSTRAINT "lane_modes_workspace_id_fkey"
  FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "lane_passes" ADD CONSTRAINT "lane_passes_workspace_id_fkey"
  FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "lane_decisions" ADD CONSTRAINT "lane_decisions_workspace_id_fkey"
    FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "lane_decisions_workspace_id_recommendation_id_fkey"
    FOREIGN KEY ("workspace_id", "recommendation_id") REFERENCES "recommendations"("workspace_id", "id")
    ON DELETE CASCADE ON UPDATE CASCADE;

GRANT SELECT, INSERT, UPDATE, DELETE ON lane_modes, lane_passes, lane_decisions TO pricecheck_app;
ALTER TABLE lane_modes ENABLE ROW LEVEL SECURITY;
ALTER TABLE lane_modes FORCE ROW LEVEL SECURITY;
ALTER TABLE lane_passes ENABLE ROW LEVEL SECURITY;
ALTER TABLE lane_passes FORCE ROW LEVEL SECURITY;
ALTER TABLE lane_decisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE lane_decisions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON lane_modes TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY tenant ON lane_passes TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY tenant ON lane_decisions TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY owner_functions ON lane_modes TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY owner_functions ON lane_passes TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY owner_functions ON lane_decisions TO CURRENT_USER USING (true) WITH CHECK (true);

-- The passes of all workspaces that nobody works on at a time, as keys only.
CREATE FUNCTION due_lane_passes(at timestamptz, after_id text, most int)
RETURNS TABLE (workspace_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p.workspace_id, p.run_id FROM lane_passes p
  WHERE p.run_id > after_id AND p.ended_at IS NULL AND (p.lease_until IS NULL OR p.lease_until <= at)
  ORDER BY p.run_id LIMIT most
$$;
REVOKE EXECUTE ON FUNCTION due_lane_passes(timestamptz, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_lane_passes(timestamptz, text, int) TO pricecheck_app;
