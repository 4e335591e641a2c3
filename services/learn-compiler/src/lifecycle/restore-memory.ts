import type { RequestTo } from '@strata/contracts/operation';
import type { restoreMemory as restoreMemoryOperation } from '@strata/contracts/operations/memories';
import type { Memory } from '@strata/contracts/schemas/memory';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { getMemoryHandler } from '../reading/get-memory.ts';
import type { ReadingParts } from '../reading/reading-parts.ts';
import { requireWritable } from '../reading/require-access.ts';
import type { MemoryLifecycle } from './memory-lifecycle.ts';

export interface RestoreMemoryParts extends ReadingParts {
  readonly lifecycle: Pick<MemoryLifecycle, 'restoreOne'>;
  readonly sendToIndex: (scope: TenantScope) => Promise<void>;
}

/**
 * Restores an archived memory. The response comes after the search index has it. If the index does not reply, the memory
 * is restored all the same, and a repeated call or the next sweep puts it into the index.
 * Errors: `not_found`; `forbidden` when the caller may read but not change it; `unavailable`.
 */
export function restoreMemoryHandler(parts: RestoreMemoryParts) {
  const getMemory = getMemoryHandler(parts);
  return async function restoreMemory(
    request: RequestTo<typeof restoreMemoryOperation>,
    context: RequestContext,
  ): Promise<Memory> {
    const { id } = request.params;
    const memory = await parts.memories.get(context.scope, id);
    if (memory === undefined) throw notFound('The memory');
    await requireWritable(parts, context, memory, 'memory.restore');
    await parts.lifecycle.restoreOne(context, id, parts.clock.now());
    await parts.sendToIndex(context.scope);
    return getMemory(request, context);
  };
}
