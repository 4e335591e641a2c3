import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { deleteMemory as deleteMemoryOperation } from '@strata/contracts/operations/memories';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { ReadingParts } from './reading-parts.ts';
import { requireWritable } from './require-access.ts';

/**
 * Deletes a memory from the store, queues its removal from the index, and adds a tombstone to the audit log, in one
 * transaction. Returns false if there is no such memory and none whose removal from the index is still queued.
 */
export type DeleteStoredMemory = (id: string, at: Date, context: RequestContext) => Promise<boolean>;

export interface DeletionParts extends ReadingParts {
  readonly deleteStored: DeleteStoredMemory;
  readonly sendToIndex: (scope: TenantScope) => Promise<void>;
}

/**
 * Deletes a memory from every store. The response comes after the search index has removed it. If the index does not
 * reply, the memory is deleted all the same, and a repeated call or the next sweep removes it from the index.
 * Errors: `not_found`; `forbidden` when the caller may read but not change it; `unavailable`.
 */
export function deleteMemoryHandler(parts: DeletionParts) {
  return async function deleteMemory(
    { params: { id } }: RequestTo<typeof deleteMemoryOperation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof deleteMemoryOperation>> {
    const memory = await parts.memories.get(context.scope, id);
    if (memory !== undefined) await requireWritable(parts, context, memory, 'memory.delete');
    // It is deleted already, or never was: only its removal from the index may be left. No policy facts, no response.
    else await parts.engineFor(context);
    if (!(await parts.deleteStored(id, parts.clock.now(), context))) throw notFound('The memory');
    await parts.sendToIndex(context.scope);
    return { id, deleted: true };
  };
}
