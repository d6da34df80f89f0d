-- Whether a batch of approvals accepts what is new first. A process of an earlier version approves none of those: they
-- fall out there, since they do not await approval.
ALTER TABLE "decision_batches" ADD COLUMN "accepts" BOOLEAN NOT NULL DEFAULT false;
