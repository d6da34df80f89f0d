-- A sync that was under way when products with one sku were first looked for had not looked for them in its first pages.
-- Each begins again with the whole list; the fence stops the process that carries it out. Where one has ended since,
-- the next one reads the whole list.
UPDATE integrations SET sync_status = 'queued', sync_fence = sync_fence + 1, sync_lease_until = NULL, sync_cursor = NULL,
  sync_listed = false, sync_tries = 0, sync_since = NULL, sync_begun_at = NULL
WHERE kind = 'woocommerce' AND sync_status IN ('queued', 'running');
UPDATE integrations SET fully_synced_at = NULL WHERE kind = 'woocommerce';

-- Items of a store that was disconnected are no products of a store.
UPDATE catalog_items SET store_state = NULL, store_state_at = NULL
WHERE store_state = 'ambiguous' AND integration_id IS NULL;
