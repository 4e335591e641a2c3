-- The end user whom an entry is about; null: nobody. Statistics count each end user apart, so that a score says nothing of
-- what others have. What is indexed already is of nobody, and has no lexeme that says otherwise.
alter table entries add column user_id text;
create index entries_by_user on entries (user_id, tenant_id, environment) where user_id is not null;

-- '' for nobody. A term is counted for the few end users of a request, so the end user comes before the places.
alter table document_frequencies add column user_id text not null default '';
alter table document_frequencies alter column user_id drop default;
alter table document_frequencies
  drop constraint document_frequencies_pkey,
  add primary key (term, user_id, agent_id, namespace_id, tenant_id, environment);

alter table populations add column user_id text not null default '';
alter table populations alter column user_id drop default;
alter table populations
  drop constraint populations_pkey,
  add primary key (tenant_id, environment, user_id, agent_id, namespace_id);

-- Candidates as before (see 002 and 004), of memories only those of one session and within some times.
drop function find_candidates(tsquery, text[], integer, text[]);

create function find_candidates(wanted tsquery, wanted_kinds text[], most integer, without text[] default '{}',
                                within_session text default null, since timestamptz default null,
                                until timestamptz default null) returns text
language plpgsql stable security definer
set plan_cache_mode = force_custom_plan
as $$
declare
  found_features text;
begin
  if most is null then
    with hits as materialized (
      select tenant_id, environment, kind, id, session_id, sessions, occurred_at, features from entries where lexemes @@ wanted
    )
    select string_agg(features, ',') into found_features from hits
    where tenant_id = current_setting('strata.tenant_id', true)
      and environment = current_setting('strata.environment', true)
      and kind = any (wanted_kinds)
      and not (id = any (without))
      and (kind = 'artifact'
           or (within_session is null or session_id = within_session or within_session = any (sessions))
           and (since is null or occurred_at >= since) and (until is null or occurred_at < until));
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
        and (wanted_kind = 'artifact'
             or (within_session is null or session_id = within_session or within_session = any (sessions))
             and (since is null or occurred_at >= since) and (until is null or occurred_at < until))
      order by occurred_at desc
      limit most
    ) newest;
  end if;
  return found_features;
end
$$;

do $$
declare
  searching text := 'find_candidates(tsquery, text[], integer, text[], text, timestamptz, timestamptz)';
begin
  execute format('grant create on schema %I to strata_synthesis_search', current_schema());
  execute format('alter function %s set search_path = %I, pg_temp', searching, current_schema());
  execute format('revoke all on function %s from public', searching);
  execute format('grant execute on function %s to strata_synthesis', searching);
  execute format('alter function %s owner to strata_synthesis_search', searching);
  execute format('revoke create on schema %I from strata_synthesis_search', current_schema());
end
$$;
