import type { IndexedScope, IndexedSession } from '@strata/contracts/calls/synthesis';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import type { Place } from '@strata/policy/place';
import type { CompiledSummaries } from '../learning/compiled-knowledge.ts';
import { placeKey } from '../learning/knowledge-ids.ts';

const OF_PLACE = 'tenant_id = $1 and environment = $2 and agent_id = $3 and namespace_id = $4';
const KEY = 'tenant_id, environment, agent_id, namespace_id';

/** Queues the summaries of sessions, or of a scope for null, in the transaction that changes them. */
const tell = (changed: string): string => `
  insert into index_outbox (tenant_id, environment, entry_id, summary)
  select $1, $2, '', json_build_object('agentId', $3::text, 'namespaceId', $4::text, 'sessionId', session_id)
  from (${changed}) as changed`;

const WRITE = `
  with changed as (
    insert into session_summaries as known (${KEY}, session_id, outcome, identifiers, names)
    select $1, $2, $3, $4, session_id, outcome, array(select json_array_elements_text(identifiers::json)),
           array(select json_array_elements_text(names::json))
    from unnest($5::text[], $6::text[], $7::text[], $8::text[]) as given (session_id, outcome, identifiers, names)
    on conflict (${KEY}, session_id) do update
      set outcome = excluded.outcome, identifiers = excluded.identifiers, names = excluded.names
    where (known.outcome, known.identifiers, known.names) is distinct from (excluded.outcome, excluded.identifiers, excluded.names)
    returning session_id)
  ${tell('select session_id from changed')}`;

const DELETE = `
  with gone as (delete from session_summaries where ${OF_PLACE} and session_id = any($5) returning session_id)
  ${tell('select session_id from gone')}`;

const DELETE_WITHOUT_STEPS = `
  with gone as (
    delete from session_summaries as known where ${OF_PLACE} and not exists (
      select from sessions where sessions.tenant_id = $1 and sessions.environment = $2 and sessions.agent_id = $3
        and sessions.namespace_id = $4 and sessions.session_id = known.session_id and sessions.steps > 0)
    returning session_id)
  ${tell('select session_id from gone')}`;

const WRITE_SCOPE = `
  with before as (select identifier_forms from scope_summaries where ${OF_PLACE}),
  stored as (
    insert into scope_summaries (${KEY}, identifier_forms, revision) values ($1, $2, $3, $4, $5, $6)
    on conflict (${KEY}) do update set identifier_forms = excluded.identifier_forms, revision = excluded.revision)
  ${tell(`select null::text as session_id where $5::text[] is distinct from coalesce((select identifier_forms from before), '{}')`)}`;

/** Stores what a compilation found out about sessions, and queues what changed for the index. */
export async function writeSummaries(
  tx: Transaction,
  { tenantId, environment }: TenantScope,
  place: Place,
  { changed, gone, isWhole, identifierForms, revision }: CompiledSummaries,
): Promise<void> {
  const key = [tenantId, environment, ...placeKey(place)];
  if (changed.length > 0)
    await tx.execute(WRITE, [
      ...key,
      changed.map(({ sessionId }) => sessionId),
      changed.map(({ outcome }) => outcome),
      changed.map(({ identifiers }) => JSON.stringify(identifiers)),
      changed.map(({ names }) => JSON.stringify(names)),
    ]);
  if (gone.length > 0) await tx.execute(DELETE, [...key, gone]);
  if (isWhole) await tx.execute(DELETE_WITHOUT_STEPS, key);
  await tx.execute(WRITE_SCOPE, [...key, identifierForms, revision]);
}

/** The compilation of a learning scope whose summaries were stored last; null if there is none. */
export async function lastSummarized(tx: Transaction, scope: TenantScope, place: Place): Promise<number | null> {
  const [row] = await tx.query<{ revision: string }>(`select revision from scope_summaries where ${OF_PLACE}`, [
    scope.tenantId,
    scope.environment,
    ...placeKey(place),
  ]);
  return row === undefined ? null : Number(row.revision);
}

/** Names a summary in the outbox; without a session, that of the learning scope. */
export interface SummaryKey {
  readonly agentId: string;
  readonly namespaceId: string;
  readonly sessionId: string | null;
}

const SESSIONS = `
  select nullif(wanted.agent_id, '') as "agentId", nullif(wanted.namespace_id, '') as "namespaceId",
         wanted.session_id as "sessionId", outcome, coalesce(identifiers, '{}') as identifiers,
         coalesce(names, '{}') as names
  from (select distinct * from unnest($3::text[], $4::text[], $5::text[])) as wanted (agent_id, namespace_id, session_id)
  left join session_summaries known on known.tenant_id = $1 and known.environment = $2
    and known.agent_id = wanted.agent_id and known.namespace_id = wanted.namespace_id
    and known.session_id = wanted.session_id`;

const SCOPES = `
  select nullif(agent_id, '') as "agentId", nullif(namespace_id, '') as "namespaceId",
         identifier_forms as "identifierForms"
  from scope_summaries where tenant_id = $1 and environment = $2
    and (agent_id, namespace_id) in (select * from unnest($3::text[], $4::text[]))`;

/** Summaries in their present form; one that is gone is empty. */
export async function readSummaries(
  tx: Transaction,
  { tenantId, environment }: TenantScope,
  keys: readonly SummaryKey[],
): Promise<{ sessions: IndexedSession[]; scopes: IndexedScope[] }> {
  const ofSessions = keys.filter(({ sessionId }) => sessionId !== null);
  const ofScopes = keys.filter(({ sessionId }) => sessionId === null);
  const columns = (of: readonly SummaryKey[]): unknown[] => [
    tenantId,
    environment,
    of.map(({ agentId }) => agentId),
    of.map(({ namespaceId }) => namespaceId),
  ];
  return {
    sessions:
      ofSessions.length === 0
        ? []
        : await tx.query<IndexedSession>(SESSIONS, [
            ...columns(ofSessions),
            ofSessions.map(({ sessionId }) => sessionId),
          ]),
    scopes: ofScopes.length === 0 ? [] : await tx.query<IndexedScope>(SCOPES, columns(ofScopes)),
  };
}
