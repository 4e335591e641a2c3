import type { Subject } from '@strata/contracts/policies/filter';
import type { AccessEntry } from '@strata/contracts/schemas/access';
import type { RequestContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import type { Accesses, ReadingParts } from './reading-parts.ts';

/** A memory that is given to a caller: which, and where it lies. */
export type Given = Pick<Subject, 'namespaceId' | 'agentId'> & { readonly id: string };

/**
 * Records which memories a request gives to its caller, before it does. Work of the service itself leaves no record.
 * Errors: `unavailable`.
 */
export async function recordGiven(
  { records, clock }: Pick<ReadingParts, 'records' | 'clock'>,
  context: RequestContext,
  action: AccessEntry['action'],
  memories: readonly Given[],
): Promise<void> {
  if (memories.length === 0 || context.actor.type === 'system') return;
  const at = clock.now().toISOString();
  await records.accesses({ accessId: newId('acc'), action, at, accesses: byPlace(memories) }, context);
}

function byPlace(memories: readonly Given[]): Accesses['accesses'] {
  const places = new Map<string, Accesses['accesses'][number]>();
  for (const { id, namespaceId, agentId } of memories) {
    const key = JSON.stringify([namespaceId, agentId]);
    const known = places.get(key) ?? { place: { namespaceId, agentId }, memoryIds: [] };
    places.set(key, known);
    known.memoryIds.push(id);
  }
  return [...places.values()];
}
