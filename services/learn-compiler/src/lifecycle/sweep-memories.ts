import type { sweepMemories } from '@strata/contracts/calls/learn';
import { lifecycleRules } from '@strata/policy/lifecycle-rules';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import type { MemoryLifecycle } from './memory-lifecycle.ts';

type Steps = Pick<z.output<typeof sweepMemories.response>, 'restored' | 'deleted' | 'archived' | 'withdrawn'>;

export interface SweepMemoriesParts {
  readonly lifecycle: Pick<MemoryLifecycle, 'restore' | 'delete' | 'deleteSteps' | 'archive'>;
  readonly observe: (steps: Steps) => void;
  readonly tellIndex: (scope: TenantScope) => Promise<void>;
}

/**
 * The next steps in the lifecycle of a partition: see the call. What is past deletion goes without being archived first.
 * Answered once synthesize shows nothing of it. When the index does not answer what was done stands, and the service by
 * itself tells the index. Errors: `unavailable`.
 */
export const createSweepMemories =
  ({ lifecycle, observe, tellIndex }: SweepMemoriesParts) =>
  async (
    { facts, now, limit }: z.output<typeof sweepMemories.request>,
    scope: TenantScope,
  ): Promise<z.input<typeof sweepMemories.response>> => {
    const plan = { rules: lifecycleRules(facts), now: new Date(now) };
    const restored = await lifecycle.restore(scope, plan, limit);
    const memories = await lifecycle.delete(scope, plan, limit);
    const events = await lifecycle.deleteSteps(scope, plan, limit);
    const archived = await lifecycle.archive(scope, plan, limit);
    const withdrawn = memories.withdrawn + events.withdrawn;
    const steps = { restored, deleted: memories.count, archived, withdrawn };
    observe(steps);
    if (Object.values(steps).some((count) => count > 0)) await tellIndex(scope);
    return { ...steps, isDone: [restored, memories.count, events.count, archived].every((count) => count < limit) };
  };
