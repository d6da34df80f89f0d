-- A policy may say that competitor prices below an item's cost do not count, so that the market of an item depends on its
-- cost as well.
CREATE TRIGGER mark_changed_costs AFTER UPDATE OF cost ON catalog_items FOR EACH ROW
  WHEN (OLD.cost IS DISTINCT FROM NEW.cost)
  EXECUTE FUNCTION mark_item();
