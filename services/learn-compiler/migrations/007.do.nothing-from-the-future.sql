-- Clients could send times in the future. What was compiled from such events holds at the latest from their arrival, which
-- `seq` states in microseconds, so that lifecycle policies apply to it. A memory does not name the arrival of its events: it
-- holds at the latest from when it was compiled.

update steps
set occurred_at = to_timestamp(seq / 1000000.0),
    -- The first time in a step is its own. The order of its keys must stay.
    step = regexp_replace(step, '"at":"[^"]*"',
      to_char(to_timestamp(seq / 1000000.0) at time zone 'UTC', '"\"at\":\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\""'))
where occurred_at > to_timestamp(seq / 1000000.0);

with corrected as (
  update memories
  set valid_from = least(valid_from, created_at), valid_to = case when valid_to is not null then least(valid_to, updated_at) end, revision = nextval('revisions')
  where valid_from > created_at or valid_to > updated_at
  returning tenant_id, environment, id
)
insert into index_outbox (tenant_id, environment, entry_id) select tenant_id, environment, id from corrected;
