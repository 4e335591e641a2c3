import type { recordAccesses } from '@strata/contracts/calls/organizations';
import type { RequestContext } from '@strata/kernel/actor';
import type { z } from 'zod';
import { byTenant } from '../audit/by-tenant.ts';
import type { AccessStore, RecordedReport } from './access-store.ts';

export interface AccessCommand {
  readonly payload: z.output<typeof recordAccesses.payload>;
  readonly context: RequestContext;
}

/** Records which memories callers received, in one transaction for each tenant. Safe to repeat. */
export function recordAccessesHandler(accesses: Pick<AccessStore, 'record'>) {
  return async function recordAccesses(commands: readonly AccessCommand[]): Promise<void> {
    for (const ofTenant of byTenant(commands)) {
      // A report that was sent twice may come in one batch.
      const reports = new Map(ofTenant.map((command) => [command.payload.accessId, reportOf(command)]));
      await accesses.record(ofTenant[0].context.scope, [...reports.values()]);
    }
  };
}

function reportOf({ payload, context: { actor, requestId } }: AccessCommand): RecordedReport {
  const memories = payload.accesses.flatMap(({ place, memoryIds }) => memoryIds.map((id) => ({ id, place })));
  return {
    id: payload.accessId,
    actorId: actor.id,
    agentId: actor.agentId ?? null,
    action: payload.action,
    requestId,
    at: new Date(payload.at).toISOString(),
    memories: [...new Map(memories.map((memory) => [memory.id, memory])).values()],
  };
}
