import { newId } from '@strata/kernel/ids';
import type { AuditReport } from '../calls/organizations.ts';
import type { Subject } from './filter.ts';

/** What became of something by itself: archived, restored, deleted. Says nothing of its content. */
export interface Tombstone {
  readonly action: 'memory.archive' | 'memory.restore' | 'memory.delete' | 'artifact.delete' | 'event.delete';
  readonly resourceId: string | null;
  readonly place: Pick<Subject, 'namespaceId' | 'agentId'>;
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
  const places = new Map<string, { place: Tombstone['place']; entries: AuditReport['entries'] }>();
  for (const { action, resourceId, place, before, after, reason } of tombstones) {
    const { namespaceId, agentId } = place;
    const key = JSON.stringify([namespaceId, agentId]);
    const report = places.get(key) ?? { place: { namespaceId, agentId }, entries: [] };
    places.set(key, report);
    report.entries.push({
      ...{ entryId: newId('aud'), action, resourceId, outcome: 'success', at: at.toISOString() },
      changes: { before: before && { ...before }, after: after && { ...after }, reason },
    });
  }
  return [...places.values()].flatMap(({ place, entries }) =>
    Array.from({ length: Math.ceil(entries.length / ENTRIES_OF_A_REPORT) }, (_, at) => ({
      place,
      entries: entries.slice(at * ENTRIES_OF_A_REPORT, (at + 1) * ENTRIES_OF_A_REPORT),
    })),
  );
}
