import type { Actor } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import type { AccessReport } from '@strata/contracts/calls/organizations';
import type { AccessEntry } from '@strata/contracts/schemas/access';
import { groupByPlace, type Place } from './place.ts';

/** A memory that was returned to a caller, and its place. */
export interface ReturnedMemory {
  readonly id: string;
  readonly place: Place;
}

/** Describes the memories that one request returned, for the access log. Null if there are none, and for the service's own work. */
export function accessReport(
  { type }: Pick<Actor, 'type'>,
  action: AccessEntry['action'],
  memories: readonly ReturnedMemory[],
  at: Date,
): AccessReport | null {
  if (memories.length === 0 || type === 'system') return null;
  const accesses = groupByPlace(memories).map(({ place, items }) => ({
    place,
    memoryIds: items.map(({ id }) => id),
  }));
  return { accessId: newId('acc'), action, at: at.toISOString(), accesses };
}
