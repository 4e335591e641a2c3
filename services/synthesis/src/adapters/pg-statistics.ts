import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import type { FrequencyChanges } from '../indexing/frequency-changes.ts';
import type { PopulationStatistics } from '../synthesis/search-index.ts';

const CHANGE_TERMS = `
  insert into document_frequencies as kept (tenant_id, environment, term, agent_id, documents, reached)
  select $1, $2, term, "agentId", documents, reached
  from json_to_recordset($3) as given (term text, "agentId" text, documents integer, reached integer)
  on conflict (tenant_id, environment, term, agent_id) do update set
    documents = kept.documents + excluded.documents, reached = kept.reached + excluded.reached`;

const DROP_UNUSED_TERMS = `
  delete from document_frequencies kept
  using json_to_recordset($3) as given (term text, "agentId" text)
  where kept.tenant_id = $1 and kept.environment = $2 and kept.term = given.term and kept.agent_id = given."agentId"
    and kept.reached = 0`;

const CHANGE_POPULATIONS = `
  insert into populations as kept (tenant_id, environment, agent_id, memories, memory_terms, artifacts, artifact_terms)
  select $1, $2, "agentId", memories, "memoryTerms", artifacts, "artifactTerms"
  from json_to_recordset($3) as given (
    "agentId" text, memories bigint, "memoryTerms" bigint, artifacts bigint, "artifactTerms" bigint)
  on conflict (tenant_id, environment, agent_id) do update set
    memories = kept.memories + excluded.memories, memory_terms = kept.memory_terms + excluded.memory_terms,
    artifacts = kept.artifacts + excluded.artifacts, artifact_terms = kept.artifact_terms + excluded.artifact_terms`;

const READ = `
  select (select coalesce(json_agg(json_build_array(term, documents, reached)), '[]') from (
            select term, sum(documents) as documents, sum(reached) as reached from document_frequencies
            where tenant_id = $1 and environment = $2 and ($3::text is null or agent_id = $3) and term = any($4)
            group by term) counted) as terms,
         (select json_build_array(coalesce(sum(memories), 0), coalesce(sum(memory_terms), 0),
                                  coalesce(sum(artifacts), 0), coalesce(sum(artifact_terms), 0)) from populations
          where tenant_id = $1 and environment = $2 and ($3::text is null or agent_id = $3)) as population`;

interface StatisticsRow {
  terms: [string, number, number][];
  population: [number, number, number, number];
}

/** Adds a batch's changes to the statistics; rows that nothing is left of go. */
export async function writeChanges(
  tx: Transaction,
  scope: TenantScope,
  { terms, populations }: FrequencyChanges,
): Promise<void> {
  const write = (sql: string, rows: readonly unknown[]): Promise<number> =>
    rows.length === 0 ? Promise.resolve(0) : tx.execute(sql, [scope.tenantId, scope.environment, JSON.stringify(rows)]);
  await write(CHANGE_TERMS, terms);
  await write(
    DROP_UNUSED_TERMS,
    terms.filter(({ reached }) => reached < 0),
  );
  await write(CHANGE_POPULATIONS, populations);
}

/** The figures of one agent's entries, or of the whole partition, for these terms. */
export async function readStatistics(
  tx: Transaction,
  scope: TenantScope,
  agentId: string | null,
  terms: readonly string[],
): Promise<PopulationStatistics> {
  const [row] = await tx.query<StatisticsRow>(READ, [scope.tenantId, scope.environment, agentId, terms]);
  const [memories, memoryTerms, artifacts, artifactTerms] = row?.population ?? [0, 0, 0, 0];
  return {
    documents: memories + artifacts,
    artifacts,
    averageLength: { memory: memoryTerms / Math.max(1, memories), artifact: artifactTerms / Math.max(1, artifacts) },
    documentFrequency: new Map(row?.terms.flatMap(([term, documents]) => (documents > 0 ? [[term, documents]] : []))),
    reach: new Map(row?.terms.map(([term, , reached]) => [term, reached])),
  };
}
