import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import type { Place } from '@strata/policy/place';
import type { SessionNote, SessionNotes } from '../sessions/session-notes.ts';
import type { SummaryStore } from '../sessions/summary-store.ts';
import { lockWriters } from './lock-writers.ts';

const GIVEN = `json_to_recordset($3) as given ("agentId" text, "namespaceId" text, "sessionId" text, outcome text, identifiers json, names json)`;
const KEY = `coalesce("agentId", ''), coalesce("namespaceId", ''), "sessionId"`;
const IS_EMPTY = `(outcome is null and json_array_length(identifiers) = 0)`;

const FORGET = (table: string): string => `
  delete from ${table} as known using ${GIVEN}
  where known.tenant_id = $1 and known.environment = $2
    and (known.agent_id, known.namespace_id, known.session_id) = (${KEY})`;

const INSERT = `
  insert into session_summaries (tenant_id, environment, agent_id, namespace_id, session_id, outcome, identifiers, names)
  select $1, $2, ${KEY}, outcome, array(select json_array_elements_text(identifiers)),
         array(select json_array_elements_text(names))
  from ${GIVEN} where not ${IS_EMPTY}`;

const INSERT_IDENTIFIERS = `
  insert into session_identifiers (tenant_id, environment, agent_id, namespace_id, session_id, identifier)
  select $1, $2, ${KEY}, identifier from ${GIVEN} cross join json_array_elements_text(identifiers) as identifier
  on conflict do nothing`;

const PUT_FORMS = `
  insert into identifier_forms (tenant_id, environment, agent_id, namespace_id, forms)
  select $1, $2, coalesce("agentId", ''), coalesce("namespaceId", ''), array(select json_array_elements_text("identifierForms"))
  from json_to_recordset($3) as given ("agentId" text, "namespaceId" text, "identifierForms" json)
  on conflict (tenant_id, environment, agent_id, namespace_id) do update set forms = excluded.forms`;

/** Most sessions that are looked up because they name an identifier of the query. */
const MAX_NAMING = 200;

const NOTES = `
  with naming as materialized (
    select distinct session_id from session_identifiers named
    where tenant_id = $1 and environment = $2 and identifier = any($5)
      and not exists (
        select from entries e where e.session_id = named.session_id and e.tenant_id = $1 and e.environment = $2
          and coalesce(e.user_id, '') <> all($6))
    limit ${String(MAX_NAMING)})
  select
    (select coalesce(json_agg(json_build_array(nullif(agent_id, ''), nullif(namespace_id, ''), session_id, outcome,
                                               identifiers, names)), '[]')
     from (select unnest($4::text[]) union select session_id from naming) as wanted (id)
     cross join lateral (
       select * from session_summaries
       where session_id = wanted.id and tenant_id = $1 and environment = $2 and ($3::text is null or agent_id = $3)
       -- Keeps the look-ups apart: joined, they would be one walk through the tenant where nothing is analyzed yet.
       offset 0) known) as sessions,
    (select coalesce(json_agg(json_build_array(nullif(agent_id, ''), nullif(namespace_id, ''), forms)), '[]')
     from identifier_forms
     where tenant_id = $1 and environment = $2 and ($3::text is null or agent_id = $3)) as scopes`;

type NoteRow = [
  ...PlaceRow,
  sessionId: string,
  outcome: SessionNote['outcome'],
  identifiers: string[],
  names: string[],
];
type PlaceRow = [agentId: string | null, namespaceId: string | null];

/** Summaries of sessions in PostgreSQL. */
export const createPgSummaryStore = (database: Database): SummaryStore => ({
  putSummaries: (scope, sessions, scopes) =>
    database.inTenant(scope, async (tx) => {
      const own = [scope.tenantId, scope.environment];
      await lockWriters(tx, scope);
      if (sessions.length > 0) {
        const given = [...own, JSON.stringify(sessions)];
        await tx.execute(FORGET('session_summaries'), given);
        await tx.execute(FORGET('session_identifiers'), given);
        await tx.execute(INSERT, given);
        await tx.execute(INSERT_IDENTIFIERS, given);
      }
      if (scopes.length > 0) await tx.execute(PUT_FORMS, [...own, JSON.stringify(scopes)]);
    }),
});

interface NotesQuery {
  /** Null for all agents. */
  readonly agentId: string | null;
  /** A session that is about another end user is not found by what it names. '' stands for sessions without an end user. */
  readonly users: readonly string[];
  readonly sessionIds: readonly string[];
  readonly identifiers: readonly string[];
}

/** What is known of sessions by id, and of those that name one of the identifiers. */
export async function readSessionNotes(
  tx: Transaction,
  { tenantId, environment }: TenantScope,
  { agentId, users, sessionIds, identifiers }: NotesQuery,
): Promise<SessionNotes> {
  const [row] = await tx.query<{ sessions: NoteRow[]; scopes: [...PlaceRow, forms: string[]][] }>(NOTES, [
    tenantId,
    environment,
    agentId,
    sessionIds,
    identifiers,
    users,
  ]);
  const placeOf = (agent: string | null, namespaceId: string | null): Place => ({ agentId: agent, namespaceId });
  return {
    sessions: (row?.sessions ?? []).map(([agent, namespaceId, sessionId, outcome, named, names]) => ({
      place: placeOf(agent, namespaceId),
      sessionId,
      outcome,
      identifiers: named,
      names,
    })),
    scopes: (row?.scopes ?? []).map(([agent, namespaceId, identifierForms]) => ({
      place: placeOf(agent, namespaceId),
      identifierForms,
    })),
  };
}
