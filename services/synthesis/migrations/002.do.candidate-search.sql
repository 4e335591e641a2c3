-- Row-level security keeps PostgreSQL from using a text index: `@@` is not marked leakproof, so it runs after the policy, on every row of
-- the tenant. This function runs as a role that the policy lets see all entries, uses the index, and keeps the wall itself:
-- it returns rows of the tenant and environment that the transaction is bound to, whatever it is asked.
grant select on entries to strata_synthesis_search;
create policy search on entries for select to strata_synthesis_search using (true);

-- Features of the entries that match, joined by commas; at most `most` of each kind, the newest, when `most` is given.
create function find_candidates(wanted tsquery, wanted_kinds text[], most integer) returns text
language plpgsql stable security definer
set plan_cache_mode = force_custom_plan
as $$
declare
  found_features text;
begin
  if most is null then
    with hits as materialized (
      select tenant_id, environment, kind, features from entries where lexemes @@ wanted
    )
    select string_agg(features, ',') into found_features from hits
    where tenant_id = current_setting('strata.tenant_id', true)
      and environment = current_setting('strata.environment', true)
      and kind = any (wanted_kinds);
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
      order by occurred_at desc
      limit most
    ) newest;
  end if;
  return found_features;
end
$$;

-- Only who may create in a schema can own something in it.
do $$
begin
  execute format('grant create on schema %I to strata_synthesis_search', current_schema());
  execute format('alter function find_candidates(tsquery, text[], integer) set search_path = %I, pg_temp', current_schema());
  execute 'revoke all on function find_candidates(tsquery, text[], integer) from public';
  execute 'grant execute on function find_candidates(tsquery, text[], integer) to strata_synthesis';
  execute 'alter function find_candidates(tsquery, text[], integer) owner to strata_synthesis_search';
  execute format('revoke create on schema %I from strata_synthesis_search', current_schema());
end
$$;
