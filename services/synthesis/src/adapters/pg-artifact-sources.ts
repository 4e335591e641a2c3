import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';

const GIVEN = 'unnest($3::text[], $4::text[]) as given (artifact_id, memory_id)';

const DELETE_STALE = `
  delete from artifact_sources kept
  where tenant_id = $1 and environment = $2 and artifact_id = any($5)
    and not exists (select from ${GIVEN}
                    where given.artifact_id = kept.artifact_id and given.memory_id = kept.memory_id)`;

const INSERT = `
  insert into artifact_sources (tenant_id, environment, artifact_id, memory_id, is_absent)
  select $1, $2, given.artifact_id, given.memory_id, e.id is null from ${GIVEN}
  left join entries e on e.id = given.memory_id and e.tenant_id = $1 and e.environment = $2
  on conflict do nothing`;

const MARK_PRESENT = `
  update artifact_sources set is_absent = false, tags = null
  where tenant_id = $1 and environment = $2 and memory_id = any($3) and is_absent`;

const MARK_ABSENT = `
  update artifact_sources s set is_absent = true, tags = array(select json_array_elements_text(given.tags))
  from json_to_recordset($3) as given (id text, tags json)
  where s.tenant_id = $1 and s.environment = $2 and s.memory_id = given.id`;

const DELETE = 'delete from artifact_sources where tenant_id = $1 and environment = $2 and artifact_id = any($3)';

/** Replaces the sources of artifacts. */
export async function writeSources(
  tx: Transaction,
  { tenantId, environment }: TenantScope,
  artifacts: readonly { readonly id: string; readonly sourceMemories: readonly string[] }[],
): Promise<void> {
  if (artifacts.length === 0) return;
  const links = artifacts.flatMap(({ id, sourceMemories }) => sourceMemories.map((memoryId) => ({ id, memoryId })));
  const given = [tenantId, environment, links.map(({ id }) => id), links.map(({ memoryId }) => memoryId)];
  await tx.execute(DELETE_STALE, [...given, artifacts.map(({ id }) => id)]);
  await tx.execute(INSERT, given);
}

/** Records that memories are entries from now on. */
export async function markPresent(tx: Transaction, scope: TenantScope, memoryIds: readonly string[]): Promise<void> {
  if (memoryIds.length > 0) await tx.execute(MARK_PRESENT, [scope.tenantId, scope.environment, memoryIds]);
}

/**
 * Records that entries were removed. Artifacts compiled from a removed memory stay as visible as the memory was: its tags
 * are kept.
 */
export async function markAbsent(
  tx: Transaction,
  { tenantId, environment }: TenantScope,
  removed: readonly { readonly id: string; readonly kind: 'memory' | 'artifact'; readonly tags: readonly string[] }[],
): Promise<void> {
  const memories = removed.filter(({ kind }) => kind === 'memory').map(({ id, tags }) => ({ id, tags }));
  const artifacts = removed.filter(({ kind }) => kind === 'artifact').map(({ id }) => id);
  if (memories.length > 0) await tx.execute(MARK_ABSENT, [tenantId, environment, JSON.stringify(memories)]);
  if (artifacts.length > 0) await tx.execute(DELETE, [tenantId, environment, artifacts]);
}
