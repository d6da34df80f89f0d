-- What a seller takes for delivery beside the price, in the same currency; NULL where it is not known.
ALTER TABLE "observations" ADD COLUMN "shipping" BIGINT;
ALTER TABLE "current_offers" ADD COLUMN "shipping" BIGINT;
-- The columns are empty, so that no row has to be looked at.
ALTER TABLE "observations" ADD CHECK ("shipping" >= 0) NOT VALID;
ALTER TABLE "current_offers" ADD CHECK ("shipping" >= 0) NOT VALID;
-- Whether a workspace knows what any seller takes for delivery.
CREATE INDEX "current_offers_with_shipping_idx" ON "current_offers" ("workspace_id") WHERE "shipping" IS NOT NULL;

CREATE OR REPLACE FUNCTION observations_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.workspace_id, OLD.item_id, OLD.observed_at, OLD.id, OLD.seller, OLD.price, OLD.currency, OLD.in_stock,
      OLD.pack_size, OLD.shipping, OLD.url, OLD.source, OLD.created_at, OLD.check_id, OLD.origin)
    IS DISTINCT FROM
     (NEW.workspace_id, NEW.item_id, NEW.observed_at, NEW.id, NEW.seller, NEW.price, NEW.currency, NEW.in_stock,
      NEW.pack_size, NEW.shipping, NEW.url, NEW.source, NEW.created_at, NEW.check_id, NEW.origin)
  THEN RAISE EXCEPTION 'observations are append-only'; END IF;
  RETURN NEW;
END $$;
