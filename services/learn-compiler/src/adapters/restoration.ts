import type { Tombstone } from '@strata/policy/tombstones';
import type { Owner } from '../learning/knowledge-ids.ts';

export interface ArchivedMemory extends Owner {
  readonly id: string;
  readonly archivedAt: Date;
}

/** How the audit log is told that an archived memory is back, and why. */
export const restoration = ({ id, archivedAt, namespaceId, agentId }: ArchivedMemory, reason: string): Tombstone => ({
  action: 'memory.restore',
  resourceId: id,
  place: { namespaceId, agentId },
  before: { archivedAt: archivedAt.toISOString() },
  after: { archivedAt: null },
  reason,
});
