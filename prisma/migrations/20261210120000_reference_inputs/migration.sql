-- Schedules look for changes of what runs compare struck-through prices with: earlier prices and settings.
CREATE INDEX audit_events_of_references ON audit_events (workspace_id, id DESC) WHERE action IN (
  'workspace.change',
  'earlier_prices.put',
  'earlier_prices.import',
  'earlier_prices.remove'
);
