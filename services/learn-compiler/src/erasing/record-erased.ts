import { systemContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { derivedId } from '@strata/kernel/ids';
import type { Records } from '../reading/reading-parts.ts';
import type { ErasureParts } from './erase.ts';

interface RecordErasedParts {
  readonly records: Pick<Records, 'audit'>;
  readonly clock: Clock;
}

/** Records what an erasure removed in the audit logs of the tenant, as an act of the actor who requested it. */
export const createRecordErased =
  ({ records, clock }: RecordErasedParts): ErasureParts['recordErased'] =>
  async ({ id, scope, requestId, creator }, after) => {
    const entryId = derivedId('aud', scope.tenantId, id, 'completed');
    const changes = { before: null, after };
    const at = clock.now().toISOString();
    const entry = { entryId, action: 'erasure.complete', resourceId: id, outcome: 'success', changes, at } as const;
    const by = creator === null ? systemContext(scope, requestId) : { scope, requestId, actor: creator };
    await records.audit({ entries: [entry] }, by);
  };
