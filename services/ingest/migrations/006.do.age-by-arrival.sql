-- The age of an event counts from the earlier of the client's time and the arrival.
drop index events_by_age;
create index events_by_age on events (tenant_id, environment, least(occurred_at, received_at));
