-- The newest entries of one end user, and of nobody, are read along an index, however many other end users an agent has.
drop index entries_by_user;
create index entries_by_user on entries (user_id, kind, tenant_id, environment, occurred_at desc, "position" desc)
  where user_id is not null;
drop index entries_by_agent;
create index entries_by_agent on entries (agent_id, kind, tenant_id, environment, user_id, occurred_at desc, "position" desc);
