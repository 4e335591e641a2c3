import { bindTo } from '@strata/platform/database/bind-values';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import { withoutSorting } from '@strata/platform/database/ordered-range';
import type { EmbeddingModel } from '../embedding/embedder.ts';
import type { Population, VectorSearch } from '../synthesis/search-index.ts';
import { decodeCandidates } from './entry-features.ts';
import type { PgNearest } from './pg-search-index.ts';
import { vectorLiteral } from './pg-vector-queue.ts';
import { aboutUser, populationRows } from './population-query.ts';

/**
 * To find an entry by the graph takes so many times as long as to compare one vector (10,000 vectors of 384 numbers): with the look-up of
 * each entry 65 µs and 4 µs; without it 60 µs and 1.7 µs.
 */
const VISIT = { entries: 16, vectors: 35 };
/**
 * Bounds of how many vectors one walk of the graph finds. If a walk finds fewer than are wanted, pgvector walks again, which takes as
 * long as the first walk. It allows at most 1,000.
 */
const KEPT = { least: 100, most: 1_000 };
const PREPARE_GRAPH = `
  select set_config('hnsw.iterative_scan', 'strict_order', true), set_config('hnsw.ef_search', $1, true), reltuples as vectors
  from pg_class where oid = 'synthesis_vectors.embeddings'::regclass`;

// "offset 0" makes it a look-up of each entry by its id. The planner takes a tenant that it does not know for one row, and would read
// all its entries for each vector.
const JOIN = `
  synthesis_vectors.embeddings v cross join lateral (
    select * from synthesis.entries
    where id = v.entry_id and tenant_id = v.tenant_id and environment = v.environment and revision = v.revision offset 0
  ) e`;

// The distance is not a number if a vector has no direction, which earlier versions stored.
const SIMILARITIES = `array_agg(coalesce(nullif(1 - distance, 'NaN'), 0) order by distance, id) as similarities`;
const FOUND_ENTRIES = `string_agg(features, ',' order by distance, id) as features, ${SIMILARITIES}`;
const FOUND_VECTORS = `
  array_agg(id order by distance, id) as ids, array_agg(revision::text order by distance, id) as revisions, ${SIMILARITIES}`;

const exactSearch = (conditions: readonly string[], vector: string, limit: string): string => `
  with own as materialized (
    ${conditions.map((condition) => `select e.id, e.features, v.embedding from ${JOIN} where ${condition}`).join(' union all ')}
  ), nearest as (
    select id, features, embedding <=> ${vector}::vector as distance from own order by distance, id limit ${limit}
  )
  select ${FOUND_ENTRIES} from nearest`;

/** The expression that the graph's index is on: a vector of one fixed length. */
const inGraph = (what: string, dimensions: number): string => `${what}::vector(${String(dimensions)})`;

const graphSearch = (condition: string, vector: string, limit: string, dimensions: number): string => {
  const distance = `${inGraph('v.embedding', dimensions)} <=> ${inGraph(vector, dimensions)}`;
  return `
  with nearest as (
    select e.id, e.features, ${distance} as distance from ${JOIN} where ${condition} order by ${distance} limit ${limit}
  )
  select ${FOUND_ENTRIES} from nearest`;
};

const vectorSearch = (condition: string, distance: string, order: string, limit: string): string => `
  with nearest as (
    select v.entry_id as id, v.revision, ${distance} as distance from synthesis_vectors.embeddings v
    where ${condition} order by ${order} limit ${limit}
  )
  select ${FOUND_VECTORS} from nearest`;

interface FoundRow {
  features: string | null;
  similarities: number[] | null;
}

interface VectorsRow {
  ids: string[] | null;
  revisions: string[] | null;
  similarities: number[] | null;
}

/** Vector search in PostgreSQL: by pgvector's HNSW index where that is quicker, else by comparing every vector of the population. */
export function createPgNearest({ provider, model, dimensions }: EmbeddingModel): PgNearest {
  /** The values of a statement, and its condition on the row `v` of `embeddings`. */
  const ofModel = ({ tenantId, environment }: TenantScope, agentId: string | null) => {
    const values: unknown[] = [tenantId, environment];
    const bind = bindTo(values);
    const condition = `
      v.tenant_id = $1 and v.environment = $2 and ${agentId === null ? 'true' : `v.agent_id = ${bind(agentId)}`}
      and v.provider = ${bind(provider)} and v.model = ${bind(model)} and v.dimensions = ${String(dimensions)}`;
    return { values, bind, condition };
  };
  return {
    entries: async (tx, scope, population, search, isVisible) => {
      const { vector, limit } = search;
      const { values, bind, condition: isOfModel } = ofModel(scope, population.agentId);
      const condition = `${isOfModel} and ${populationRows(population, bind)} and ${isVisible(bind)}`;
      const [point, most] = [bind(vectorLiteral(vector)), bind(limit)];
      const compareAll = (): Promise<FoundRow[]> => {
        const ofEach = population.users.map((user) => `${aboutUser(user, bind)} and ${condition}`);
        return tx.query<FoundRow>(exactSearch(ofEach, point, most), values);
      };
      // For the same reason, it would read and sort all vectors.
      const walkGraph = (): Promise<FoundRow[]> =>
        withoutSorting(tx, () => tx.query<FoundRow>(graphSearch(condition, point, most, dimensions), values));
      const [row] = (await isGraphQuicker(tx, population, search, VISIT.entries))
        ? await walkGraph()
        : await compareAll();
      return decodeCandidates(row?.features ?? null, row?.similarities ?? []);
    },

    vectors: async (tx, scope, agentId, search) => {
      const { values, bind, condition } = ofModel(scope, agentId);
      const [point, most] = [bind(vectorLiteral(search.vector)), bind(search.limit)];
      const compareAll = (): Promise<VectorsRow[]> =>
        tx.query(vectorSearch(condition, `v.embedding <=> ${point}::vector`, 'distance, v.entry_id', most), values);
      const walkGraph = (): Promise<VectorsRow[]> => {
        const distance = `${inGraph('v.embedding', dimensions)} <=> ${inGraph(point, dimensions)}`;
        return withoutSorting(tx, () => tx.query(vectorSearch(condition, distance, distance, most), values));
      };
      const [row] = (await isGraphQuicker(tx, {}, search, VISIT.vectors)) ? await walkGraph() : await compareAll();
      const { ids, revisions, similarities } = row ?? {};
      return (ids ?? []).map((id, at) => ({
        id,
        revision: revisions?.[at] ?? '',
        similarity: similarities?.[at] ?? 0,
      }));
    },
  };
}

/**
 * Whether the graph search is quicker. The graph has the vectors of all tenants: of those that a walk visits, only the share of the
 * population counts. How large a session is, or what was said in a time, is not known. The settings of the graph search are made in the
 * same statement; the other search does not read them. `visit` is one of `VISIT`.
 */
async function isGraphQuicker(
  tx: Transaction,
  { sessionId, since, until }: Pick<Population, 'sessionId' | 'since' | 'until'>,
  { populationSize, limit }: VectorSearch,
  visit: number,
): Promise<boolean> {
  const isOfPart = sessionId !== undefined || since !== undefined || until !== undefined;
  if (isOfPart || populationSize <= visit * limit) return false;
  const kept = String(Math.min(Math.max(limit, KEPT.least), KEPT.most));
  const [all] = await tx.query<{ vectors: number }>(PREPARE_GRAPH, [kept]);
  const visited = (limit * Math.max(populationSize, all?.vectors ?? 0)) / populationSize;
  return visit * visited < populationSize;
}
