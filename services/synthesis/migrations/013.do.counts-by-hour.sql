-- Counts of syntheses are kept by the hour, with the tokens of their packs, for figures over time (ADR 0091). The slot tells the
-- hour too, so that the key stays: the version before goes on counting in rows without an hour, and a day is the sum of both.
alter table synthesis_counts add column hour smallint check (hour between 0 and 23);
alter table synthesis_counts add column tokens bigint not null default 0;

-- The first count of an hour removes the days that nobody asks for any more. Packs are kept for 366 days at most, and are
-- compared with their counts. A clock that is ahead removes none.
create function drop_old_synthesis_counts() returns trigger language plpgsql
as $$
begin
  delete from synthesis_counts
  where tenant_id = new.tenant_id and environment = new.environment
    and day < least(new.day, current_date) - 400;
  return null;
end
$$;
revoke all on function drop_old_synthesis_counts() from public;
create trigger drop_old after insert on synthesis_counts for each row execute function drop_old_synthesis_counts();

do $$
begin
  execute format('alter function drop_old_synthesis_counts() set search_path = %I, pg_temp', current_schema());
end
$$;
