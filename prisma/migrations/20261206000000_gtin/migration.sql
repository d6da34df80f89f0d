-- The number of an item's barcode, as it was given: leading zeros are part of it.
ALTER TABLE "catalog_items" ADD COLUMN "gtin" TEXT;
ALTER TABLE catalog_items ADD CHECK (gtin ~ '^([0-9]{8}|[0-9]{12,14})$');
