import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Transaction } from '@strata/platform/database/database';
import { all, dependsOnItem, not, passes, type Filter } from '@strata/policy/filter';
import { filterSql } from '@strata/policy/filter-sql';
import type { PopulationStatistics } from '../synthesis/search-index.ts';
import { byKind } from './filter-query.ts';
import { PLAIN_ITEM } from './pg-hidden-artifacts.ts';
import type { Visibility } from './pg-visibility.ts';
import { placeBound } from './place-bound.ts';
import { holdingAny, ofAgent } from './population-query.ts';
import { countStored, StatisticsSum, type EntryCounts, type StoredEntry } from './statistics-sum.ts';
import { allOf, toTsquery, type TermQuery } from './term-query.ts';

const PLACE = {
  id: 'null::text',
  namespaceId: "nullif(namespace_id, '')",
  agentId: "nullif(agent_id, '')",
  userId: "nullif(user_id, '')",
  tags: "'{}'::text[]",
};

const OF_AGENT = 'tenant_id = $1 and environment = $2 and ($3::text is null or agent_id = $3) and user_id = any($5)';

const NOTHING: EntryCounts = { terms: [], population: [0, 0, 0, 0] };

interface StatisticsQuery {
  readonly tx: Transaction;
  readonly scope: TenantScope;
  /** Null for all agents. */
  readonly agentId: string | null;
  readonly terms: readonly string[];
  /** The end users whose entries the filters show, '' for entries without one. Other rows are not read. */
  readonly users: readonly string[];
}

/**
 * The statistics of the visible entries for some terms: exact, since a score would reveal what is counted (ADR 0033).
 *
 * The stored counts are by place. If a filter depends on single entries, the hidden ones in the visible places are looked
 * up and subtracted; if a filter hides most entries, the visible ones are looked up and counted instead.
 */
export async function readStatistics(
  query: StatisticsQuery,
  { enumerated: { memory, artifact }, hiddenArtifacts }: Visibility,
): Promise<PopulationStatistics> {
  const sum = new StatisticsSum();
  if (passes(hiddenInPlaces(memory), PLAIN_ITEM)) {
    sum.add(await countEntries(query, byKind(memory, artifact)));
  } else {
    sum.add(await readPlaces(query, placeBound(memory), placeBound(artifact)));
    sum.subtract(await countEntries(query, byKind(hiddenInPlaces(memory), hiddenInPlaces(artifact))));
  }
  const { agentId, terms } = query;
  sum.subtract(countStored(hiddenArtifacts.filter((hidden) => agentId === null || hidden.agentId === agentId)));
  return sum.statistics(terms);
}

/** What the filter hides in places where it shows other entries. */
const hiddenInPlaces = (filter: Filter): Filter =>
  dependsOnItem(filter) ? all([placeBound(filter), not(filter)]) : false;

/** The stored counts of the places that pass the filters. */
async function readPlaces(
  { tx, scope, agentId, terms, users }: StatisticsQuery,
  memory: Filter,
  artifact: Filter,
): Promise<EntryCounts> {
  const values: unknown[] = [scope.tenantId, scope.environment, agentId, terms, users];
  const bind = bindTo(values);
  const memories = filterSql(memory, PLACE, bind);
  const artifacts = filterSql(artifact, PLACE, bind);
  const [row] = await tx.query<EntryCounts>(
    `select (select coalesce(json_agg(json_build_array(term, documents, reached)), '[]') from (
               select term,
                 coalesce(sum(documents - artifact_documents) filter (where ${memories}), 0)
                   + coalesce(sum(artifact_documents) filter (where ${artifacts}), 0) as documents,
                 coalesce(sum(reached - artifact_reached) filter (where ${memories}), 0)
                   + coalesce(sum(artifact_reached) filter (where ${artifacts}), 0) as reached
               from document_frequencies where ${OF_AGENT} and term = any($4)
               group by term) counted) as terms,
            (select json_build_array(coalesce(sum(memories) filter (where ${memories}), 0),
                                     coalesce(sum(memory_terms) filter (where ${memories}), 0),
                                     coalesce(sum(artifacts) filter (where ${artifacts}), 0),
                                     coalesce(sum(artifact_terms) filter (where ${artifacts}), 0))
             from populations where ${OF_AGENT}) as population`,
    values,
  );
  return row ?? NOTHING;
}

/** Counts the agent's entries that match, and the terms of those that contain a term of the query. */
async function countEntries(
  { tx, scope, agentId, terms, users }: StatisticsQuery,
  matching: TermQuery,
): Promise<EntryCounts> {
  const tsquery = toTsquery(scope, allOf([matching, ofAgent(agentId)]));
  if (tsquery === null) return NOTHING;
  const [row] = await tx.query<{
    counted: { population: EntryCounts['population']; entries: [StoredEntry['kind'], string[], string][] };
  }>('select count_entries($1::tsquery, $2::tsquery) as counted', [
    tsquery,
    toTsquery(scope, holdingAny(terms, users)),
  ]);
  if (row === undefined) return NOTHING;
  const { population, entries } = row.counted;
  return { ...countStored(entries.map(([kind, tags, features]) => ({ kind, tags, features }))), population };
}
