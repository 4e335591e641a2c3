import type { Database } from '@strata/platform/database/database';
import type { LearnUsageParts } from '../jobs/read-learn-usage.ts';

const OWN = 'tenant_id = $1 and environment = $2';

/** Counts the memories and artifacts of a tenant scope in PostgreSQL. */
export const createCountKnowledge =
  (database: Database): LearnUsageParts['countKnowledge'] =>
  (scope) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<{ memories: string; artifacts: string }>(
        `select (select count(*) from memories where ${OWN} and not is_side_text) as memories,
              (select count(*) from artifacts where ${OWN}) as artifacts`,
        [scope.tenantId, scope.environment],
      );
      return { memories: Number(row?.memories ?? 0), artifacts: Number(row?.artifacts ?? 0) };
    });
