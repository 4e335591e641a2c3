import { newId } from '@strata/kernel/ids';
import type { AuditReport } from '@strata/contracts/calls/organizations';
import { groupByPlace, type Place } from './place.ts';

/** What became of something by itself: archived, restored, deleted. Says nothing of its content. */
export interface Tombstone {
  readonly action: 'memory.archive' | 'memory.restore' | 'memory.delete' | 'artifact.delete' | 'event.delete';
  readonly resourceId: string | null;
  readonly place: Place;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  /** A few words, such as which lifecycle policies did it. */
  readonly reason: string;
}

const ENTRIES_OF_A_REPORT = 500;

export const byPolicies = (ids: readonly string[]): string =>
  `Lifecycle ${ids.length === 1 ? 'policy' : 'policies'} ${ids.join(', ')}`;

/** How the audit log is told: each place's organizations of what happened there. */
export function reportsOf(tombstones: readonly Tombstone[], at: Date): AuditReport[] {
  const entryOf = ({ action, resourceId, before, after, reason }: Tombstone): AuditReport['entries'][number] => ({
    entryId: newId('aud'),
    action,
    resourceId,
    outcome: 'success',
    at: at.toISOString(),
    changes: { before: before && { ...before }, after: after && { ...after }, reason },
  });
  return groupByPlace(tombstones).flatMap(({ place, things }) =>
    Array.from({ length: Math.ceil(things.length / ENTRIES_OF_A_REPORT) }, (_, part) => ({
      place,
      entries: things.slice(part * ENTRIES_OF_A_REPORT, (part + 1) * ENTRIES_OF_A_REPORT).map(entryOf),
    })),
  );
}
