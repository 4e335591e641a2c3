import type { RequestTo } from '@strata/contracts/operation';
import type { getMemory as getMemoryOperation } from '@strata/contracts/operations/memories';
import type { Memory } from '@strata/contracts/schemas/memory';
import type { RequestContext } from '@strata/kernel/actor';
import { findReadableMemory } from './find-readable-memory.ts';
import { withReadableEvents } from './readable-events.ts';
import type { ReadingParts } from './reading-parts.ts';
import { recordReturnedMemories } from './record-returned-memories.ts';

/** One memory. Errors: those of `findReadableMemory`. */
export function getMemoryHandler(parts: ReadingParts) {
  return async function getMemory(
    { params }: RequestTo<typeof getMemoryOperation>,
    context: RequestContext,
  ): Promise<Memory> {
    const { memory: stored, visible } = await findReadableMemory(parts, context, params.id);
    const [memory = stored] = await withReadableEvents(parts, context, visible.event, [stored]);
    await recordReturnedMemories(parts, context, 'read', [memory]);
    return memory;
  };
}
