-- One decision over many recommendations: a frozen preview, then its confirmation and execution.
CREATE TABLE "decision_batches" (
  "workspace_id" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "action" TEXT NOT NULL,
  "reason" TEXT,
  "snooze_until" TIMESTAMPTZ(3),
  "criteria" JSONB,
  "status" TEXT NOT NULL DEFAULT 'preview',
  "hash" TEXT NOT NULL,
  "selected" INTEGER NOT NULL,
  "planned" INTEGER NOT NULL,
  "effect" JSONB NOT NULL,
  "outcomes" JSONB NOT NULL,
  "created_by" TEXT NOT NULL,
  "confirmed_by" JSONB,
  "lease_until" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "confirmed_at" TIMESTAMPTZ(3),
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "decision_batches_pkey" PRIMARY KEY ("workspace_id", "id")
);
ALTER TABLE "decision_batches" ADD CONSTRAINT "decision_batches_workspace_id_fkey"
    FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CHECK (status IN ('preview', 'running', 'finished', 'canceled')),
  ADD CHECK ((confirmed_at IS NULL) = (confirmed_by IS NULL)),
  ADD CHECK ((status IN ('finished', 'canceled')) = (finished_at IS NOT NULL));
CREATE INDEX decision_batches_due ON decision_batches (id) WHERE status = 'running';

-- The set of a batch. `version` is null for an id without a recommendation; a row without outcome waits.
CREATE TABLE "decision_batch_items" (
  "workspace_id" TEXT NOT NULL,
  "batch_id" TEXT NOT NULL,
  "recommendation_id" TEXT NOT NULL,
  "version" INTEGER,
  "outcome" TEXT,
  "reason" TEXT,
  "message" TEXT,
  "changed" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  "status_after" TEXT,
  "decided_at" TIMESTAMPTZ(3),
  CONSTRAINT "decision_batch_items_pkey" PRIMARY KEY ("workspace_id", "batch_id", "recommendation_id")
);
ALTER TABLE "decision_batch_items" ADD CONSTRAINT "decision_batch_items_workspace_id_batch_id_fkey"
    FOREIGN KEY ("workspace_id", "batch_id") REFERENCES "decision_batches"("workspace_id", "id")
    ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CHECK (outcome IN ('done', 'fell_out', 'canceled')),
  ADD CHECK ((outcome IS NULL) = (decided_at IS NULL)),
  ADD CHECK (outcome IS DISTINCT FROM 'fell_out' OR (reason IS NOT NULL AND message IS NOT NULL));
CREATE INDEX decision_batch_items_waiting ON decision_batch_items (workspace_id, batch_id, recommendation_id)
  WHERE outcome IS NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON decision_batches, decision_batch_items TO pricecheck_app;
ALTER TABLE decision_batches ENABLE ROW LEVEL SECURITY;
ALTER TABLE decision_batches FORCE ROW LEVEL SECURITY;
ALTER TABLE decision_batch_items ENABLE ROW LEVEL SECURITY;
ALTER TABLE decision_batch_items FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON decision_batches TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY tenant ON decision_batch_items TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY owner_functions ON decision_batches TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY owner_functions ON decision_batch_items TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE FUNCTION due_decision_batches(at timestamptz, after_id text, most int)
RETURNS TABLE (workspace_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT b.workspace_id, b.id FROM decision_batches b
  WHERE b.id > after_id AND b.status = 'running' AND (b.lease_until IS NULL OR b.lease_until <= at)
  ORDER BY b.id LIMIT most
$$;
REVOKE EXECUTE ON FUNCTION due_decision_batches(timestamptz, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_decision_batches(timestamptz, text, int) TO pricecheck_app;
