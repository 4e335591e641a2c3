-- What people claim, so that a newer claim can replace an older one. `claim` is the JSON of src/compile/facts/read-claim.ts,
-- `source` a hash of who says it and of the learning scope. A claim that is not linked has not been compared with others yet.
create table claims (
  tenant_id text not null,
  environment text not null,
  memory_id text not null,
  agent_id text not null,
  namespace_id text not null,
  session_id text not null,
  source text not null,
  said_at timestamptz not null,
  seq bigint not null,
  claim text not null,
  linked boolean not null default false,
  primary key (memory_id, tenant_id, environment),
  foreign key (tenant_id, environment, memory_id) references memories (tenant_id, environment, id) on delete cascade
);
create index claims_unlinked on claims (tenant_id, environment, said_at) where not linked;

-- A hash of the source and of one word, by which claims about the same are found.
create table claim_keys (
  tenant_id text not null,
  environment text not null,
  key text not null,
  memory_id text not null,
  said_at timestamptz not null,
  primary key (memory_id, key, tenant_id, environment),
  foreign key (memory_id, tenant_id, environment) references claims (memory_id, tenant_id, environment) on delete cascade
);
create index claim_keys_by_key on claim_keys (key, tenant_id, environment, said_at desc);

do $$
declare
  owned text;
begin
  foreach owned in array array['claims', 'claim_keys'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format(
      'create policy tenant on %I to strata_learn using (tenant_id = current_setting(''strata.tenant_id'', true)'
        || ' and environment = current_setting(''strata.environment'', true))', owned);
  end loop;
end
$$;

-- `valid_to` is when the memory stopped holding, and `replaced_by` the memory that holds since. When it was said last has a
-- column of its own.
alter table memories add column replaced_by text, add column last_said timestamptz;
alter table memories no force row level security;
update memories set last_said = coalesce(valid_to, valid_from), valid_to = null;
alter table memories force row level security;
create index memories_replaced on memories (replaced_by, tenant_id, environment) where replaced_by is not null;

drop index memories_by_age;
create index memories_by_age
  on memories (tenant_id, environment, greatest(coalesce(last_said, valid_from), restored_at));
