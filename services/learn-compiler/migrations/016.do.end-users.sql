-- The end user whom an event is about, and so its steps and memories. An artifact has one if all of its evidence is about this
-- one end user. What was learned before this was kept is of nobody.
alter table steps add column user_id text;
alter table memories add column user_id text;
alter table artifacts add column user_id text;

-- What is an end user's is looked up by the end user, so the end user leads and the partition follows (as in 002).
create index steps_by_user on steps (user_id, tenant_id, environment) where user_id is not null;
create index memories_by_user on memories (user_id, tenant_id, environment, seq) where user_id is not null;
create index artifacts_by_user on artifacts (user_id, tenant_id, environment) where user_id is not null;
