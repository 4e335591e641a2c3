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
  primary key (tenant_id, environment, id)
);

create index entries_by_lexeme on entries using gin (lexemes) with (fastupdate = off);
create index entries_by_place on entries (tenant_id, environment, session_id, "position") where session_id is not null;
create index entries_by_time on entries (tenant_id, environment, kind, occurred_at desc, "position" desc);
create index entries_by_agent on entries (tenant_id, environment, agent_id, kind, occurred_at desc, "position" desc);

-- Revisions that were removed: an older one that arrives late does not come back.
create table removed_entries (
  tenant_id text not null,
  environment text not null,
  id text not null,
  revision bigint not null,
  primary key (tenant_id, environment, id)
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
  primary key (tenant_id, environment, term, agent_id)
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
end
$$;
