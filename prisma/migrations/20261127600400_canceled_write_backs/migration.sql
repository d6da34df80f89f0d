-- When a person canceled a write-back that was not sent; its status is then failed.
ALTER TABLE "write_backs" ADD COLUMN "canceled_at" TIMESTAMPTZ(3);

-- The report of decisions lists them too.
CREATE INDEX audit_events_decided ON audit_events (workspace_id, id DESC) WHERE action IN (
  'recommendation.accept',
  'recommendation.first_approval',
  'recommendation.approve',
  'recommendation.reject',
  'recommendation.dismiss',
  'recommendation.resolve',
  'recommendation.override',
  'write_back.revert',
  'write_back.cancel'
);
DROP INDEX audit_events_decisions;
