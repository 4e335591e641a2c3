import { decisionContextOf } from '@strata/policy/principal';
import type { Memory } from '@strata/contracts/schemas/memory';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { MemoryReader } from './memory-reader.ts';
import { withNameableEvents } from './name-events.ts';
import type { ReadingParts } from './reading-parts.ts';
import { recordGiven } from './record-given.ts';
import { seeMemory } from './see-memory.ts';

/** One memory, if the caller may read it. Errors: `not_found`; `unavailable`. */
export const createReadMemory =
  (memories: Pick<MemoryReader, 'get'>, parts: ReadingParts) =>
  async (id: string, context: RequestContext): Promise<Memory> => {
    const engine = await parts.engineFor(context);
    const stored = await memories.get(context.scope, id);
    if (stored === undefined) throw notFound('The memory');
    const seen = await seeMemory(parts, engine, context, stored, 'memory.read');
    const { event } = engine.readFilters(decisionContextOf(context, parts.clock.now()));
    const [memory = seen] = await withNameableEvents(parts, context, event, [seen]);
    await recordGiven(parts, context, 'read', [memory]);
    return memory;
  };
