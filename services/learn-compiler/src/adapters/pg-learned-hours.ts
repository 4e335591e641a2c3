import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database, Transaction } from '@strata/platform/database/database';
import { filterSql } from '@strata/policy/filter-sql';
import type { LearnedSeries, LearnedOverTime } from '../jobs/read-learn-usage.ts';
import { policyColumns } from './policy-columns.ts';
import { visibleArtifacts } from './visible-artifacts.ts';

const OWN = 'tenant_id = $1 and environment = $2';

const COUNT = `
  insert into learned_hours as known (tenant_id, environment, hour, memories, artifacts, completed, failed)
  values ($1, $2, date_trunc('hour', now(), 'UTC'), $3, $4, $5, $6)
  on conflict (tenant_id, environment, hour) do update set
    memories = known.memories + excluded.memories, artifacts = known.artifacts + excluded.artifacts,
    completed = known.completed + excluded.completed, failed = known.failed + excluded.failed`;

type Figures = Omit<LearnedSeries[number], 'at'>;

/** What one transaction adds; what is left out is 0. */
export type Learned = Partial<Figures>;

/** Counts what a transaction has learned, or a job that it ends, in the hour in which it began. */
export async function countLearned(
  tx: Transaction,
  { tenantId, environment }: TenantScope,
  learned: Learned,
): Promise<void> {
  const { memories = 0, artifacts = 0, completed = 0, failed = 0 } = learned;
  const figures = [memories, artifacts, completed, failed];
  if (figures.some((figure) => figure > 0)) await tx.execute(COUNT, [tenantId, environment, ...figures]);
}

/** What was learned over time, in PostgreSQL. */
export const createPgLearnedOverTime = (database: Database): LearnedOverTime => ({
  all: (scope, { bucket, since }) =>
    database.inTenant(scope, async (tx) => {
      const rows = await tx.query<SeriesRow>(
        `select date_trunc($4, hour, 'UTC') as at, sum(memories)::float8 as memories, sum(artifacts)::float8 as artifacts,
                sum(completed)::float8 as completed, sum(failed)::float8 as failed
         from learned_hours where ${OWN} and hour >= $3 group by 1`,
        [scope.tenantId, scope.environment, since, bucket],
      );
      return rows.map(toPoint);
    }),

  visible: (scope, { bucket, since }, { memory, ...visible }) =>
    database.inTenant(scope, async (tx) => {
      const values: unknown[] = [scope.tenantId, scope.environment, since, bucket];
      const bind = bindTo(values);
      const made = (figure: string, table: string, condition: string): string => `
        select created_at as at, '${figure}' as figure, 1 as number
        from ${table} where ${OWN} and created_at >= $3 and ${condition}`;
      const sumOf = (figure: string): string =>
        `coalesce(sum(number) filter (where figure = '${figure}'), 0)::float8 as ${figure}`;
      const rows = await tx.query<SeriesRow>(
        `select date_trunc($4, at, 'UTC') as at, ${['memories', 'artifacts', 'completed', 'failed'].map(sumOf).join(', ')}
         from (
           ${made('memories', 'memories', `not is_side_text and ${filterSql(memory, policyColumns('memories'), bind)}`)}
           union all ${made('artifacts', 'artifacts', `not is_withdrawn and ${visibleArtifacts(visible, bind)}`)}
           union all select hour, 'completed', completed from learned_hours where ${OWN} and hour >= $3
           union all select hour, 'failed', failed from learned_hours where ${OWN} and hour >= $3
         ) as learned group by 1`,
        values,
      );
      return rows.map(toPoint);
    }),
});

type SeriesRow = Figures & { readonly at: Date };
const toPoint = ({ at, ...figures }: SeriesRow): LearnedSeries[number] => ({ at: at.toISOString(), ...figures });
