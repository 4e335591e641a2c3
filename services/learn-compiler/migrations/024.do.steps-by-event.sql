-- As in 021: the planner took a walk through all steps of a tenant for as cheap as the look-up of one event, when its statistics
-- did not know the tenant. A learn job then read 13,000 steps for each event of a memory. Steps of a session are found by their
-- agent first; the index by age serves sweeps only, which compare ages.
drop index steps_by_session, steps_by_age;
create index steps_by_session on steps (agent_id, tenant_id, environment, namespace_id, session_id, seq);
create index steps_by_age on steps (tenant_id, environment, occurred_at) where occurred_at is not null;
