ALTER TABLE catalog_items ADD COLUMN msrp BIGINT, ADD COLUMN pack_size TEXT, ADD CHECK (msrp >= 0);
ALTER TABLE observations ADD COLUMN pack_size TEXT;
ALTER TABLE current_offers ADD COLUMN pack_size TEXT;
