-- Who brought a price, and who reported it as wrong or took that back: page_checks, people, tokens or agents. Null for those
-- from before it was stored.
ALTER TABLE "observations" ADD COLUMN "origin" TEXT, ADD COLUMN "wrong_from" TEXT;
CREATE INDEX "observations_reported_from" ON "observations" ("workspace_id", "item_id") WHERE "wrong_from" IS NOT NULL;

-- Who said last which page is read, and how. Null for the shop's people.
ALTER TABLE "offers" ADD COLUMN "origin" TEXT;

-- The figures of an item that a token or an agent entered, by their name.
ALTER TABLE "catalog_items" ADD COLUMN "figures_from" JSONB NOT NULL DEFAULT '{}';

CREATE OR REPLACE FUNCTION observations_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.workspace_id, OLD.item_id, OLD.observed_at, OLD.id, OLD.seller, OLD.price, OLD.currency, OLD.in_stock,
      OLD.pack_size, OLD.url, OLD.source, OLD.created_at, OLD.check_id, OLD.origin)
    IS DISTINCT FROM
     (NEW.workspace_id, NEW.item_id, NEW.observed_at, NEW.id, NEW.seller, NEW.price, NEW.currency, NEW.in_stock,
      NEW.pack_size, NEW.url, NEW.source, NEW.created_at, NEW.check_id, NEW.origin)
  THEN RAISE EXCEPTION 'observations are append-only'; END IF;
  RETURN NEW;
END $$;
