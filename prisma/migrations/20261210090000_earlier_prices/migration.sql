-- What people state of the time before a shop's prices were recorded: from a moment on, until another or the next entry
-- of the item. A correction replaces an entry; what was recorded stands in shop_prices, which nobody changes.
CREATE TABLE "earlier_prices" (
  "workspace_id" TEXT NOT NULL,
  "item_id" TEXT NOT NULL,
  "valid_from" TIMESTAMPTZ(3) NOT NULL,
  "valid_until" TIMESTAMPTZ(3),
  "currency" CHAR(3) NOT NULL,
  "price" BIGINT NOT NULL,
  "compare_at" BIGINT,
  CONSTRAINT "earlier_prices_pkey" PRIMARY KEY ("workspace_id", "item_id", "valid_from")
);
ALTER TABLE "earlier_prices" ADD CONSTRAINT "earlier_prices_workspace_id_fkey"
    FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CHECK (price > 0),
  ADD CHECK (compare_at > 0),
  ADD CHECK (valid_until > valid_from);

GRANT SELECT, INSERT, UPDATE, DELETE ON earlier_prices TO pricecheck_app;
ALTER TABLE earlier_prices ENABLE ROW LEVEL SECURITY;
ALTER TABLE earlier_prices FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON earlier_prices TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY owner_functions ON earlier_prices TO CURRENT_USER USING (true) WITH CHECK (true);
