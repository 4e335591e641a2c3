import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import type { Check } from '@strata/platform/reconcile/check';
import { scopeCheck } from '@strata/platform/reconcile/scope-check';
import { distinctPlaces } from '../distinct-places.ts';
import { countSessionsAgain, type SessionColumns } from '../pg-session-steps.ts';
import { markRetracted, queueCompilation } from '../pg-retraction.ts';
import { readAll, scopesOf } from './reconciler.ts';

const OWN = 'tenant_id = $1 and environment = $2';
const MOST_SESSIONS = 20_000;

const FIND = `
  select agent_id as "agentId", namespace_id as "namespaceId", session_id as "sessionId",
         coalesce(stored.steps, 0)::float8 as stored, noted.steps::float8 as noted
  from (select agent_id, namespace_id, session_id, count(*) as steps, max(seq) as last_seq from steps where ${OWN} group by 1, 2, 3)
    as stored
  full join (select agent_id, namespace_id, session_id, steps, last_seq from sessions where ${OWN}) as noted
    using (agent_id, namespace_id, session_id)
  where coalesce(stored.steps, 0) is distinct from noted.steps or stored.last_seq is distinct from noted.last_seq and stored.steps > 0
  order by 1, 2, 3 limit ${String(MOST_SESSIONS)}`;

const ADD_MISSING = `
  insert into sessions (tenant_id, environment, agent_id, namespace_id, session_id, revision, steps, last_seq)
  select $1, $2, row.*, nextval('revisions'), 0, 0 from unnest($3::text[], $4::text[], $5::text[])
    as row (agent_id, namespace_id, session_id)
  on conflict do nothing`;

interface SessionRow extends SessionColumns {
  readonly stored: number;
  /** Null if the session is not noted. */
  readonly noted: number | null;
}

/** The sessions of learning scopes, by which compilations find what changed, with their steps. */
export function learnedSessionsCheck(database: Database): Check {
  const read = ({ tenantId, environment }: TenantScope): Promise<SessionRow[]> =>
    readAll<SessionRow>(database, FIND, [tenantId, environment]);
  return scopeCheck({
    name: 'learned-sessions',
    compares: 'The number of steps of each learned session with its steps',
    advice: '--repair counts them again, and has the learning scopes compiled again.',
    scopes: scopesOf(database),
    findIn: async (scope) =>
      (await read(scope)).map(({ agentId, namespaceId, sessionId, stored, noted }) => ({
        id: [sessionId, agentId, namespaceId].filter((part) => part !== '').join(' '),
        message: `${noted === null ? 'no session' : String(noted)} ${noted === null ? 'is' : 'steps are'} noted, ${String(stored)} steps are stored`,
      })),
    repairIn: async (scope) => {
      const sessions = await read(scope);
      await database.inTenant(scope, (tx) => countAgain(tx, scope, sessions), { statementTimeoutMs: 600_000 });
    },
  });
}

async function countAgain(tx: Transaction, scope: TenantScope, sessions: readonly SessionColumns[]): Promise<void> {
  // Whoever stores steps locks the marks of their learning scopes, too.
  await markRetracted(tx, scope, distinctPlaces(sessions));
  await tx.execute(ADD_MISSING, [
    ...[scope.tenantId, scope.environment],
    ...[sessions.map(({ agentId }) => agentId), sessions.map(({ namespaceId }) => namespaceId)],
    sessions.map(({ sessionId }) => sessionId),
  ]);
  await countSessionsAgain(tx, scope, sessions);
  await queueCompilation(tx, scope);
}
