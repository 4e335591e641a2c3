-- What a compilation finds out about sessions: how each ended, and whose identifiers it names. The search index is told of
-- every change.
create table session_summaries (
  tenant_id text not null,
  environment text not null,
  agent_id text not null,
  namespace_id text not null,
  session_id text not null,
  outcome text,
  identifiers text[] not null,
  primary key (tenant_id, environment, agent_id, namespace_id, session_id)
);

-- The shapes that only identifiers of customers have, by learning scope. `revision` names the compilation that was stored last.
create table scope_summaries (
  tenant_id text not null,
  environment text not null,
  agent_id text not null,
  namespace_id text not null,
  identifier_forms text[] not null,
  revision bigint not null,
  primary key (tenant_id, environment, agent_id, namespace_id)
);

do $$
declare
  owned text;
begin
  foreach owned in array array['session_summaries', 'scope_summaries'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format(
      'create policy tenant on %I to strata_learn using (tenant_id = current_setting(''strata.tenant_id'', true)'
        || ' and environment = current_setting(''strata.environment'', true))', owned);
  end loop;
end
$$;

-- A row of the outbox is about an entry, or about a summary: {"agentId", "namespaceId", "sessionId"}, without a session the
-- learning scope's.
alter table index_outbox add column summary json;

-- What was learned before this is compiled again.
alter table sessions no force row level security;
alter table changed_scopes no force row level security;
alter table jobs no force row level security;

insert into changed_scopes (tenant_id, environment, agent_id, namespace_id, mark)
select tenant_id, environment, agent_id, namespace_id, nextval('revisions')
from (select distinct tenant_id, environment, agent_id, namespace_id from sessions where steps > 0) as scope
on conflict (tenant_id, environment, agent_id, namespace_id) do update set mark = excluded.mark;

insert into jobs (tenant_id, environment, id, request, request_id, requested_at, cause)
select tenant_id, environment, 'lrn_' || md5(tenant_id || '/' || environment || '/session summaries'), '{"eventIds": []}',
       'req_' || md5(tenant_id || '/' || environment || '/session summaries'), now(), 'retraction'
from (select distinct tenant_id, environment from sessions where steps > 0) as partition;

alter table sessions force row level security;
alter table changed_scopes force row level security;
alter table jobs force row level security;
