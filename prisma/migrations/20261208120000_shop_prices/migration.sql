-- What shoppers could pay for each item, from each change on: the columns of catalog_items at that moment. Between two
-- rows the price follows from the first one and the dates of its sale (domain/items/price-stretches.ts). The order is that of
-- `seq`; `at` is the clock of whoever changed the item.
CREATE TABLE "shop_prices" (
  "workspace_id" TEXT NOT NULL,
  "item_id" TEXT NOT NULL,
  "seq" BIGSERIAL NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "integration_id" TEXT, -- the store that is asked for it
  "is_known" BOOLEAN NOT NULL, -- false: a store was asked for it, and is no longer
  "currency" CHAR(3) NOT NULL,
  "price" BIGINT,
  "shopper_price" BIGINT,
  "compare_at" BIGINT,
  "sale_price" BIGINT,
  "sale_from" TIMESTAMPTZ(3),
  "sale_until" TIMESTAMPTZ(3),
  CONSTRAINT "shop_prices_pkey" PRIMARY KEY ("workspace_id", "item_id", "seq")
);
ALTER TABLE "shop_prices" ADD CONSTRAINT "shop_prices_workspace_id_fkey"
  FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The times in which a store was read again and again, with at most two days between two reads.
CREATE TABLE "store_reads" (
  "workspace_id" TEXT NOT NULL,
  "integration_id" TEXT NOT NULL,
  "from_at" TIMESTAMPTZ(3) NOT NULL,
  "until_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "store_reads_pkey" PRIMARY KEY ("workspace_id", "integration_id", "from_at")
);
ALTER TABLE "store_reads" ADD CONSTRAINT "store_reads_workspace_id_fkey"
  FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Both are written by triggers alone, and rows go with their workspace alone.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['shop_prices', 'store_reads'] LOOP
    EXECUTE format('GRANT SELECT ON %I TO pricecheck_app', t);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I TO pricecheck_app USING (workspace_id = current_setting(''app.workspace_id'', true)) WITH CHECK (workspace_id = current_setting(''app.workspace_id'', true))', t);
    EXECUTE format('CREATE POLICY owner_functions ON %I TO CURRENT_USER USING (true) WITH CHECK (true)', t);
  END LOOP;
END $$;

CREATE FUNCTION shop_prices_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what shoppers could pay is append-only';
END $$;
CREATE TRIGGER shop_prices_append_only BEFORE UPDATE OR TRUNCATE ON shop_prices
  FOR EACH STATEMENT EXECUTE FUNCTION shop_prices_are_append_only();

-- Where no store was ever linked, the prices of the past are what shoppers could pay. Of the others only the regular
-- price is known of the past, and no sale: their history begins now.
INSERT INTO shop_prices (workspace_id, item_id, at, is_known, currency, price)
SELECT c.workspace_id, c.item_id, c.at, true, c.currency, c.price
FROM item_changes c JOIN catalog_items i ON i.workspace_id = c.workspace_id AND i.id = c.item_id
WHERE i.integration_id IS NULL
  AND NOT EXISTS (SELECT FROM item_changes s
    WHERE s.workspace_id = i.workspace_id AND s.item_id = i.id AND s.source IN ('sync', 'write_back'))
  AND NOT EXISTS (SELECT FROM write_backs b WHERE b.workspace_id = i.workspace_id AND b.item_id = i.id)
ORDER BY c.at, c.id;
INSERT INTO shop_prices (workspace_id, item_id, at, is_known, currency, price, compare_at)
SELECT i.workspace_id, i.id, now(), EXISTS (SELECT FROM shop_prices s
    WHERE s.workspace_id = i.workspace_id AND s.item_id = i.id), i.currency, i.price, i.compare_at_price
FROM catalog_items i WHERE i.integration_id IS NULL;
INSERT INTO shop_prices (workspace_id, item_id, at, integration_id, is_known, currency, price, shopper_price, compare_at,
  sale_price, sale_from, sale_until)
SELECT i.workspace_id, i.id, now(), i.integration_id, true, i.currency, i.price, i.shopper_price, i.shown_compare_at,
  i.sale_price, i.sale_from, i.sale_until
