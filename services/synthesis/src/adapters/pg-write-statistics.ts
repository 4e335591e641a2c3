import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import type { FrequencyChanges } from '../indexing/frequency-changes.ts';

const GIVEN_TERM = `term text, "agentId" text, "namespaceId" text, "userId" text, documents integer, reached integer,
  "artifactDocuments" integer, "artifactReached" integer`;

const CHANGE_TERMS = `
  insert into document_frequencies as kept (tenant_id, environment, term, agent_id, namespace_id, user_id, documents, reached,
                                            artifact_documents, artifact_reached)
  select $1, $2, term, "agentId", "namespaceId", "userId", documents, reached, "artifactDocuments", "artifactReached"
  from json_to_recordset($3) as given (${GIVEN_TERM})
  on conflict (tenant_id, environment, term, agent_id, namespace_id, user_id) do update set
    documents = kept.documents + excluded.documents, reached = kept.reached + excluded.reached,
    artifact_documents = kept.artifact_documents + excluded.artifact_documents,
    artifact_reached = kept.artifact_reached + excluded.artifact_reached`;

const DELETE_UNUSED_TERMS = `
  delete from document_frequencies kept
  using json_to_recordset($3) as given (${GIVEN_TERM})
  where kept.tenant_id = $1 and kept.environment = $2 and kept.term = given.term and kept.agent_id = given."agentId"
    and kept.namespace_id = given."namespaceId" and kept.user_id = given."userId" and kept.reached = 0`;

const CHANGE_POPULATIONS = `
  insert into populations as kept (tenant_id, environment, agent_id, namespace_id, user_id, memories, memory_terms,
                                   artifacts, artifact_terms)
  select $1, $2, "agentId", "namespaceId", "userId", memories, "memoryTerms", artifacts, "artifactTerms"
  from json_to_recordset($3) as given ("agentId" text, "namespaceId" text, "userId" text, memories bigint,
                                       "memoryTerms" bigint, artifacts bigint, "artifactTerms" bigint)
  on conflict (tenant_id, environment, agent_id, namespace_id, user_id) do update set
    memories = kept.memories + excluded.memories, memory_terms = kept.memory_terms + excluded.memory_terms,
    artifacts = kept.artifacts + excluded.artifacts, artifact_terms = kept.artifact_terms + excluded.artifact_terms`;

/** Adds the changes of a batch to the statistics, and deletes rows that reach zero. */
export async function writeChanges(
  tx: Transaction,
  scope: TenantScope,
  { terms, populations }: FrequencyChanges,
): Promise<void> {
  const write = (sql: string, rows: readonly unknown[]): Promise<number> =>
    rows.length === 0 ? Promise.resolve(0) : tx.execute(sql, [scope.tenantId, scope.environment, JSON.stringify(rows)]);
  await write(CHANGE_TERMS, terms);
  await write(
    DELETE_UNUSED_TERMS,
    terms.filter(({ reached }) => reached < 0),
  );
  await write(CHANGE_POPULATIONS, populations);
}
