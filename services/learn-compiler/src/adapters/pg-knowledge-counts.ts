import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';

const OWN = 'tenant_id = $1 and environment = $2';

/** How many memories and artifacts a partition holds, whoever may see them. */
export const countKnowledge = (
  database: Database,
  scope: TenantScope,
): Promise<{ memories: number; artifacts: number }> =>
  database.inTenant(scope, async (tx) => {
    const [row] = await tx.query<{ memories: string; artifacts: string }>(
      `select (select count(*) from memories where ${OWN}) as memories,
              (select count(*) from artifacts where ${OWN}) as artifacts`,
      [scope.tenantId, scope.environment],
    );
    return { memories: Number(row?.memories ?? 0), artifacts: Number(row?.artifacts ?? 0) };
  });
