-- A search for many terms seems to match a large part of the index, since the planner takes a term that it does not know to be in one
-- row of 200. It then read the rows of all tenants one by one: with 100 policies on tags, each synthesis did so twice, although
-- the text index says within a millisecond that no row has those terms.

-- The functions belong to this role, which a login that migrates may act as.
set local role strata_synthesis_search;
do $$
declare
  searching text;
begin
  foreach searching in array array['count_entries(tsquery, tsquery)', 'find_ids(tsquery)',
    'find_candidates(tsquery, text[], integer, text[], text, timestamptz, timestamptz)'] loop
    execute format('alter function %s set enable_seqscan = off', searching);
  end loop;
end
$$;
reset role;
