import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { MemoryReader } from './memory-reader.ts';
import type { ReadingParts } from './reading-parts.ts';
import { requireMayChange } from './require-may-change.ts';

/**
 * Deletes a memory from the store for good, notes it for the index, and leaves a tombstone for the audit log, all at once.
 * @returns false when there was none and none is waiting to leave the index.
 */
export type ForgetMemory = (id: string, at: Date, context: RequestContext) => Promise<boolean>;

export interface DeletionParts extends ReadingParts {
  readonly memories: Pick<MemoryReader, 'get'>;
  readonly forget: ForgetMemory;
  readonly tellIndex: (scope: TenantScope) => Promise<void>;
}

/**
 * Deletes a memory everywhere; answered once synthesize can no longer show it. When the index does not answer the
 * deletion stands, and a repeated call, or the service by itself, finishes it.
 * Errors: `not_found`; `forbidden` when the caller may see it and no more; `unavailable`.
 */
export const createDeleteMemory =
  (parts: DeletionParts) =>
  async (id: string, context: RequestContext): Promise<{ id: string; deleted: true }> => {
    const { memories, forget, tellIndex, clock } = parts;
    const memory = await memories.get(context.scope, id);
    if (memory !== undefined) await requireMayChange(parts, context, memory, 'memory.delete');
    // Gone already: what is left is to tell the index.
    else await parts.engineFor(context);
    if (!(await forget(id, clock.now(), context))) throw notFound('The memory');
    await tellIndex(context.scope);
    return { id, deleted: true };
  };
