-- What shoppers could pay for each item, from each change on: the columns of catalog_items at that moment. Between two
-- rows the price follows from the first one and the dates of its sale (domain/items/shop-prices.ts).
CREATE TABLE "shop_prices" (
  "workspace_id" TEXT NOT NULL,
  "item_id" TEXT NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "seq" BIGSERIAL NOT NULL,
  "currency" CHAR(3) NOT NULL,
  "price" BIGINT,
  "shopper_price" BIGINT,
  "compare_at" BIGINT,
  "sale_price" BIGINT,
  "sale_from" TIMESTAMPTZ(3),
  "sale_until" TIMESTAMPTZ(3),
  CONSTRAINT "shop_prices_pkey" PRIMARY KEY ("workspace_id", "item_id", "at", "seq")
);

-- Rows are added by the trigger alone, and go with their workspace alone.
GRANT SELECT ON shop_prices TO pricecheck_app;
ALTER TABLE shop_prices ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop_prices FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON shop_prices TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY owner_functions ON shop_prices TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE FUNCTION shop_prices_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what shoppers could pay is append-only';
END $$;
CREATE TRIGGER shop_prices_append_only BEFORE UPDATE ON shop_prices
  FOR EACH STATEMENT EXECUTE FUNCTION shop_prices_are_append_only();

-- Whatever writes an item writes its history, with the rights of the table's owner, so that the service cannot leave a
-- row out, change one or add one of another time.
CREATE FUNCTION record_shop_price() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO shop_prices (workspace_id, item_id, at, currency, price, shopper_price, compare_at, sale_price, sale_from,
    sale_until)
  VALUES (NEW.workspace_id, NEW.id,
    -- The clock of another process may be behind: what is written last is what holds.
    GREATEST(NEW.updated_at, (SELECT max(s.at) FROM shop_prices s
      WHERE s.workspace_id = NEW.workspace_id AND s.item_id = NEW.id)),
    NEW.currency, NEW.price, NEW.shopper_price, NEW.shown_compare_at, NEW.sale_price, NEW.sale_from, NEW.sale_until);
  RETURN NULL;
END $$;
CREATE TRIGGER record_first_shop_price AFTER INSERT ON catalog_items FOR EACH ROW EXECUTE FUNCTION record_shop_price();
CREATE TRIGGER record_changed_shop_price
  AFTER UPDATE OF price, shopper_price, shown_compare_at, sale_price, sale_from, sale_until, currency
  ON catalog_items FOR EACH ROW
  WHEN ((OLD.currency, OLD.price, OLD.shopper_price, OLD.shown_compare_at, OLD.sale_price, OLD.sale_from, OLD.sale_until)
    IS DISTINCT FROM (NEW.currency, NEW.price, NEW.shopper_price, NEW.shown_compare_at, NEW.sale_price, NEW.sale_from,
      NEW.sale_until))
  EXECUTE FUNCTION record_shop_price();

-- Where no store was ever linked, the prices of the past are what shoppers could pay. Of the others only the regular
-- price is known of the past, and no sale: their history begins now.
INSERT INTO shop_prices (workspace_id, item_id, at, currency, price)
SELECT c.workspace_id, c.item_id, c.at, c.currency, c.price
FROM item_changes c JOIN catalog_items i ON i.workspace_id = c.workspace_id AND i.id = c.item_id
WHERE i.integration_id IS NULL AND i.shopper_price IS NULL AND i.sale_price IS NULL
ORDER BY c.at, c.id;
INSERT INTO shop_prices (workspace_id, item_id, at, currency, price, shopper_price, compare_at, sale_price, sale_from,
  sale_until)
SELECT i.workspace_id, i.id, now(), i.currency, i.price, i.shopper_price, i.shown_compare_at, i.sale_price, i.sale_from,
  i.sale_until
FROM catalog_items i
WHERE NOT EXISTS (SELECT FROM shop_prices s WHERE s.workspace_id = i.workspace_id AND s.item_id = i.id);

-- Whether a reduction that grew without an interruption is measured from before its first step.
ALTER TABLE "workspaces" ADD COLUMN "prior_price_progressive" BOOLEAN NOT NULL DEFAULT false;
