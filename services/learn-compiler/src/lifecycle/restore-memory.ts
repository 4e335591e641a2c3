import type { Memory } from '@strata/contracts/schemas/memory';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { MemoryLifecycle } from './memory-lifecycle.ts';

export interface RestoreMemoryParts {
  readonly lifecycle: Pick<MemoryLifecycle, 'restoreOne'>;
  /** Lets a caller who may change it; else, or when there is none, throws as is told to them. */
  readonly requireMayChange: (id: string, context: RequestContext) => Promise<void>;
  readonly read: (id: string, context: RequestContext) => Promise<Memory>;
  readonly tellIndex: (scope: TenantScope) => Promise<void>;
  readonly clock: Clock;
}

/**
 * Brings an archived memory back; answered once synthesize finds it. When the index does not answer the memory is back
 * all the same, and a repeated call, or the service by itself, finishes it.
 * Errors: `not_found`; `forbidden` when a policy keeps the caller from it; `unavailable`.
 */
export const createRestoreMemory =
  ({ lifecycle, requireMayChange, read, tellIndex, clock }: RestoreMemoryParts) =>
  async (id: string, context: RequestContext): Promise<Memory> => {
    await requireMayChange(id, context);
    await lifecycle.restoreOne(context, id, clock.now());
    await tellIndex(context.scope);
    return read(id, context);
  };
