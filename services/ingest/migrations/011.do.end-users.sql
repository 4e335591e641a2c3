-- The end user whom an event is about, as the client names them. Nobody for what was compiled before this was kept.
alter table events add column user_id text;

alter table events no force row level security;
update events set user_id = nullif(left(metadata ->> 'userId', 200), '')
where learned_at is null and json_typeof(metadata -> 'userId') = 'string';
alter table events force row level security;

-- An end user's events are looked up by the end user, so that the planner does not walk a tenant that is not analyzed.
create index events_by_user on events (user_id, tenant_id, environment, seq) where user_id is not null;
