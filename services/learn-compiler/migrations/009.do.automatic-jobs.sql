-- Jobs without a request have the cause 'automatic'. One waits in each tenant scope: it does the work of all.
create unique index jobs_automatic on jobs (tenant_id, environment) where status = 'queued' and cause = 'automatic';
-- The next one keeps a distance from the last one that ended.
create index jobs_automatic_ended on jobs (tenant_id, environment, finished_at)
  where cause = 'automatic' and finished_at is not null;
