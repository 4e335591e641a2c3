-- The sessions of each learning scope, so that a compilation reads only those that changed. `revision` is drawn while the
-- row of the scope in changed_scopes is locked: within a scope, revisions are committed in their order, and who has read
-- one has missed nothing before it. A session without steps stays for a day, for those who still hold it.
create table sessions (
  tenant_id text not null,
  environment text not null,
  agent_id text not null,
  namespace_id text not null,
  session_id text not null,
  revision bigint not null,
  steps integer not null,
  last_seq bigint not null,
  changed_at timestamptz not null default now(),
  primary key (tenant_id, environment, agent_id, namespace_id, session_id)
);
create index sessions_by_revision on sessions (tenant_id, environment, agent_id, namespace_id, revision);

alter table steps no force row level security;
insert into sessions (tenant_id, environment, agent_id, namespace_id, session_id, revision, steps, last_seq)
select tenant_id, environment, agent_id, namespace_id, session_id, nextval('revisions'), steps, last_seq
from (select tenant_id, environment, agent_id, namespace_id, session_id, count(*) as steps, max(seq) as last_seq
      from steps group by tenant_id, environment, agent_id, namespace_id, session_id) as session;
alter table steps force row level security;

alter table sessions enable row level security;
alter table sessions force row level security;
create policy tenant on sessions to strata_learn
  using (tenant_id = current_setting('strata.tenant_id', true)
    and environment = current_setting('strata.environment', true));

create index steps_by_session on steps (tenant_id, environment, agent_id, namespace_id, session_id, seq);
drop index steps_by_scope;

-- A hash of all that an artifact, or a memory of how an error was overcome, was last stored with: what a compilation gives
-- with the same hash is not written again.
alter table artifacts add column fingerprint text;
alter table memories add column fingerprint text;
create index memories_by_fingerprint on memories (tenant_id, environment, agent_id) where fingerprint is not null;
