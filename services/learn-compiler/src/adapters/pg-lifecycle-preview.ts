import type { Filter } from '@strata/policy/filter';
import type { LifecyclePlan } from '@strata/policy/lifecycle-rules';
import { MOST_SAMPLES } from '@strata/contracts/schemas/lifecycle';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database } from '@strata/platform/database/database';
import { filterSql } from '@strata/policy/filter-sql';
import { dueSql } from '@strata/policy/lifecycle-sql';
import type { MemoryPreview } from '../lifecycle/memory-lifecycle.ts';
import { citesOnlyPart, TYPES_USING_CONTEXT } from './cites-only-part.ts';
import { memoryColumns, stepColumns } from './lifecycle-columns.ts';
import { policyColumns } from './policy-columns.ts';

const OWN = 'tenant_id = $1 and environment = $2';
/** Below the deadline of the call. */
const STATEMENT_TIMEOUT_MS = 3_500;

/** The condition on `artifacts` that rest on a memory for which `memory` holds, or on a step for which `step` holds. */
const restingOn = (memory: string, step: string, types: string): string => `
  not is_withdrawn and (exists (
    select 1 from artifact_memories as source
    join memories on memories.id = source.memory_id and memories.tenant_id = $1 and memories.environment = $2
    where source.artifact_id = artifacts.id and source.tenant_id = $1 and source.environment = $2 and ${memory})
  or exists (
    select 1 from steps where steps.tenant_id = $1 and steps.environment = $2
      and steps.event_id = any(artifacts.source_events) and ${step})
  or ${citesOnlyPart(types)} and exists (
    select 1 from steps where steps.tenant_id = $1 and steps.environment = $2
      and steps.agent_id = coalesce(artifacts.agent_id, '')
      and steps.namespace_id = coalesce(artifacts.namespace_id, '') and ${step}))`;

/** What a sweep with this plan would do. Each count stops at `most`; samples contain only memories that pass `visible`. */
export const previewLifecycle = (
  database: Database,
  scope: TenantScope,
  { rules, now }: LifecyclePlan,
  { most, visible }: { readonly most: number; readonly visible: Filter },
): Promise<MemoryPreview> =>
  database.inTenant(
    scope,
    async (tx) => {
      type Condition = (bind: (value: unknown) => string) => string;
      const toDelete: Condition = (bind) => dueSql(rules, 'deleteAfterDays', memoryColumns, now, bind);
      const toArchive: Condition = (bind) =>
        `archived_at is null and ${dueSql(rules, 'archiveAfterDays', memoryColumns, now, bind)} and not ${toDelete(bind)}`;
      const toWithdraw: Condition = (bind) =>
        restingOn(toDelete(bind), dueSql(rules, 'deleteAfterDays', stepColumns, now, bind), bind(TYPES_USING_CONTEXT));

      const count = async (table: 'memories' | 'artifacts', condition: Condition) => {
        const values: unknown[] = [scope.tenantId, scope.environment];
        const bind = bindTo(values);
        const [row] = await tx.query<{ count: number }>(
          `select count(*)::integer as count from (
             select 1 from ${table} where ${OWN} ${table === 'memories' ? 'and not is_side_text' : ''} and ${condition(bind)} limit ${bind(most + 1)}) as due`,
          values,
        );
        const found = row?.count ?? 0;
        return { count: Math.min(found, most), isTruncated: found > most };
      };
      const samples = async (condition: Condition): Promise<string[]> => {
        const values: unknown[] = [scope.tenantId, scope.environment];
        const bind = bindTo(values);
        const rows = await tx.query<{ id: string }>(
          `select id from memories where ${OWN} and not is_side_text and ${condition(bind)}
             and ${filterSql(visible, policyColumns('memories'), bind)} limit ${String(MOST_SAMPLES)}`,
          values,
        );
        return rows.map(({ id }) => id);
      };
      return {
        archive: { ...(await count('memories', toArchive)), samples: await samples(toArchive) },
        delete: { ...(await count('memories', toDelete)), samples: await samples(toDelete) },
        artifacts: await count('artifacts', toWithdraw),
      };
    },
    { statementTimeoutMs: STATEMENT_TIMEOUT_MS },
  );
