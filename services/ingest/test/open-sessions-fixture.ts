import { createDatabase } from '@strata/platform/database/create-database';
import type { DatabaseConnection } from '@strata/platform/database/connection';
import type { Database } from '@strata/platform/database/database';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { silentLogger } from '@strata/testkit/test-logger';
import type { RequestContext } from '@strata/kernel/actor';
import { INGEST_SCHEMA } from '../src/adapters/ingest-schema.ts';

/** The database of the service, as another process of it sees it. */
export const otherProcess = (connection: DatabaseConnection): Database =>
  createDatabase({ connection, ...INGEST_SCHEMA, logger: silentLogger, metrics: createMetrics({ service: 'test' }) });

export interface SessionCount {
  readonly session: string;
  readonly uncompiled: number;
}

/** The sessions with uncompiled events: as they are noted, and as the events say. */
export async function countSessions(
  database: Database,
  { scope }: RequestContext,
): Promise<{ noted: SessionCount[]; counted: SessionCount[] }> {
  const own = [scope.tenantId, scope.environment];
  return database.inTenant(scope, async (tx) => ({
    noted: await tx.query<SessionCount>(
      `select concat_ws('/', agent_id, namespace_id, session_id) as session, uncompiled from open_sessions
       where tenant_id = $1 and environment = $2 order by 1`,
      own,
    ),
    counted: await tx.query<SessionCount>(
      `select concat_ws('/', coalesce(agent_id, ''), coalesce(namespace_id, ''), session_id) as session,
              count(*)::integer as uncompiled
       from events where tenant_id = $1 and environment = $2 and learned_at is null group by 1 order by 1`,
      own,
    ),
  }));
}
