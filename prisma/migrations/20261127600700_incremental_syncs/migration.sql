-- A sync may read only what the store has changed since a time of the store's own clock.
ALTER TABLE integrations
  ADD COLUMN sync_since TIMESTAMPTZ(3),
  ADD COLUMN sync_begun_at TIMESTAMPTZ(3),
  ADD COLUMN changes_known_at TIMESTAMPTZ(3),
  ADD COLUMN fully_synced_at TIMESTAMPTZ(3);
