-- A batch is about recommendations or about alerts; "recommendation_id" of an item is then the id of the alert. `before`
-- is what an item was before its decision, as far as it is needed to put it back.
ALTER TABLE "decision_batches" ADD COLUMN "subject" TEXT NOT NULL DEFAULT 'recommendations';
ALTER TABLE decision_batches ADD CHECK (subject IN ('recommendations', 'alerts'));
ALTER TABLE "decision_batch_items" ADD COLUMN "before" JSONB;

-- The alerts of each status by kind, and within a kind by the money at risk: a page of that order is read from its place
-- on. Those at no known risk are the last of their kind.
CREATE INDEX alerts_by_kind ON alerts
  (workspace_id, status, kind, (CASE WHEN money_at_risk IS NULL THEN -1 ELSE money_at_risk END) DESC, id DESC);
