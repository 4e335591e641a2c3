-- What learn-compiler tells of whole sessions: how each ended, and whose identifiers it names. It can change long after the
-- memories of the session were indexed, so it is kept apart from them.
create table session_summaries (
  tenant_id text not null,
  environment text not null,
  agent_id text not null,
  namespace_id text not null,
  session_id text not null,
  outcome text check (outcome in ('success', 'failure')),
  identifiers text[] not null,
  primary key (session_id, agent_id, namespace_id, tenant_id, environment)
);

-- The sessions that name an identifier.
create table session_identifiers (
  tenant_id text not null,
  environment text not null,
  identifier text not null,
  agent_id text not null,
  namespace_id text not null,
  session_id text not null,
  primary key (identifier, session_id, agent_id, namespace_id, tenant_id, environment)
);

-- The shapes that only identifiers of customers have, by agent and namespace.
create table identifier_forms (
  tenant_id text not null,
  environment text not null,
  agent_id text not null,
  namespace_id text not null,
  forms text[] not null,
  primary key (tenant_id, environment, agent_id, namespace_id)
);

do $$
declare
  owned text;
begin
  foreach owned in array array['session_summaries', 'session_identifiers', 'identifier_forms'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format(
      'create policy tenant on %I to strata_synthesis using (tenant_id = current_setting(''strata.tenant_id'', true)'
        || ' and environment = current_setting(''strata.environment'', true))', owned);
  end loop;
end
$$;

-- The sessions in which a memory was said, if they are several.
alter table entries add column sessions text[] not null default '{}';
