-- One row for each memory and artifact that can be found. Everything that ranking and packing read is worked out when the row is
-- written: a query tokenizes no document.
create table entries (
  tenant_id text not null,
  environment text not null,
  id text not null,
  revision bigint not null,
  kind text not null check (kind in ('memory', 'artifact')),
  -- The memory's kind or the artifact's type.
  subtype text not null,
  -- '' for entries of no agent: they are a population of their own in the statistics.
  agent_id text not null,
  namespace_id text,
  tags text[] not null,
  session_id text,
  "position" integer,
  occurred_at timestamptz not null,
  -- What the reader gets: a memory's words, an artifact rendered.
  body text not null,
  tokens integer not null,
  -- What ranking reads, as one JSON array (src/adapters/entry-features.ts): thousands are fetched for one query.
  features text not null,
  -- Stems, tags and agent, each marked with its partition, so that one tenant's search walks no other tenant's postings.
  lexemes tsvector not null,
  indexed_at timestamptz not null default now(),
  -- What is looked up by name leads each index and the partition follows: the planner, which cannot know how much one tenant
  -- has until the table is analyzed, then has no index to walk a whole partition by.
  primary key (id, tenant_id, environment)
);

-- Postings wait in the pending list while a batch is written and are merged in once, sorted, before it commits (merge_postings).
create index entries_by_lexeme on entries using gin (lexemes) with (fastupdate = on);
create index entries_by_place on entries (session_id, "position", tenant_id, environment) where session_id is not null;
create index entries_by_time on entries (kind, tenant_id, environment, occurred_at desc, "position" desc);
create index entries_by_agent on entries (agent_id, kind, tenant_id, environment, occurred_at desc, "position" desc);

-- Revisions that were removed: an older one that arrives late does not come back.
create table removed_entries (
  tenant_id text not null,
  environment text not null,
  id text not null,
  revision bigint not null,
  primary key (id, tenant_id, environment)
);

-- In how many entries of an agent a term (or `tag=…`) occurs: `documents` among its words, `reached` by search, which
-- the speaker's name leads to as well.
create table document_frequencies (
  tenant_id text not null,
  environment text not null,
  term text collate "C" not null,
  agent_id text not null,
  documents integer not null,
  reached integer not null,
  primary key (term, agent_id, tenant_id, environment)
) with (fillfactor = 80);

-- How many entries an agent has, and their terms in all.
create table populations (
  tenant_id text not null,
  environment text not null,
  agent_id text not null,
  memories bigint not null,
  memory_terms bigint not null,
  artifacts bigint not null,
  artifact_terms bigint not null,
  primary key (tenant_id, environment, agent_id)
) with (fillfactor = 80);

-- Only an index's owner may merge its pending list.
create function merge_postings() returns bigint
language sql security definer
as $$ select gin_clean_pending_list('entries_by_lexeme') $$;

create table synthesis_counts (
  tenant_id text not null,
  environment text not null,
  day date not null,
  syntheses bigint not null,
  primary key (tenant_id, environment, day)
);

do $$
declare
  owned text;
begin
  foreach owned in array array['entries', 'removed_entries', 'document_frequencies', 'populations', 'synthesis_counts'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format(
      'create policy tenant on %I to strata_synthesis using (tenant_id = current_setting(''strata.tenant_id'', true)'
        || ' and environment = current_setting(''strata.environment'', true))', owned);
  end loop;
  execute format('alter function merge_postings() set search_path = %I, pg_temp', current_schema());
  execute 'revoke all on function merge_postings() from public';
  execute 'grant execute on function merge_postings() to strata_synthesis';
end
$$;
