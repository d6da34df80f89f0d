-- Keys by which the catalog is sorted; PostgreSQL renews them with the row. Titles sort in any case, by so many
-- characters as an index holds.
-- The margin at what shoppers pay falls as the cost's share of that price rises, whatever VAT and fees a policy has. During a
-- sale that price depends on the time: items with a sale have no stored share.
ALTER TABLE "catalog_items"
  ADD COLUMN "title_key" TEXT GENERATED ALWAYS AS (lower(left(title, 64))) STORED,
  ADD COLUMN "cost_share" DOUBLE PRECISION GENERATED ALWAYS AS (
    CASE WHEN sale_price IS NULL AND COALESCE(shopper_price, price) > 0
      THEN cost::double precision / COALESCE(shopper_price, price)::double precision END) STORED;

CREATE INDEX "catalog_items_by_title" ON "catalog_items"("workspace_id", "title_key", "id");
CREATE INDEX "catalog_items_by_price" ON "catalog_items"("workspace_id", "price", "id");
CREATE INDEX "catalog_items_by_cost" ON "catalog_items"("workspace_id", "cost", "id");
CREATE INDEX "catalog_items_by_stock" ON "catalog_items"("workspace_id", "stock", "id");
CREATE INDEX "catalog_items_by_cost_share" ON "catalog_items"("workspace_id", "cost_share", "id");

-- An import changes many items at one time: their order is that of their ids.
CREATE INDEX "catalog_items_by_change" ON "catalog_items"("workspace_id", "updated_at", "id");
DROP INDEX "catalog_items_workspace_id_updated_at_idx";
