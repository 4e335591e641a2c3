-- Lists of jobs are read page by page, newest first.
alter table jobs add column seq bigint generated always as identity;
create index jobs_by_seq on jobs (tenant_id, environment, seq);
