import type { Actor } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import type { AccessReport } from '@strata/contracts/calls/organizations';
import type { AccessEntry } from '@strata/contracts/schemas/access';
import { groupByPlace, type Place } from './place.ts';

/** A memory that a caller is given, and where it lies. */
export interface GivenMemory {
  readonly id: string;
  readonly place: Place;
}

/**
 * What the access log is told of the memories that one request gives its caller. Null where it gives none, and of work of
 * the service itself, which is nobody to keep a record of.
 */
export function accessReport(
  { type }: Pick<Actor, 'type'>,
  action: AccessEntry['action'],
  memories: readonly GivenMemory[],
  at: Date,
): AccessReport | null {
  if (memories.length === 0 || type === 'system') return null;
  const accesses = groupByPlace(memories).map(({ place, things }) => ({
    place,
    memoryIds: things.map(({ id }) => id),
  }));
  return { accessId: newId('acc'), action, at: at.toISOString(), accesses };
}
