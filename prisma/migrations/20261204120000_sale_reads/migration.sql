-- When the store was asked for what it shows of an item with a sale: a store may start and end sales late, so that what it
-- charged before a sale began or ended says nothing about what it charges since.
ALTER TABLE "catalog_items" ADD COLUMN "window_read_at" TIMESTAMPTZ(3);

-- When the next sale of a store begins or ends, or has to be looked at again; null: none is known. The sales that are
-- known already are looked at once.
ALTER TABLE "integrations" ADD COLUMN "sales_due_at" TIMESTAMPTZ(3);
UPDATE integrations i SET sales_due_at = now()
WHERE EXISTS (SELECT 1 FROM catalog_items c WHERE c.workspace_id = i.workspace_id AND c.integration_id = i.id AND c.sale_price IS NOT NULL);

CREATE OR REPLACE FUNCTION due_syncs(at timestamptz, after_id text, most int)
RETURNS TABLE (workspace_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT i.workspace_id, i.id FROM integrations i
  WHERE i.id > after_id AND i.status <> 'disconnected'
    AND ((i.sync_status = 'queued' AND (i.sync_not_before IS NULL OR i.sync_not_before <= at))
      OR (i.sync_status = 'running' AND i.sync_lease_until < at)
      OR (i.sync_status IN ('ok', 'failed') AND i.sales_due_at <= at))
  ORDER BY i.id LIMIT most
$$;

-- A store that was read again since its sale began or ended tells what shoppers pay.
DROP TRIGGER mark_changed_items ON catalog_items;
CREATE TRIGGER mark_changed_items
  AFTER UPDATE OF price, shopper_price, sale_price, sale_from, sale_until, window_read_at, currency, pack_size, tags, category,
    brand
  ON catalog_items FOR EACH ROW
  WHEN ((OLD.price, OLD.shopper_price, OLD.sale_price, OLD.sale_from, OLD.sale_until, OLD.window_read_at, OLD.currency,
      OLD.pack_size, OLD.tags, OLD.category, OLD.brand)
    IS DISTINCT FROM (NEW.price, NEW.shopper_price, NEW.sale_price, NEW.sale_from, NEW.sale_until, NEW.window_read_at,
      NEW.currency, NEW.pack_size, NEW.tags, NEW.category, NEW.brand))
  EXECUTE FUNCTION mark_item();
