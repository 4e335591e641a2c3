import type { Database } from '@strata/platform/database/database';
import type { Check } from '@strata/platform/reconcile/check';
import { scopeCheck } from '@strata/platform/reconcile/scope-check';
import { readAll, scopesOf } from './reconciler.ts';

const OWN = 'tenant_id = $1 and environment = $2';
const MOST_SESSIONS = 20_000;

const SESSIONS = `
  select session_id, agent_id, namespace_id,
         coalesce(stored.events, 0)::integer as stored, coalesce(noted.uncompiled, 0) as noted
  from (select session_id, coalesce(agent_id, '') as agent_id, coalesce(namespace_id, '') as namespace_id, count(*) as events
        from events where ${OWN} and learned_at is null group by 1, 2, 3) as stored
  full join (select session_id, agent_id, namespace_id, uncompiled from open_sessions where ${OWN}) as noted
    using (session_id, agent_id, namespace_id)
  where stored.events is distinct from noted.uncompiled`;

const FIND = `
  select session_id as "sessionId", agent_id as "agentId", namespace_id as "namespaceId", stored, noted
  from (${SESSIONS}) as sessions order by 1, 2, 3 limit ${String(MOST_SESSIONS)}`;

/** Adds what is missing, which stays the same whatever is stored or compiled meanwhile. Writers lock sessions in this order. */
const ADD_MISSING = `
  insert into open_sessions as open (tenant_id, environment, session_id, agent_id, namespace_id, uncompiled, due_at)
  select $1, $2, session_id, agent_id, namespace_id, stored - noted, now() from (${SESSIONS}) as sessions order by 3, 4, 5
  on conflict (tenant_id, environment, session_id, agent_id, namespace_id) do update
  set uncompiled = open.uncompiled + excluded.uncompiled`;

const CLOSE_EMPTY = `delete from open_sessions where ${OWN} and uncompiled <= 0`;

interface SessionRow {
  readonly sessionId: string;
  readonly agentId: string;
  readonly namespaceId: string;
  readonly stored: number;
  readonly noted: number;
}

/** The open sessions with the uncompiled events: an event whose session is not open is never compiled by itself. */
export const openSessionsCheck = (database: Database): Check =>
  scopeCheck({
    name: 'open-sessions',
    compares: 'The number of uncompiled events of each open session with the events',
    advice: '--repair counts them again; a session that was not open is due at once.',
    scopes: scopesOf(database),
    findIn: async ({ tenantId, environment }) => {
      const rows = await readAll<SessionRow>(database, FIND, [tenantId, environment]);
      return rows.map(({ sessionId, agentId, namespaceId, stored, noted }) => ({
        id: [sessionId, agentId, namespaceId].filter((part) => part !== '').join(' '),
        message: `${String(noted)} uncompiled events are noted, ${String(stored)} are stored`,
      }));
    },
    repairIn: (scope) =>
      database.inTenant(
        scope,
        async (tx) => {
          const own = [scope.tenantId, scope.environment];
          await tx.execute(ADD_MISSING, own);
          await tx.execute(CLOSE_EMPTY, own);
        },
        { retry: true, statementTimeoutMs: 600_000 },
      ),
  });
