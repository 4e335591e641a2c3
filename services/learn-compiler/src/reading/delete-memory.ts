import { notFound } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { KnowledgeReader } from './knowledge-reader.ts';

/**
 * Deletes a memory everywhere; answered once synthesize can no longer show it. When the index does not answer the
 * deletion stands, and a repeated call, or the service by itself, finishes it.
 * @throws AppError `not_found`; `unavailable` while the index does not answer.
 */
export async function deleteStoredMemory(
  reader: KnowledgeReader,
  tellIndex: (scope: TenantScope) => Promise<void>,
  scope: TenantScope,
  id: string,
): Promise<{ id: string; deleted: true }> {
  if (!(await reader.forget(scope, id))) throw notFound('The memory');
  await tellIndex(scope);
  return { id, deleted: true };
}
