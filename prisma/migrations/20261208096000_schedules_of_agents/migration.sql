-- Whether an agent made or last changed a schedule, and whether a run came of one that was an agent's. Nobody knows it of
-- the schedules before, and those that an application made name its grant.
ALTER TABLE "schedules" ADD COLUMN "by_agent" BOOLEAN NOT NULL DEFAULT false;
UPDATE "schedules" SET "by_agent" = true WHERE "created_by" LIKE 'grt_%';
ALTER TABLE "runs" ADD COLUMN "by_agent" BOOLEAN NOT NULL DEFAULT false;
