import type { Session } from '@strata/contracts/schemas/session';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database } from '@strata/platform/database/database';
import { conditionOf, type FilterConditions } from '@strata/platform/database/filter-conditions';
import { readPage } from '@strata/platform/database/read-page';
import { dependsOnItem } from '@strata/policy/filter';
import { filterSql } from '@strata/policy/filter-sql';
import type { SessionKey, SessionQuery, SessionReader } from '../reading/session-reader.ts';
import { policyColumns } from './policy-columns.ts';
import { endedAs, outcomeOf } from './session-outcome.ts';

const KEY = `session_id as id, nullif(agent_id, '') as "agentId", nullif(namespace_id, '') as "namespaceId"`;
const COLUMNS = `
  ${KEY}, ${outcomeOf('sessions')} as outcome, to_timestamp(last_seq / 1000000.0) as "lastEventAt"`;

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

/** The learned sessions of a tenant scope that match and may be listed, as a condition and its values. */
function learned(
  { tenantId, environment }: TenantScope,
  { filter, visible }: Pick<SessionQuery, 'filter' | 'visible'>,
) {
  const values: unknown[] = [tenantId, environment];
  const bind = bindTo(values);
  const matches = `${conditionOf(filter, CONDITIONS, bind)} and ${visibleSessions(visible, bind)}`;
  return { values, bind, where: `tenant_id = $1 and environment = $2 and steps > 0 and ${matches}` };
}

/** Reads sessions from PostgreSQL. */
export const createPgSessionReader = (database: Database): SessionReader => ({
  list: (scope, { limit, after, ...query }) =>
    database.inTenant(scope, async (tx) => {
      const { values, where } = learned(scope, query);
      const page = await readPage<SessionRow>(
        tx,
        { columns: COLUMNS, from: `from sessions where ${where}`, values, seq: 'revision', isCountedOnce: true },
        { limit, after, newestFirst: true },
      );
      return { ...page, items: page.items.map((row) => ({ ...row, lastEventAt: row.lastEventAt.toISOString() })) };
    }),

  ended: (scope, { outcomes, limit, ...query }) =>
    database.inTenant(scope, (tx) => {
      const { values, bind, where } = learned(scope, query);
      return tx.query<SessionKey>(
        `select ${KEY} from sessions join session_summaries using (tenant_id, environment, agent_id, namespace_id, session_id)
         where ${where} and outcome = any(${bind(outcomes)}) limit ${bind(limit)}`,
        values,
      );
    }),
});
