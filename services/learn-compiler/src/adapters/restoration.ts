import type { Tombstone } from '@strata/policy/tombstones';
import type { Place } from '@strata/policy/place';

export interface ArchivedMemory extends Place {
  readonly id: string;
  readonly archivedAt: Date;
}

/** The audit record of an archived memory that is restored. */
export const restoration = ({ id, archivedAt, namespaceId, agentId }: ArchivedMemory, reason: string): Tombstone => ({
  action: 'memory.restore',
  resourceId: id,
  place: { namespaceId, agentId },
  before: { archivedAt: archivedAt.toISOString() },
  after: { archivedAt: null },
  reason,
});
