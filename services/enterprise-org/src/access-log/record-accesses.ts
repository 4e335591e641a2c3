import type { recordAccesses } from '@strata/contracts/calls/organizations';
import type { RequestContext } from '@strata/kernel/actor';
import { derivedId } from '@strata/kernel/ids';
import type { z } from 'zod';
import { byTenant } from '../audit/by-tenant.ts';
import type { AccessStore, PlacedAccess } from './access-store.ts';

export interface AccessCommand {
  readonly payload: z.output<typeof recordAccesses.payload>;
  readonly context: RequestContext;
}

/** Records which memories callers received, in one transaction for each tenant. Safe to repeat. */
export function recordAccessesHandler(accesses: Pick<AccessStore, 'record'>) {
  return async function recordAccesses(commands: readonly AccessCommand[]): Promise<void> {
    for (const ofTenant of byTenant(commands))
      await accesses.record(ofTenant[0].context.scope, ofTenant.flatMap(accessesOf));
  };
}

const accessesOf = ({
  payload: { accessId, action, at, accesses },
  context: { actor, requestId },
}: AccessCommand): PlacedAccess[] =>
  accesses.flatMap(({ place, memoryIds }) =>
    memoryIds.map((memoryId) => ({
      place,
      entry: {
        id: derivedId('acc', accessId, memoryId),
        memoryId,
        actorId: actor.id,
        agentId: actor.agentId ?? null,
        action,
        requestId,
        at: new Date(at).toISOString(),
      },
    })),
  );
