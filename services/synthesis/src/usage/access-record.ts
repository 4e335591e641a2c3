import type { recordAccesses } from '@strata/contracts/calls/organizations';
import { newId } from '@strata/kernel/ids';
import type { z } from 'zod';

export type AccessRecord = z.output<typeof recordAccesses.payload>;
type Place = AccessRecord['accesses'][number]['place'];

/** A memory that a caller is given, and where it lies. */
export interface GivenMemory {
  readonly id: string;
  readonly place: Readonly<Place>;
}

/** What the access log is told of one synthesis; null where it gave no memory. */
export function accessRecord(memories: readonly GivenMemory[], at: Date): AccessRecord | null {
  if (memories.length === 0) return null;
  const byPlace = new Map<string, { place: Place; memoryIds: string[] }>();
  for (const { id, place } of memories) {
    const key = JSON.stringify([place.namespaceId, place.agentId]);
    const known = byPlace.get(key) ?? { place, memoryIds: new Array<string>() };
    byPlace.set(key, known);
    known.memoryIds.push(id);
  }
  return { accessId: newId('acc'), action: 'synthesize', at: at.toISOString(), accesses: [...byPlace.values()] };
}
