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

const exactSearch = (dimensions: number): string => `
  with own as materialized (
    select e.features, v.embedding from ${JOIN} where ${OWN} and v.dimensions = ${String(dimensions)}
  ), nearest as (
    select features, embedding <=> $6::vector as distance from own order by distance limit $8
  )
  select string_agg(features, ',' order by distance) as features from nearest`;

const graphSearch = (dimensions: number): string => {
  const type = `vector(${String(dimensions)})`;
  return `
  with nearest as (
    select e.features, v.embedding::${type} <=> $6::${type} as distance from ${JOIN}
    where ${OWN} and v.dimensions = ${String(dimensions)}
    order by v.embedding::${type} <=> $6::${type} limit $8
  )
  select string_agg(features, ',' order by distance) as features from nearest`;
};

/** The vector arm in PostgreSQL: exact over a small population, pgvector's HNSW index over a large one. */
export function createPgNearest(model: string, dimensions: number, exactBelow = EXACT_BELOW): NearestSearch {
  const exact = exactSearch(dimensions);
  const graph = graphSearch(dimensions);
  return async (tx, scope, { agentId, tags, kinds }, { vector, populationSize, limit }) => {
    const isSmall = populationSize < exactBelow;
    if (!isSmall) await tx.query(SCAN);
    const values = [scope.tenantId, scope.environment, agentId, tags, kinds, vectorLiteral(vector), model, limit];
    const [row] = await tx.query<{ features: string | null }>(isSmall ? exact : graph, values);
    return row?.features ?? null;
  };
}
