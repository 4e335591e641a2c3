import { recordAudit } from '@strata/contracts/calls/organizations';
import { newId } from '@strata/kernel/ids';
import type { Database } from '@strata/platform/database/database';
import type { CommandOutbox } from '@strata/platform/outbox/command-outbox';
import type { DeleteStoredMemory } from '../reading/delete-memory.ts';
import { deleteMemories } from './pg-retraction.ts';

const OWN = 'tenant_id = $1 and environment = $2';

/** Deletes memories, and no side texts, from PostgreSQL. The tombstone has the kind and place of the memory, and nothing of its content. */
export const createPgMemoryDeletion =
  (database: Database, outbox: CommandOutbox): DeleteStoredMemory =>
  async (id, at, context) => {
    const { scope } = context;
    const isDeleted = await database.inTenant(scope, async (tx) => {
      const values = [scope.tenantId, scope.environment, id];
      if ((await tx.query(`select from memories where ${OWN} and id = $3 and is_side_text`, values)).length > 0)
        return false;
      const [deleted] = (await deleteMemories(tx, scope, [id])).memories;
      if (deleted === undefined) {
        const queued = await tx.query(`select 1 from index_outbox where ${OWN} and entry_id = $3 limit 1`, values);
        return queued.length > 0;
      }
      const { kind, namespaceId, agentId, createdAt } = deleted;
      const before = { kind, namespaceId, agentId, createdAt: createdAt.toISOString() };
      const entry = { entryId: newId('aud'), action: 'memory.delete', resourceId: id, outcome: 'success' } as const;
      await outbox.put(
        tx,
        recordAudit,
        {
          place: { namespaceId, agentId },
          entries: [{ ...entry, changes: { before, after: null }, at: at.toISOString() }],
        },
        context,
      );
      return true;
    });
    outbox.wake();
    return isDeleted;
  };
