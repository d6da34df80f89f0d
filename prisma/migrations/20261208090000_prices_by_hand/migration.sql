-- Whether a recommendation is a person's price for an item, or replaces one: it names the run that was the latest then,
-- which did not recommend it. One that was stored before this column was set by a person in the moment it was made.
ALTER TABLE "recommendations" ADD COLUMN "by_hand" BOOLEAN NOT NULL DEFAULT false;

UPDATE recommendations SET by_hand = true
WHERE kind = 'price_change' AND (overridden_at = created_at OR reason = 'A person''s price; no run recommends one.');
