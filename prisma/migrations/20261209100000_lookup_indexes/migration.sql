-- How many pages a workspace watches is counted for each page that was checked.
CREATE INDEX offers_active ON offers (workspace_id) WHERE status = 'active';

-- What failed lately is looked for each minute, among all writes of a shop.
CREATE INDEX write_backs_failed ON write_backs (workspace_id, finished_at) WHERE status IN ('failed', 'conflict');

-- Open writes are looked for by id every two seconds; those that a freeze keeps waiting are passed over in the index.
CREATE INDEX write_backs_open ON write_backs (id) INCLUDE (status, lease_until, not_before)
  WHERE status IN ('queued', 'sending', 'unknown');
DROP INDEX write_backs_unfinished;

-- Few of a shop's recommendations are snoozed, and few runs are held.
CREATE INDEX recommendations_snoozed ON recommendations (workspace_id, id DESC) WHERE snooze_until IS NOT NULL;
CREATE INDEX recommendations_held ON recommendations (workspace_id, run_id) WHERE status = 'held';
