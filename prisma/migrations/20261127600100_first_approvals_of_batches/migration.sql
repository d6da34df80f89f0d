-- Whether an approval of a batch is the first of two, so that it waits for another person: expected at the preview, known
-- after the decision. `planned_first` are those that the preview expected.
ALTER TABLE "decision_batches" ADD COLUMN "planned_first" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "decision_batch_items" ADD COLUMN "first_of_two" BOOLEAN NOT NULL DEFAULT false;

UPDATE decision_batch_items i SET first_of_two = true FROM decision_batches b
WHERE b.workspace_id = i.workspace_id AND b.id = i.batch_id AND b.action = 'approve'
  AND i.outcome = 'done' AND i.status_after = 'pending_approval';
UPDATE decision_batches b SET outcomes = b.outcomes || jsonb_build_object('firstApprovals', (
  SELECT count(*)::int FROM decision_batch_items i
  WHERE i.workspace_id = b.workspace_id AND i.batch_id = b.id AND i.first_of_two));
