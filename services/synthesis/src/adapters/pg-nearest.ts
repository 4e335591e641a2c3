import { bindTo } from '@strata/platform/database/bind-values';
import type { NearestSearch } from './pg-search-index.ts';
import { vectorLiteral } from './pg-vector-queue.ts';

/** Below this many entries looking at each vector is quicker than the graph, which would meet other tenants' entries first. */
const EXACT_BELOW = 5_000;
const SCAN =
  "select set_config('hnsw.iterative_scan', 'strict_order', true), set_config('hnsw.ef_search', '100', true)";

const OWN = `
  v.tenant_id = $1 and v.environment = $2 and ($3::text is null or v.agent_id = $3)
  and v.model = $7 and e.kind = any($5) and (e.kind = 'artifact' or e.tags @> $4)`;

const JOIN = `
  synthesis_vectors.embeddings v join synthesis.entries e
    on e.tenant_id = v.tenant_id and e.environment = v.environment and e.id = v.entry_id and e.revision = v.revision`;

const exactSearch = (dimensions: number, isVisible: string): string => `
  with own as materialized (
    select e.id, e.features, v.embedding from ${JOIN} where ${OWN} and v.dimensions = ${String(dimensions)} and ${isVisible}
  ), nearest as (
    select id, features, embedding <=> $6::vector as distance from own order by distance, id limit $8
  )
  select string_agg(features, ',' order by distance, id) as features from nearest`;

const graphSearch = (dimensions: number, isVisible: string): string => {
  const type = `vector(${String(dimensions)})`;
  return `
  with nearest as (
    select e.id, e.features, v.embedding::${type} <=> $6::${type} as distance from ${JOIN}
    where ${OWN} and v.dimensions = ${String(dimensions)} and ${isVisible}
    order by v.embedding::${type} <=> $6::${type} limit $8
  )
  select string_agg(features, ',' order by distance, id) as features from nearest`;
};

/** The vector arm in PostgreSQL: exact over a small population, pgvector's HNSW index over a large one. */
export function createPgNearest(model: string, dimensions: number, exactBelow = EXACT_BELOW): NearestSearch {
  return async (tx, scope, { agentId, tags, kinds }, { vector, populationSize, limit }, isVisible) => {
    const isSmall = populationSize < exactBelow;
    if (!isSmall) await tx.query(SCAN);
    const values: unknown[] = [
      scope.tenantId,
      scope.environment,
      agentId,
      tags,
      kinds,
      vectorLiteral(vector),
      model,
      limit,
    ];
    const condition = isVisible(bindTo(values));
    const sql = (isSmall ? exactSearch : graphSearch)(dimensions, condition);
    const [row] = await tx.query<{ features: string | null }>(sql, values);
    return row?.features ?? null;
  };
}
