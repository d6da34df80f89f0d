-- A batch may be about items of the catalog, whose tags it edits: `edit` is which ones it adds and removes. The id of an
-- item of the batch is then that of the catalog's item.
ALTER TABLE "decision_batches" ADD COLUMN "edit" JSONB;
ALTER TABLE decision_batches DROP CONSTRAINT decision_batches_subject_check,
  ADD CONSTRAINT decision_batches_subject_check CHECK (subject IN ('recommendations', 'alerts', 'items'));
