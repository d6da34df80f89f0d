-- The alerts an item has, for every item of a run. The unique index over the item's id or nothing cannot be asked under
-- row-level security: the planner does not hold COALESCE for leakproof, and reads the workspace's alerts instead.
CREATE INDEX alerts_standing ON alerts (workspace_id, item_id) WHERE NOT cleared;
