import { bindTo } from '@strata/platform/database/bind-values';
import type { Transaction } from '@strata/platform/database/database';
import { withoutSorting } from '@strata/platform/database/ordered-range';
import type { EmbeddingModel } from '../embedding/embedder.ts';
import type { Population, VectorSearch } from '../synthesis/search-index.ts';
import { decodeCandidates } from './entry-features.ts';
import type { NearestSearch } from './pg-search-index.ts';
import { vectorLiteral } from './pg-vector-queue.ts';
import { aboutUser, populationRows } from './population-query.ts';

/**
 * To visit an entry in the graph takes so many times as long as to compare one vector (10,000 vectors of 384 numbers: 65 µs and 4 µs, with
 * the look-up of each entry).
 */
const VISIT = 16;
const PREPARE_GRAPH = `
  select set_config('hnsw.iterative_scan', 'strict_order', true), set_config('hnsw.ef_search', '100', true), reltuples as vectors
  from pg_class where oid = 'synthesis_vectors.embeddings'::regclass`;

// "offset 0" makes it a look-up of each entry by its id. The planner takes a tenant that it does not know for one row, and would read
// all its entries for each vector.
const JOIN = `
  synthesis_vectors.embeddings v cross join lateral (
    select * from synthesis.entries
    where id = v.entry_id and tenant_id = v.tenant_id and environment = v.environment and revision = v.revision offset 0
  ) e`;

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

/** Vector search in PostgreSQL: by pgvector's HNSW index where that is quicker, else by comparing every vector of the population. */
export function createPgNearest({ provider, model, dimensions }: EmbeddingModel): NearestSearch {
  return async function findNearest(tx, scope, population, search, isVisible) {
    const { vector, limit } = search;
    const values: unknown[] = [scope.tenantId, scope.environment];
    const bind = bindTo(values);
    const { agentId } = population;
    const condition = `
      v.tenant_id = $1 and v.environment = $2 and ${agentId === null ? 'true' : `v.agent_id = ${bind(agentId)}`}
      and v.provider = ${bind(provider)} and v.model = ${bind(model)} and v.dimensions = ${String(dimensions)}
      and ${populationRows(population, bind)} and ${isVisible(bind)}`;
    const [point, most] = [bind(vectorLiteral(vector)), bind(limit)];
    const compareAll = (): Promise<FoundRow[]> => {
      const ofEach = population.users.map((user) => `${aboutUser(user, bind)} and ${condition}`);
      return tx.query<FoundRow>(exactSearch(ofEach, point, most), values);
    };
    // For the same reason, it would read and sort all vectors.
    const walkGraph = (): Promise<FoundRow[]> =>
      withoutSorting(tx, () => tx.query<FoundRow>(graphSearch(condition, point, most, dimensions), values));
    const [row] = (await isGraphQuicker(tx, population, search)) ? await walkGraph() : await compareAll();
    return decodeCandidates(row?.features ?? null, row?.similarities ?? []);
  };
}

/**
 * Whether the graph search is quicker. The graph has the vectors of all tenants: of those that a walk visits, only the share of the
 * population counts. How large a session is, or what was said in a time, is not known. The settings of the graph search are made in the
 * same statement; the other search does not read them.
 */
async function isGraphQuicker(
  tx: Transaction,
  { sessionId, since, until }: Population,
  { populationSize, limit }: VectorSearch,
): Promise<boolean> {
  const isOfPart = sessionId !== undefined || since !== undefined || until !== undefined;
  if (isOfPart || populationSize <= VISIT * limit) return false;
  const [all] = await tx.query<{ vectors: number }>(PREPARE_GRAPH);
  const visited = (limit * Math.max(populationSize, all?.vectors ?? 0)) / populationSize;
  return VISIT * visited < populationSize;
}
