-- The scheduler also counts the events of the sessions that wait for a learn job, for a metric.
grant select (uncompiled) on open_sessions to strata_ingest_scheduler;
