-- Evidence is looked up by event, memory or artifact, so these lead and the partition follows: a planner that has not
-- analyzed the table yet takes a whole partition for a row or two, and would walk it for every look-up.
alter table memory_events
  drop constraint memory_events_pkey,
  add primary key (memory_id, event_id, tenant_id, environment);
drop index memory_events_by_event;
create index memory_events_by_event on memory_events (event_id, tenant_id, environment);

alter table artifact_memories
  drop constraint artifact_memories_pkey,
  add primary key (artifact_id, memory_id, tenant_id, environment);
drop index artifact_memories_by_memory;
create index artifact_memories_by_memory on artifact_memories (memory_id, tenant_id, environment);
