-- The market as a run saw it for each item: what the day's figures of the catalog are summed from.
ALTER TABLE "run_results" ADD COLUMN "market_median" BIGINT,
  ADD COLUMN "market_at" TIMESTAMPTZ(3);

-- One row for each day on which a run over the whole catalog finished: that day's last one.
CREATE TABLE "catalog_days" (
  "workspace_id" TEXT NOT NULL,
  "day" TEXT NOT NULL,
  "run_id" TEXT NOT NULL,
  "measured_at" TIMESTAMPTZ(3) NOT NULL,
  "items" INTEGER NOT NULL,
  "priced" INTEGER NOT NULL,
  "margin" TEXT,
  "below_floor" INTEGER NOT NULL,
  "without_cost" INTEGER NOT NULL,
  "without_price" INTEGER NOT NULL,
  "old_costs" INTEGER NOT NULL,
  "other_currency" INTEGER NOT NULL,
  "compared" INTEGER NOT NULL,
  "fresh" INTEGER NOT NULL,
  "price_index" TEXT,
  "categories" JSONB NOT NULL,
  CONSTRAINT "catalog_days_pkey" PRIMARY KEY ("workspace_id", "day")
);
ALTER TABLE "catalog_days" ADD CONSTRAINT "catalog_days_workspace_id_fkey"
    FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CHECK (day ~ '^\d{4}-\d{2}-\d{2}$'),
  ADD CHECK (priced BETWEEN 0 AND items),
  ADD CHECK (compared BETWEEN 0 AND items),
  ADD CHECK (fresh BETWEEN 0 AND items);

GRANT SELECT, INSERT, UPDATE, DELETE ON catalog_days TO pricecheck_app;
ALTER TABLE catalog_days ENABLE ROW LEVEL SECURITY;
ALTER TABLE catalog_days FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON catalog_days TO pricecheck_app
  USING (workspace_id = current_setting('app.workspace_id', true))
  WITH CHECK (workspace_id = current_setting('app.workspace_id', true));
CREATE POLICY owner_functions ON catalog_days TO CURRENT_USER USING (true) WITH CHECK (true);
