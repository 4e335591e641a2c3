import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import type { IndexView, Population, SearchIndex, VectorSearch } from '../synthesis/search-index.ts';
import { decodeCandidates } from './entry-features.ts';
import { readStatistics } from './pg-statistics.ts';
import { toTsquery } from './tsquery.ts';

const CANDIDATES = 'select find_candidates($1::tsquery, $2, $3) as features';

const OF_POPULATION = `
  tenant_id = $1 and environment = $2 and ($3::text is null or agent_id = $3)
  and (kind = 'artifact' or tags @> $4)`;

const AT_PLACES = `
  select string_agg(features, ',') as features
  from unnest($5::text[], $6::integer[]) as place (session_id, "position")
  join entries using (session_id, "position")
  where ${OF_POPULATION} and kind = 'memory'`;

const NEWEST = `
  select string_agg(features, ',') as features from (
    select features from entries
    where ${OF_POPULATION} and kind = $5
    order by occurred_at desc, "position" desc, id limit $6) newest`;

const BODIES = `
  select json_object_agg(id, body) as bodies from entries where tenant_id = $1 and environment = $2 and id = any($3)`;

interface FeaturesRow {
  features: string | null;
}

/** The search index in PostgreSQL. Each question is one round trip that comes back as one row. */
export const createPgSearchIndex = (database: Database, nearest?: NearestSearch): SearchIndex => ({
  view: (scope, read) => database.inTenant(scope, (tx) => read(viewOf(tx, scope, nearest))),
});

/** The vector arm's part of a view: the features of the nearest entries, nearest first, joined by commas. */
export type NearestSearch = (
  tx: Transaction,
  scope: TenantScope,
  population: Population,
  search: VectorSearch,
) => Promise<string | null>;

function viewOf(tx: Transaction, scope: TenantScope, nearest: NearestSearch | undefined): IndexView {
  const features = async (sql: string, values: readonly unknown[]) => {
    const [row] = await tx.query<FeaturesRow>(sql, values);
    return decodeCandidates(row?.features ?? null);
  };
  const within = ({ agentId, tags }: Population): unknown[] => [scope.tenantId, scope.environment, agentId, tags];
  return {
    statistics: (agentId, terms) => readStatistics(tx, scope, agentId, terms),
    candidates: (population, { terms, newest }) =>
      features(CANDIDATES, [toTsquery(scope, population, terms), population.kinds, newest]),
    at: (population, places) =>
      places.length === 0 || !population.kinds.includes('memory')
        ? Promise.resolve([])
        : features(AT_PLACES, [
            ...within(population),
            places.map(({ sessionId }) => sessionId),
            places.map(({ position }) => position),
          ]),
    newest: (population, kind, limit) => features(NEWEST, [...within(population), kind, limit]),
    nearest: async (population, search) => decodeCandidates((await nearest?.(tx, scope, population, search)) ?? null),
    bodies: async (ids) => {
      if (ids.length === 0) return new Map();
      const [row] = await tx.query<{ bodies: Record<string, string> | null }>(BODIES, [
        scope.tenantId,
        scope.environment,
        ids,
      ]);
      return new Map(Object.entries(row?.bodies ?? {}));
    },
  };
}
