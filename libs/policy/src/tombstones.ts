import { newId } from '@strata/kernel/ids';
import type { AuditReport } from '@strata/contracts/calls/organizations';
import { groupByPlace, type Place } from './place.ts';

/** The record of a data item that was archived, restored or deleted. Holds none of its content. */
export interface Tombstone {
  readonly action: 'memory.archive' | 'memory.restore' | 'memory.delete' | 'artifact.delete' | 'event.delete';
  readonly resourceId: string | null;
  readonly place: Place;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  /** A few words, such as the lifecycle policies that caused it. */
  readonly reason: string;
}

const ENTRIES_PER_REPORT = 500;

export const byPolicies = (ids: readonly string[]): string =>
  `Lifecycle ${ids.length === 1 ? 'policy' : 'policies'} ${ids.join(', ')}`;

/** One or more audit reports per place, which go to the organizations that govern it. */
export function auditReportsOf(tombstones: readonly Tombstone[], at: Date): AuditReport[] {
  const entryOf = ({ action, resourceId, before, after, reason }: Tombstone): AuditReport['entries'][number] => ({
    entryId: newId('aud'),
    action,
    resourceId,
    outcome: 'success',
    at: at.toISOString(),
    changes: { before: before && { ...before }, after: after && { ...after }, reason },
  });
  return groupByPlace(tombstones).flatMap(({ place, items }) =>
    Array.from({ length: Math.ceil(items.length / ENTRIES_PER_REPORT) }, (_, part) => ({
      place,
      entries: items.slice(part * ENTRIES_PER_REPORT, (part + 1) * ENTRIES_PER_REPORT).map(entryOf),
    })),
  );
}
