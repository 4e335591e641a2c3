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

/** Keeps which memories callers were given, those of each tenant at once. Safe to repeat. */
export const createRecordAccesses =
  (accesses: Pick<AccessStore, 'record'>) =>
  async (commands: readonly AccessCommand[]): Promise<void> => {
    for (const own of byTenant(commands)) await accesses.record(own[0].context.scope, own.flatMap(accessesOf));
  };

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
