import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { getMemoryTimeline as getMemoryTimelineOperation } from '@strata/contracts/operations/memories';
import { MOST_ON_TIMELINE } from '@strata/contracts/schemas/memory';
import type { RequestContext } from '@strata/kernel/actor';
import { findReadableMemory } from './find-readable-memory.ts';
import { withReadableEvents } from './readable-events.ts';
import type { ReadingParts } from './reading-parts.ts';
import { recordReturnedMemories } from './record-returned-memories.ts';

/** A memory with what it replaced and what replaced it, as far as the caller may read it. Errors: those of `findReadableMemory`. */
export function getMemoryTimelineHandler(parts: ReadingParts) {
  return async function getMemoryTimeline(
    { params: { id } }: RequestTo<typeof getMemoryTimelineOperation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof getMemoryTimelineOperation>> {
    const { visible } = await findReadableMemory(parts, context, id);
    const stored = await parts.memories.timeline(context.scope, id, visible.memory, MOST_ON_TIMELINE);
    const memories = await withReadableEvents(parts, context, visible.event, stored.memories);
    await recordReturnedMemories(parts, context, 'read', memories);
    return { memoryId: id, memories, truncated: stored.isTruncated };
  };
}
