-- A policy may tell its scopes apart by stock or sku, so that the market of an item depends on them as well. Stock changes
-- with every sale: under any other policy the position stays known.
CREATE FUNCTION mark_item_of_scope() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO market_marks (workspace_id, item_id)
  SELECT NEW.workspace_id, NEW.id
  WHERE EXISTS (SELECT FROM current_offers o WHERE o.workspace_id = NEW.workspace_id AND o.item_id = NEW.id)
    AND EXISTS (
      SELECT FROM workspaces w JOIN policy_versions p ON p.workspace_id = w.id AND p.version = w.active_policy
      WHERE w.id = NEW.workspace_id AND p.document::text ~ '"(skus|stock_from|stock_to)"');
  RETURN NULL;
END $$;
CREATE TRIGGER mark_items_of_other_scopes AFTER UPDATE OF sku, stock ON catalog_items FOR EACH ROW
  WHEN ((OLD.sku, OLD.stock) IS DISTINCT FROM (NEW.sku, NEW.stock))
  EXECUTE FUNCTION mark_item_of_scope();
