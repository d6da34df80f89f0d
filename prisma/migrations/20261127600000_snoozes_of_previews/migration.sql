-- Until when a recommendation was snoozed at the preview. One that is snoozed otherwise by its decision falls out.
ALTER TABLE "decision_batch_items" ADD COLUMN "snooze_seen" TIMESTAMPTZ(3);
