-- Who may read an entry is asked before anything is ranked, and what they may not read counts for nothing. So the index keeps what
-- policies look at where a search finds it: an entry's id, namespace, agent and tags among its lexemes, the figures of each
-- namespace and agent apart, and which memories an artifact rests on.

-- A migration writes rows of every tenant; whoever owns the table is bound by its policies as well, as long as they are forced.
alter table entries no force row level security;

-- How many terms the entry has, with repetition.
alter table entries add column terms integer not null default 0;
alter table entries alter column terms drop default;

-- As src/indexing/lexemes.ts makes them.
update entries set
  terms = (features::json ->> 3)::integer,
  lexemes = lexemes || array_to_tsvector((
    select array_agg(mark || term)
    from (select left(encode(sha256(convert_to('9:partition' || octet_length(tenant_id) || ':' || tenant_id
                                               || octet_length(environment) || ':' || environment, 'UTF8')), 'hex'), 10) || ':' as mark) own
    cross join unnest(array['id=' || id]
      || case when namespace_id is null then '{}' else array['in=namespace', 'namespace=' || namespace_id] end
      || case when agent_id = '' then '{}' else array['of=agent'] end) as term));

alter table entries force row level security;

-- In how many entries of a namespace and an agent ('' for none) a term (or `tag=…`) occurs: `documents` among its words,
-- `reached` by search, which the speaker's name leads to as well; and how many of those are artifacts.
drop table document_frequencies;
create table document_frequencies (
  tenant_id text not null,
  environment text not null,
  term text collate "C" not null,
  agent_id text not null,
  namespace_id text not null,
  documents integer not null,
  reached integer not null,
  artifact_documents integer not null,
  artifact_reached integer not null,
  primary key (term, agent_id, namespace_id, tenant_id, environment)
) with (fillfactor = 80);

insert into document_frequencies
select tenant_id, environment, term, agent_id, coalesce(namespace_id, ''),
       count(*) filter (where is_said), count(*),
       count(*) filter (where is_said and kind = 'artifact'), count(*) filter (where kind = 'artifact')
from entries
cross join lateral (
  select term, bool_or(is_said) as is_said
  from (select unnest(string_to_array(features::json ->> 2, ' ')) as term, true as is_said
        union all select unnest(string_to_array(features::json ->> 4, ' ')), false
        union all select 'tag=' || tag, false from unnest(tags) as tag) as held
  group by term) as counted
group by 1, 2, 3, 4, 5;

-- How many entries a namespace's agent has, and their terms in all.
drop table populations;
create table populations (
  tenant_id text not null,
  environment text not null,
  agent_id text not null,
  namespace_id text not null,
  memories bigint not null,
  memory_terms bigint not null,
  artifacts bigint not null,
  artifact_terms bigint not null,
  primary key (tenant_id, environment, agent_id, namespace_id)
) with (fillfactor = 80);

insert into populations
select tenant_id, environment, agent_id, coalesce(namespace_id, ''),
       count(*) filter (where kind = 'memory'), coalesce(sum(terms) filter (where kind = 'memory'), 0),
       count(*) filter (where kind = 'artifact'), coalesce(sum(terms) filter (where kind = 'artifact'), 0)
from entries group by 1, 2, 3, 4;

-- The memories that an artifact was compiled from; they are of its namespace and agent.
create table artifact_sources (
  tenant_id text not null,
  environment text not null,
  artifact_id text not null,
  memory_id text not null,
  -- Not among the entries: archived, say. `tags` are those that it had; null where they are not known, and then nobody is shown
  -- the artifact who is not shown everything of its namespace and agent.
  is_absent boolean not null,
  tags text[],
  primary key (artifact_id, memory_id, tenant_id, environment)
);
create index artifact_sources_by_memory on artifact_sources (memory_id, tenant_id, environment);
create index artifact_sources_absent on artifact_sources (tenant_id, environment) where is_absent;

-- What the artifacts that are here rest on is told anew; until then it is not known.
insert into artifact_sources (tenant_id, environment, artifact_id, memory_id, is_absent)
select tenant_id, environment, id, '', true from entries where kind = 'artifact';

