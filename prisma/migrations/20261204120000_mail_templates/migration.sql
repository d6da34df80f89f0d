-- Which mail it is and how often it was tried, for the log. The template is null for mails that were stored before, or by
-- a process of the previous version.
ALTER TABLE "mails" ADD COLUMN "template" TEXT;
ALTER TABLE "mails" ADD COLUMN "attempts" INTEGER NOT NULL DEFAULT 0;
