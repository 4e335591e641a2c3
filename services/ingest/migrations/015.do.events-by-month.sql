-- Events are kept in one partition a month (ADR 0090). `seq` begins with the month in which an event is stored, as in
-- 202611_0000000042. This file prepares the table; the version before can still work with it. A new database is split at
-- once, another one by the service, some days later (src/adapters/pg-event-months.ts).

-- A partitioned table can have no unique index over ids alone, so each id is listed here, for ever.
create table event_ids (
  event_id text not null,
  tenant_id text not null,
  environment text not null,
  -- Where the event is. There may be none: it was deleted.
  seq bigint not null,
  primary key (event_id, tenant_id, environment)
);
alter table event_ids enable row level security;
alter table event_ids force row level security;
create policy tenant on event_ids to strata_ingest
  using (tenant_id = current_setting('strata.tenant_id', true)
    and environment = current_setting('strata.environment', true));
grant select on event_ids to strata_ingest_reconciler;
create policy reconciler on event_ids for select to strata_ingest_reconciler using (true);

-- The months that have a partition, as in 202611. Events of a month without one are stored in the last month before it.
create table event_months (month integer primary key);
revoke insert, update, delete on event_months from strata_ingest;
grant select on event_months to strata_ingest_scheduler;

-- No uncompiled event of the session is before this `seq`, so that compiling looks at no earlier month.
alter table open_sessions add column first_seq bigint not null default 0;
create index open_sessions_first on open_sessions (tenant_id, environment, first_seq);

-- A column of a partition cannot be an identity. The numbers go on where they were.
lock table events in access exclusive mode;
create sequence event_seq maxvalue 9999999999 cycle;
select setval('event_seq', last_value + 1, false) from events_seq_seq;
alter table events alter column seq drop identity;
alter table events alter column seq set default nextval('event_seq');
-- With this, the table becomes a partition without being read. It is validated later, beside all other work.
alter table events add constraint events_seq_before_months check (seq < 10000000000) not valid;

-- Reads the whole table, and holds up neither readers nor writers.
create function validate_events_before_months() returns void
language plpgsql security definer
as $$
begin
  perform set_config('lock_timeout', '1s', true);
  if exists (select from pg_constraint where conname = 'events_seq_before_months'
             and conrelid = to_regclass('events') and not convalidated) then
    alter table events validate constraint events_seq_before_months;
  end if;
end
$$;

-- Makes the table a partition of a new one, which gets its name. Returns whether it is split.
create function split_events(after_days integer) returns boolean
language plpgsql security definer
as $$
declare
  prepared_at timestamptz;
  index_name text;
  index_definition text;
  index_definitions text[];
  right_statement text;
  right_statements text[];
  reader name;
  policy name;
begin
  perform set_config('lock_timeout', '1s', true);
  perform pg_advisory_xact_lock(hashtext('ingest.event_months'));
  if (select relkind = 'p' from pg_class where oid = to_regclass('events')) then
    return true;
  end if;
  select run_at into prepared_at from schema_version where version = 15;
  if after_days > 0 and now() < coalesce(prepared_at, now()) + make_interval(days => after_days) then
    return false;
  end if;

  lock table events in access exclusive mode;
  index_definitions := array(
    select pg_get_indexdef(indexrelid) from pg_index where indrelid = to_regclass('events') and not indisunique);
  -- Row policies and privileges, as statements.
  right_statements := array(
    select format('create policy %I on events as %s for %s to %s using (%s)%s', policyname, permissive, cmd,
                  (select string_agg(quote_ident(role), ', ') from unnest(roles) as role), coalesce(qual, 'true'),
                  case when with_check is null then '' else format(' with check (%s)', with_check) end)
    from pg_policies where schemaname = current_schema() and tablename = 'events'
    union all
    select format('grant %s on events to %s', privilege_type, grantee::regrole)
    from pg_class, aclexplode(relacl) where oid = to_regclass('events') and grantee <> relowner
    union all
    select format('grant %s (%I) on events to %s', privilege_type, attname, grantee::regrole)
    from pg_attribute, aclexplode(attacl) where attrelid = to_regclass('events') and attnum > 0);
  for index_name in
    select relname from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = to_regclass('events')
  loop
    execute format('alter index %I rename to %I', index_name, replace(index_name, 'events_', 'events_before_months_'));
  end loop;
  alter table events rename to events_before_months;
  create table events (like events_before_months including defaults including storage) partition by range (seq);
  -- Those that the partition has already are not made again.
  alter table events add primary key (tenant_id, environment, seq);
  foreach index_definition in array index_definitions loop
    execute index_definition;
  end loop;
  alter table events enable row level security;
  alter table events force row level security;
  foreach right_statement in array right_statements loop
    execute right_statement;
  end loop;
  -- Only through `events`, whose row policies apply. A migration that is not run by a superuser lifts this for its time.
  for policy in
    select polname from pg_policy where polrelid = to_regclass('events_before_months')
  loop
    execute format('drop policy %I on events_before_months', policy);
  end loop;
  for reader in
    select distinct grantee::regrole from pg_class, aclexplode(relacl)
    where oid = to_regclass('events_before_months') and grantee <> relowner
    union
    select distinct grantee::regrole from pg_attribute, aclexplode(attacl)
    where attrelid = to_regclass('events_before_months') and attnum > 0
  loop
    execute format('revoke all on events_before_months from %I', reader);
  end loop;
  alter table events_before_months force row level security;
  alter table events attach partition events_before_months for values from (minvalue) to (10000000000);
  return true;
