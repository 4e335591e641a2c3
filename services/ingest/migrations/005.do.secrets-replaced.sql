-- How many secrets were taken out of an event before it came here. Events from before this was done were left as they were.
alter table events add column secrets_replaced integer not null default 0;
