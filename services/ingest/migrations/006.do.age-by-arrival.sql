-- The age of an event counts from the earlier of the client's time and the arrival.
-- The new index first: dropping one locks out readers until the end of the transaction.
create index events_by_arrival on events (tenant_id, environment, least(occurred_at, received_at));
drop index events_by_age;
alter index events_by_arrival rename to events_by_age;
