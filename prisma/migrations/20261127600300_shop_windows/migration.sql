-- What shoppers see of an item beside its regular price, as its store reported it at the last sync; null where the store
-- reports none.
ALTER TABLE "catalog_items"
  ADD COLUMN "shopper_price" BIGINT,
  ADD COLUMN "shown_compare_at" BIGINT,
  ADD COLUMN "sale_price" BIGINT,
  ADD COLUMN "sale_from" TIMESTAMPTZ(3),
  ADD COLUMN "sale_until" TIMESTAMPTZ(3);
ALTER TABLE "catalog_items" ADD CONSTRAINT "catalog_items_sale" CHECK (sale_price IS NOT NULL OR (sale_from IS NULL AND sale_until IS NULL));