do $$
declare
  owned text;
begin
  foreach owned in array array['document_frequencies', 'populations', 'artifact_sources'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format(
      'create policy tenant on %I to strata_synthesis using (tenant_id = current_setting(''strata.tenant_id'', true)'
        || ' and environment = current_setting(''strata.environment'', true))', owned);
  end loop;
end
$$;

-- Three searches along the text index, for which see 002: candidates as before, less the artifacts whose sources are not all
-- visible; the figures of all that matches, with what is counted of those that hold a term; and ids.
drop function find_candidates(tsquery, text[], integer);

create function find_candidates(wanted tsquery, wanted_kinds text[], most integer, without text[] default '{}') returns text
language plpgsql stable security definer
set plan_cache_mode = force_custom_plan
as $$
declare
  found_features text;
begin
  if most is null then
    with hits as materialized (
      select tenant_id, environment, kind, id, features from entries where lexemes @@ wanted
    )
    select string_agg(features, ',') into found_features from hits
    where tenant_id = current_setting('strata.tenant_id', true)
      and environment = current_setting('strata.environment', true)
      and kind = any (wanted_kinds)
      and not (id = any (without));
  else
    -- Kind by kind, so that a word which most entries hold is looked for along the index by time and soon found often enough.
    select string_agg(features, ',') into found_features
    from unnest(wanted_kinds) as wanted_kind
    cross join lateral (
      select features from entries
      where tenant_id = current_setting('strata.tenant_id', true)
        and environment = current_setting('strata.environment', true)
        and kind = wanted_kind
        and lexemes @@ wanted
        and not (id = any (without))
      order by occurred_at desc
      limit most
    ) newest;
  end if;
  return found_features;
end
$$;

-- {"population": [memories, their terms, artifacts, their terms], "entries": [[kind, tags, features], …]}
create function count_entries(wanted tsquery, holding tsquery) returns json
language plpgsql stable security definer
set plan_cache_mode = force_custom_plan
as $$
declare
  counted json;
begin
  with hits as materialized (
    select tenant_id, environment, kind, terms from entries where lexemes @@ wanted
  ), holders as materialized (
    select tenant_id, environment, kind, tags, features from entries where lexemes @@ (wanted && holding)
  )
  select json_build_object(
    'population',
    (select json_build_array(count(*) filter (where kind = 'memory'), coalesce(sum(terms) filter (where kind = 'memory'), 0),
                             count(*) filter (where kind = 'artifact'), coalesce(sum(terms) filter (where kind = 'artifact'), 0))
     from hits
     where tenant_id = current_setting('strata.tenant_id', true) and environment = current_setting('strata.environment', true)),
    'entries',
    (select coalesce(json_agg(json_build_array(kind, tags, features)), '[]')
     from holders
     where tenant_id = current_setting('strata.tenant_id', true) and environment = current_setting('strata.environment', true))
  ) into counted;
  return counted;
end
$$;

create function find_ids(wanted tsquery) returns setof text
language plpgsql stable security definer
set plan_cache_mode = force_custom_plan
as $$
begin
  return query
    with hits as materialized (select tenant_id, environment, id from entries where lexemes @@ wanted)
    select id from hits
    where tenant_id = current_setting('strata.tenant_id', true) and environment = current_setting('strata.environment', true);
end
$$;

do $$
declare
  searching text;
begin
  execute format('grant create on schema %I to strata_synthesis_search', current_schema());
  foreach searching in array array['find_candidates(tsquery, text[], integer, text[])', 'count_entries(tsquery, tsquery)',
                                   'find_ids(tsquery)'] loop
    execute format('alter function %s set search_path = %I, pg_temp', searching, current_schema());
    execute format('revoke all on function %s from public', searching);
    execute format('grant execute on function %s to strata_synthesis', searching);
    execute format('alter function %s owner to strata_synthesis_search', searching);
  end loop;
  execute format('revoke create on schema %I from strata_synthesis_search', current_schema());
end
$$;
