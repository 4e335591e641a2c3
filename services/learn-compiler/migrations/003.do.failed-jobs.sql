-- The health record counts the failures of the last day, again and again.
create index jobs_failed on jobs (finished_at) where status = 'failed';