FROM catalog_items i WHERE i.integration_id IS NOT NULL;
INSERT INTO store_reads (workspace_id, integration_id, from_at, until_at)
SELECT workspace_id, id, synced_at, synced_at FROM integrations WHERE synced_at IS NOT NULL;

-- Whatever writes an item writes its history, with the rights of the table's owner: the service cannot leave a row out,
-- or change one. A price without a store is known if nobody but files and requests ever said it, or said it since; what
-- a store showed before it was disconnected is left out.
CREATE FUNCTION record_shop_price() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE known boolean := true;
BEGIN
  IF TG_RELID <> 'public.catalog_items'::regclass THEN RAISE EXCEPTION 'this trigger is of catalog_items'; END IF;
  IF TG_OP = 'UPDATE' AND NEW.integration_id IS NULL THEN
    known := OLD.integration_id IS NULL AND (NEW.price IS DISTINCT FROM OLD.price OR COALESCE(
      (SELECT s.is_known FROM shop_prices s WHERE s.workspace_id = NEW.workspace_id AND s.item_id = NEW.id
       ORDER BY s.seq DESC LIMIT 1), true));
  END IF;
  IF NEW.integration_id IS NULL THEN
    INSERT INTO shop_prices (workspace_id, item_id, at, is_known, currency, price, compare_at)
    VALUES (NEW.workspace_id, NEW.id, NEW.updated_at, known, NEW.currency, NEW.price, NEW.compare_at_price);
  ELSE
    INSERT INTO shop_prices (workspace_id, item_id, at, integration_id, is_known, currency, price, shopper_price,
      compare_at, sale_price, sale_from, sale_until)
    VALUES (NEW.workspace_id, NEW.id, NEW.updated_at, NEW.integration_id, known, NEW.currency, NEW.price,
      NEW.shopper_price, NEW.shown_compare_at, NEW.sale_price, NEW.sale_from, NEW.sale_until);
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION record_shop_price() FROM PUBLIC;
CREATE TRIGGER record_first_shop_price AFTER INSERT ON catalog_items FOR EACH ROW EXECUTE FUNCTION record_shop_price();
CREATE TRIGGER record_changed_shop_price
  AFTER UPDATE OF price, compare_at_price, shopper_price, shown_compare_at, sale_price, sale_from, sale_until, currency,
    integration_id
  ON catalog_items FOR EACH ROW
  WHEN ((OLD.currency, OLD.price, OLD.compare_at_price, OLD.shopper_price, OLD.shown_compare_at, OLD.sale_price,
      OLD.sale_from, OLD.sale_until, OLD.integration_id)
    IS DISTINCT FROM (NEW.currency, NEW.price, NEW.compare_at_price, NEW.shopper_price, NEW.shown_compare_at,
      NEW.sale_price, NEW.sale_from, NEW.sale_until, NEW.integration_id))
  EXECUTE FUNCTION record_shop_price();

-- A sync that read everything goes on with the time before it, or begins another.
CREATE FUNCTION record_store_read() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_RELID <> 'public.integrations'::regclass THEN RAISE EXCEPTION 'this trigger is of integrations'; END IF;
  UPDATE store_reads r SET until_at = GREATEST(r.until_at, NEW.synced_at)
  WHERE r.workspace_id = NEW.workspace_id AND r.integration_id = NEW.id
    AND r.until_at >= NEW.synced_at - interval '2 days';
  IF NOT FOUND THEN
    INSERT INTO store_reads (workspace_id, integration_id, from_at, until_at)
    VALUES (NEW.workspace_id, NEW.id, NEW.synced_at, NEW.synced_at) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION record_store_read() FROM PUBLIC;
CREATE TRIGGER record_store_read AFTER UPDATE OF synced_at ON integrations FOR EACH ROW
  WHEN (NEW.synced_at IS DISTINCT FROM OLD.synced_at AND NEW.synced_at IS NOT NULL)
  EXECUTE FUNCTION record_store_read();

-- Whether a reduction that grew without an interruption is measured from before its first step.
ALTER TABLE "workspaces" ADD COLUMN "prior_price_progressive" BOOLEAN NOT NULL DEFAULT false;