end
$$;

-- Makes the partition of a month if there is none. Readers and writers go on meanwhile. Returns whether it was made.
create function make_event_month(new_month integer) returns boolean
language plpgsql security definer
as $$
declare
  partition text := format('events_%s_%s', new_month / 100, lpad((new_month % 100)::text, 2, '0'));
  next_month integer := case when new_month % 100 = 12 then new_month + 89 else new_month + 1 end;
begin
  if new_month not between 200001 and 900012 or new_month % 100 not between 1 and 12 then
    raise exception '% is not a month', new_month using errcode = '22023';
  end if;
  perform set_config('lock_timeout', '1s', true);
  perform pg_advisory_xact_lock(hashtext('ingest.event_months'));
  if exists (select from event_months where month = new_month)
    or (select relkind <> 'p' from pg_class where oid = to_regclass('events')) then
    return false;
  end if;
  execute format('create table %I (like events including defaults including storage)', partition);
  execute format('alter table %I enable row level security', partition);
  execute format('alter table %I force row level security', partition);
  -- Only through `events`, whose row policies apply.
  execute format('revoke all on %I from strata_ingest', partition);
  execute format('alter table events attach partition %I for values from (%s) to (%s)', partition,
                 new_month * 10000000000, next_month * 10000000000);
  insert into event_months values (new_month);
  return true;
end
$$;

-- Drops the partition of a month if it has no event and a later month has a partition. Returns whether it was dropped.
create function drop_event_month(old_month integer) returns boolean
language plpgsql security definer
as $$
declare
  partition text := format('events_%s_%s', old_month / 100, lpad((old_month % 100)::text, 2, '0'));
  has_events boolean;
  may_be_empty boolean;
begin
  perform set_config('lock_timeout', '500ms', true);
  perform pg_advisory_xact_lock(hashtext('ingest.event_months'));
  if not exists (select from event_months where month = old_month)
    or not exists (select from event_months where month > old_month) then
    return false;
  end if;
  -- What the last vacuum found, so that the lock is not taken in vain, and little is read under it.
  select size = 0 or size < 64 * 1024 * 1024 and reltuples = 0 and pg_stat_get_live_tuples(oid) = 0 into may_be_empty
  from pg_class, pg_relation_size(oid) as size where oid = to_regclass(partition);
  if not may_be_empty then
    return false;
  end if;
  lock table only events in access exclusive mode;
  -- Forced, it would hide all events from the owner.
  execute format('alter table %I no force row level security', partition);
  execute format('select exists (select from %I)', partition) into has_events;
  if has_events then
    execute format('alter table %I force row level security', partition);
    return false;
  end if;
  execute format('drop table %I', partition);
  delete from event_months where month = old_month;
  return true;
end
$$;

do $$
declare
  own text;
begin
  foreach own in array array['validate_events_before_months()', 'split_events(integer)', 'make_event_month(integer)',
                             'drop_event_month(integer)'] loop
    execute format('alter function %s set search_path = %I, pg_temp', own, current_schema());
    execute format('revoke all on function %s from public', own);
    execute format('grant execute on function %s to strata_ingest_scheduler', own);
  end loop;
  -- In a database without earlier migrations, no other version can be running.
  if not exists (select from schema_version where xmin <> pg_current_xact_id()::xid) then
    perform split_events(0);
  end if;
end
$$;
