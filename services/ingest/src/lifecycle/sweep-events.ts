import type { sweepEvents } from '@strata/contracts/calls/ingest';
import { lifecycleRules } from '@strata/policy/lifecycle-rules';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import type { EventLifecycle } from './event-lifecycle.ts';

export interface SweepEventsParts {
  readonly lifecycle: Pick<EventLifecycle, 'delete'>;
  readonly observe: (deleted: number) => void;
}

/** Deletes the next events that are past deletion, compiled or not: deleted means deleted. */
export const createSweepEvents =
  ({ lifecycle, observe }: SweepEventsParts) =>
  async (
    { facts, now, limit }: z.output<typeof sweepEvents.request>,
    scope: TenantScope,
  ): Promise<z.input<typeof sweepEvents.response>> => {
    const deleted = await lifecycle.delete(scope, { rules: lifecycleRules(facts), now: new Date(now) }, limit);
    observe(deleted);
    return { deleted, isDone: deleted < limit };
  };
