-- Who paused or removed a page, if it was a program: its prices are missing from what a lane decides on. Nobody knows it
-- of the pages that were stopped before.
ALTER TABLE "offers" ADD COLUMN "stopped_from" TEXT;
