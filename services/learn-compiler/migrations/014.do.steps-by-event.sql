-- Steps are looked up by event, so the event leads and the partition follows (as in 002). The part comes last: between them, it
-- would make the index look dearer than a walk through the partition.
alter table steps
  drop constraint steps_pkey,
  add primary key (event_id, tenant_id, environment, part);
