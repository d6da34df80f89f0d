-- The item's place in the market, as the engine's market was computed for it: what shoppers pay divided by the market
-- price, and the moment until which that holds if nothing is written; no moment where time alone does not change it.
ALTER TABLE "catalog_items"
  ADD COLUMN "price_index" DOUBLE PRECISION,
  ADD COLUMN "market_until" TIMESTAMPTZ(3);
CREATE INDEX "catalog_items_by_price_index" ON "catalog_items"("workspace_id", "price_index", "id");
CREATE INDEX "catalog_items_by_market_until" ON "catalog_items"("workspace_id", "market_until");

-- The items whose stored place may be outdated. Marks are only added and taken away, so that whoever writes an offer or a
-- price waits for nobody. An empty item means every item of the workspace.
CREATE TABLE "market_marks" (
  "workspace_id" TEXT NOT NULL,
  "item_id" TEXT NOT NULL,
  "mark" UUID NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT "market_marks_pkey" PRIMARY KEY ("workspace_id", "item_id", "mark")
);
-- Lists read the marks: those that were taken away must not stay among them for long.
ALTER TABLE "market_marks" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
ALTER TABLE "market_marks" ADD CONSTRAINT "market_marks_workspace_id_fkey"
  FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

GRANT SELECT, INSERT, UPDATE, DELETE ON market_marks TO pricecheck_app;
ALTER TABLE market_marks ENABLE ROW LEVEL SECURITY;
ALTER TABLE market_marks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON market_marks TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY owner_functions ON market_marks TO CURRENT_USER USING (true) WITH CHECK (true);

-- An offer that arrives, is replaced or is withdrawn. Offers also go with their workspace, which then takes no mark.
CREATE FUNCTION mark_offers() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO market_marks (workspace_id, item_id)
  SELECT DISTINCT c.workspace_id, c.item_id FROM changed c
  WHERE EXISTS (SELECT FROM workspaces w WHERE w.id = c.workspace_id);
  RETURN NULL;
END $$;
CREATE TRIGGER mark_added_offers AFTER INSERT ON current_offers
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_offers();
CREATE TRIGGER mark_replaced_offers AFTER UPDATE ON current_offers
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_offers();
CREATE TRIGGER mark_withdrawn_offers AFTER DELETE ON current_offers
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_offers();

-- What the market of an item depends on, its scope included. An item without an offer has no market.
CREATE FUNCTION mark_item() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO market_marks (workspace_id, item_id)
  SELECT NEW.workspace_id, NEW.id
  WHERE EXISTS (SELECT FROM current_offers o WHERE o.workspace_id = NEW.workspace_id AND o.item_id = NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER mark_changed_items
  AFTER UPDATE OF price, shopper_price, sale_price, sale_from, sale_until, currency, pack_size, tags, category, brand
  ON catalog_items FOR EACH ROW
  WHEN ((OLD.price, OLD.shopper_price, OLD.sale_price, OLD.sale_from, OLD.sale_until, OLD.currency, OLD.pack_size, OLD.tags,
      OLD.category, OLD.brand)
    IS DISTINCT FROM (NEW.price, NEW.shopper_price, NEW.sale_price, NEW.sale_from, NEW.sale_until, NEW.currency, NEW.pack_size,
      NEW.tags, NEW.category, NEW.brand))
  EXECUTE FUNCTION mark_item();

-- Another policy has other gates and other scopes.
CREATE FUNCTION mark_workspace() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO market_marks (workspace_id, item_id) VALUES (NEW.id, '');
  RETURN NULL;
END $$;
CREATE TRIGGER mark_for_policy AFTER UPDATE OF active_policy ON workspaces FOR EACH ROW
  WHEN (OLD.active_policy IS DISTINCT FROM NEW.active_policy) EXECUTE FUNCTION mark_workspace();

-- The workspaces with a mark or with an item whose place holds no longer, as keys only.
CREATE FUNCTION due_item_markets(at timestamptz, after_id text, most int)
RETURNS TABLE (workspace_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.id, w.id FROM workspaces w
  WHERE w.id > after_id
    AND ((SELECT true FROM market_marks m WHERE m.workspace_id = w.id ORDER BY m.item_id LIMIT 1)
      OR (SELECT i.market_until FROM catalog_items i WHERE i.workspace_id = w.id AND i.market_until IS NOT NULL
          ORDER BY i.market_until LIMIT 1) <= at)
  ORDER BY w.id LIMIT most
$$;
REVOKE EXECUTE ON FUNCTION due_item_markets(timestamptz, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_item_markets(timestamptz, text, int) TO pricecheck_app;

-- Everything that is stored is computed once, by the worker.
INSERT INTO market_marks (workspace_id, item_id) SELECT id, '' FROM workspaces;
