import type { sweepMemories as sweepMemoriesCall } from '@strata/contracts/calls/learn';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { lifecycleRules } from '@strata/policy/lifecycle-rules';
import type { MemoryLifecycle } from './memory-lifecycle.ts';

type Response = ResponseOfCall<typeof sweepMemoriesCall>;

export interface SweepMemoriesParts {
  readonly lifecycle: Pick<MemoryLifecycle, 'restore' | 'delete' | 'deleteSteps' | 'archive'>;
  readonly observeSweep: (counts: Omit<Response, 'isDone'>) => void;
  readonly sendToIndex: (scope: TenantScope) => Promise<void>;
}

/**
 * Takes the next lifecycle steps of a tenant scope. A memory past deletion is deleted without being archived first. The
 * response comes after the search index has the changes. If the index does not reply, the changes stay, and the next sweep
 * of the index backlog sends them. Errors: `unavailable`.
 */
export function sweepMemoriesHandler({ lifecycle, observeSweep, sendToIndex }: SweepMemoriesParts) {
  return async function sweepMemories(
    { facts, now, limit }: RequestOfCall<typeof sweepMemoriesCall>,
    { scope }: RequestContext,
  ): Promise<Response> {
    const plan = { rules: lifecycleRules(facts), now: new Date(now) };
    const restored = await lifecycle.restore(scope, plan, limit);
    const memories = await lifecycle.delete(scope, plan, limit);
    const events = await lifecycle.deleteSteps(scope, plan, limit);
    const archived = await lifecycle.archive(scope, plan, limit);
    const withdrawn = memories.withdrawn + events.withdrawn;
    const counts = { restored, deleted: memories.count, archived, withdrawn };
    observeSweep(counts);
    if (Object.values(counts).some((count) => count > 0)) await sendToIndex(scope);
    return { ...counts, isDone: [restored, memories.count, events.count, archived].every((count) => count < limit) };
  };
}
