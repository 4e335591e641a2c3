import { bindTo } from '@strata/platform/database/bind-values';
import type { EmbeddingModel } from '../embedding/embedder.ts';
import { decodeCandidates } from './entry-features.ts';
import type { NearestSearch } from './pg-search-index.ts';
import { vectorLiteral } from './pg-vector-queue.ts';
import { aboutUser, populationRows } from './population-query.ts';

/** Below this many entries, comparing every vector is quicker than the graph, which also walks over other tenants' entries. */
const EXACT_BELOW = 5_000;
const SCAN =
  "select set_config('hnsw.iterative_scan', 'strict_order', true), set_config('hnsw.ef_search', '100', true)";

const JOIN = `
  synthesis_vectors.embeddings v join synthesis.entries e
    on e.tenant_id = v.tenant_id and e.environment = v.environment and e.id = v.entry_id and e.revision = v.revision`;

// The distance is not a number if a vector has no direction, which earlier versions stored.
const FOUND = `
  string_agg(features, ',' order by distance, id) as features,
  array_agg(coalesce(nullif(1 - distance, 'NaN'), 0) order by distance, id) as similarities`;

const exactSearch = (conditions: readonly string[], vector: string, limit: string): string => `
  with own as materialized (
    ${conditions.map((condition) => `select e.id, e.features, v.embedding from ${JOIN} where ${condition}`).join(' union all ')}
  ), nearest as (
    select id, features, embedding <=> ${vector}::vector as distance from own order by distance, id limit ${limit}
  )
  select ${FOUND} from nearest`;

const graphSearch = (condition: string, vector: string, limit: string, dimensions: number): string => {
  const type = `vector(${String(dimensions)})`;
  const distance = `v.embedding::${type} <=> ${vector}::${type}`;
  return `
  with nearest as (
    select e.id, e.features, ${distance} as distance from ${JOIN} where ${condition} order by ${distance} limit ${limit}
  )
  select ${FOUND} from nearest`;
};

interface FoundRow {
  features: string | null;
  similarities: number[] | null;
}

/** Vector search in PostgreSQL: exact in a small population, by pgvector's HNSW index in a large one. */
export function createPgNearest(
  { provider, model, dimensions }: EmbeddingModel,
  exactBelow = EXACT_BELOW,
): NearestSearch {
  return async function findNearest(tx, scope, population, { vector, populationSize, limit }, isVisible) {
    const values: unknown[] = [scope.tenantId, scope.environment];
    const bind = bindTo(values);
    const { agentId } = population;
    const condition = `
      v.tenant_id = $1 and v.environment = $2 and ${agentId === null ? 'true' : `v.agent_id = ${bind(agentId)}`}
      and v.provider = ${bind(provider)} and v.model = ${bind(model)} and v.dimensions = ${String(dimensions)}
      and ${populationRows(population, bind)} and ${isVisible(bind)}`;
    const [point, most] = [bind(vectorLiteral(vector)), bind(limit)];
    const isSmall = populationSize < exactBelow;
    if (!isSmall) await tx.query(SCAN);
    const ofEach = population.users.map((user) => `${aboutUser(user, bind)} and ${condition}`);
    const sql = isSmall ? exactSearch(ofEach, point, most) : graphSearch(condition, point, most, dimensions);
    const [row] = await tx.query<FoundRow>(sql, values);
    return decodeCandidates(row?.features ?? null, row?.similarities ?? []);
  };
}
