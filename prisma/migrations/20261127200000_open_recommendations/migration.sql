-- The navigation counts what is open on every page and at every change. The index has all columns that it reads, so the
-- rows themselves, with their evidence, are not read.
CREATE INDEX recommendations_open ON recommendations (workspace_id, status, created_at) INCLUDE (snooze_until)
  WHERE status IN ('new', 'held', 'pending_approval');
