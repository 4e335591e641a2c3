-- The order of arrival is read within a partition alone; an index over all of them would walk the others' events.
alter table events drop constraint events_pkey, add primary key (tenant_id, environment, seq);
