import type { Session } from '@strata/contracts/schemas/session';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database } from '@strata/platform/database/database';
import { conditionOf, type FilterConditions } from '@strata/platform/database/filter-conditions';
import { readPage } from '@strata/platform/database/read-page';
import { dependsOnItem } from '@strata/policy/filter';
import { filterSql } from '@strata/policy/filter-sql';
import type { ListSessions, SessionQuery } from '../reading/session-reader.ts';
import { policyColumns } from './policy-columns.ts';
import { endedAs, outcomeOf } from './session-outcome.ts';

const COLUMNS = `
  session_id as id, nullif(agent_id, '') as "agentId", nullif(namespace_id, '') as "namespaceId", ${outcomeOf('sessions')} as outcome,
  to_timestamp(last_seq / 1000000.0) as "lastEventAt"`;

const CONDITIONS: FilterConditions<SessionQuery['filter']> = {
  agentId: (agentId, bind) => `agent_id = ${bind(agentId)}`,
  namespaceId: (namespaceId, bind) => `namespace_id = ${bind(namespaceId)}`,
  sessionId: (sessionId, bind) => `session_id = ${bind(sessionId)}`,
  outcome: (outcome, bind) => endedAs('sessions', bind(outcome)),
};

/** A session has a place, and nothing else that policies look at. */
const PLACE = {
  ...policyColumns('sessions'),
  namespaceId: "nullif(sessions.namespace_id, '')",
  agentId: "nullif(sessions.agent_id, '')",
};

/** The condition on sessions of which something is readable. */
function visibleSessions({ event, memory }: SessionQuery['visible'], bind: (value: unknown) => string): string {
  if (!dependsOnItem(event)) return filterSql(event, PLACE, bind);
  return `exists (
    select from memories where memories.session_id = sessions.session_id and memories.tenant_id = $1
      and memories.environment = $2 and coalesce(memories.agent_id, '') = sessions.agent_id
      and coalesce(memories.namespace_id, '') = sessions.namespace_id and ${filterSql(memory, policyColumns('memories'), bind)})`;
}

type SessionRow = Omit<Session, 'lastEventAt'> & { lastEventAt: Date };

/** Reads sessions from PostgreSQL. */
export const createPgSessionList =
  (database: Database): ListSessions =>
  (scope, { filter, visible, limit, after }) =>
    database.inTenant(scope, async (tx) => {
      const values: unknown[] = [scope.tenantId, scope.environment];
      const bind = bindTo(values);
      const matches = `${conditionOf(filter, CONDITIONS, bind)} and ${visibleSessions(visible, bind)}`;
      const from = `from sessions where tenant_id = $1 and environment = $2 and steps > 0 and ${matches}`;
      const page = await readPage<SessionRow>(
        tx,
        { columns: COLUMNS, from, values, seq: 'revision', isCountedOnce: true },
        { limit, after, newestFirst: true },
      );
      return { ...page, items: page.items.map((row) => ({ ...row, lastEventAt: row.lastEventAt.toISOString() })) };
    });
