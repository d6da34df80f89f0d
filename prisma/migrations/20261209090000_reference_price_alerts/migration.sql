-- Whether runs raise alerts about items whose shop strikes through more than the prior price of the reduction.
ALTER TABLE "workspaces" ADD COLUMN "reference_price_alerts" BOOLEAN NOT NULL DEFAULT false;
