-- The app by which a store was asked for a code, sealed, and when the code came back: it counts once.
ALTER TABLE "store_grants" ADD COLUMN "app" BYTEA;
ALTER TABLE "store_grants" ADD COLUMN "returned_at" TIMESTAMPTZ(3);

-- One process at a time renews a connection's credentials; the fence shows whether its lease is still valid, and whether
-- the credentials were replaced meanwhile.
ALTER TABLE "integrations" ADD COLUMN "renewal_lease_until" TIMESTAMPTZ(3);
ALTER TABLE "integrations" ADD COLUMN "renewal_fence" INTEGER NOT NULL DEFAULT 0;
