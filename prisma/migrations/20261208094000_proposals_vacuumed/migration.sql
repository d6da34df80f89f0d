-- What became of a run's recommendations is counted from the index alone once they are vacuumed; before, each of their
-- rows is read for whether it is visible. By its default share of the table, autovacuum would come late in a large one:
-- a run of 100,000 is a small share there. Nothing is dead after a run, so that only new pages are read.
ALTER TABLE "recommendations" SET (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 20000);
