-- A person's CSS selector for a page whose price cannot be read otherwise, kept with each check that used it.
ALTER TABLE offers ADD COLUMN price_selector TEXT,
  ADD CONSTRAINT offers_price_selector_check CHECK (char_length(price_selector) BETWEEN 1 AND 300);
ALTER TABLE page_checks ADD COLUMN price_selector TEXT;
