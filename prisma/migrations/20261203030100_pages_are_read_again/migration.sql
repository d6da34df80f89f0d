-- A page that its site reports as unchanged repeats the price that was read before. Prices without VAT and those of
-- other pages than the product's are read otherwise now, so each page is requested in full once more.
UPDATE offers SET etag = NULL, last_modified = NULL, answer_check_id = NULL
WHERE etag IS NOT NULL OR last_modified IS NOT NULL OR answer_check_id IS NOT NULL;
