-- Schedules look for sales that have begun or ended since the last run.
CREATE INDEX catalog_items_sales ON catalog_items (workspace_id, sale_until) WHERE sale_price IS NOT NULL;
