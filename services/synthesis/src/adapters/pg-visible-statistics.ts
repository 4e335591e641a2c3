import { all, dependsOnItem, not, passes, type Filter } from '@strata/policy/filter';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Transaction } from '@strata/platform/database/database';
import { filterSql } from '@strata/policy/filter-sql';
import type { PopulationStatistics } from '../synthesis/search-index.ts';
import { Counts, type HeldEntry, type PopulationFigures } from './counts.ts';
import { byKind } from './filter-query.ts';
import { PLAIN } from './pg-hidden-artifacts.ts';
import type { Visibility } from './pg-visibility.ts';
import { placeBound } from './place-bound.ts';
import { holdingAny, ofAgent } from './population-query.ts';
import { both, toTsquery } from './term-query.ts';

const PLACE = {
  id: 'null::text',
  namespaceId: "nullif(namespace_id, '')",
  agentId: "nullif(agent_id, '')",
  tags: "'{}'::text[]",
};

const OF_AGENT = 'tenant_id = $1 and environment = $2 and ($3::text is null or agent_id = $3)';

interface StatisticsRow {
  terms: [string, number, number][];
  population: PopulationFigures;
}

/**
 * The figures of one agent's visible entries, or of all visible ones of the partition, for these terms: the sums of the
 * places that anything may be visible in, less the entries there that are not, or the visible ones where those are
 * looked up more easily.
 */
export async function readStatistics(
  tx: Transaction,
  scope: TenantScope,
  { named, hiddenArtifacts }: Visibility,
  agentId: string | null,
  terms: readonly string[],
): Promise<PopulationStatistics> {
  const { memory, artifact } = named;
  const counts = new Counts();
  if (!dependsOnItem(memory) && !dependsOnItem(artifact)) {
    counts.add(await readPlaces(tx, scope, memory, artifact, agentId, terms));
  } else {
    const hidden = (filter: Filter): Filter => all([placeBound(filter), not(filter)]);
    const isHiddenFound = !passes(hidden(memory), PLAIN);
    const found = isHiddenFound ? byKind(hidden(memory), hidden(artifact)) : byKind(memory, artifact);
    if (isHiddenFound)
      counts.add(await readPlaces(tx, scope, placeBound(memory), placeBound(artifact), agentId, terms));
    const sought = toTsquery(scope, both([found, ofAgent(agentId)]));
    if (sought !== null) {
      const entries = await countEntries(tx, sought, toTsquery(scope, holdingAny(terms)));
      counts.addPopulation(entries.population, isHiddenFound ? -1 : 1);
      counts.addTerms(entries.entries, isHiddenFound ? -1 : 1);
    }
  }
  const unseen = hiddenArtifacts.filter((hidden) => agentId === null || hidden.agentId === agentId);
  counts.addEntries(unseen, -1);
  return counts.statistics(terms);
}

async function readPlaces(
  tx: Transaction,
  scope: TenantScope,
  memory: Filter,
  artifact: Filter,
  agentId: string | null,
  terms: readonly string[],
): Promise<StatisticsRow> {
  const values: unknown[] = [scope.tenantId, scope.environment, agentId, terms];
  const bind = bindTo(values);
  const memories = filterSql(memory, PLACE, bind);
  const artifacts = filterSql(artifact, PLACE, bind);
  const [row] = await tx.query<StatisticsRow>(
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
  return row ?? { terms: [], population: [0, 0, 0, 0] };
}

async function countEntries(
  tx: Transaction,
  sought: string,
  holding: string | null,
): Promise<{ population: PopulationFigures; entries: HeldEntry[] }> {
  const [row] = await tx.query<{
    counted: { population: PopulationFigures; entries: [HeldEntry['kind'], string[], string][] };
  }>('select count_entries($1::tsquery, $2::tsquery) as counted', [sought, holding]);
  const { population, entries } = row?.counted ?? { population: [0, 0, 0, 0], entries: [] };
  return { population, entries: entries.map(([kind, tags, features]) => ({ kind, tags, features })) };
}
