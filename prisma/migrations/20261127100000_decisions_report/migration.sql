-- The report of decisions reads them from the log, newest first.
CREATE INDEX audit_events_decisions ON audit_events (workspace_id, id DESC) WHERE action IN (
  'recommendation.accept',
  'recommendation.first_approval',
  'recommendation.approve',
  'recommendation.reject',
  'recommendation.dismiss',
  'recommendation.resolve',
  'recommendation.override',
  'write_back.revert'
);
