import type { createLifecyclePolicy } from '@strata/contracts/operations/lifecycle';
import { MOST_LIFECYCLE_POLICIES, type LifecyclePolicy } from '@strata/contracts/schemas/lifecycle';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { conflict } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { z } from 'zod';
import { auditedLifecyclePolicy, describeLifecyclePolicy } from './describe-lifecycle-policy.ts';
import type { LifecycleStore } from './lifecycle-store.ts';
import { requireOrder } from './require-order.ts';

export interface ChangeLifecycleParts {
  readonly lifecycle: Pick<LifecycleStore, 'change'>;
  readonly clock: Clock;
}

/** Errors: `validation_error` for periods that contradict each other; `conflict` for one policy too many. */
export const createCreateLifecyclePolicy =
  ({ lifecycle, clock }: ChangeLifecycleParts) =>
  async (
    organizationId: string,
    request: z.output<typeof createLifecyclePolicy.body>,
    context: RequestContext,
  ): Promise<LifecyclePolicy> => {
    requireOrder(request);
    return lifecycle.change(context, organizationId, async (held, note) => {
      if ((await held.count()) >= MOST_LIFECYCLE_POLICIES)
        throw conflict(
          `The organization has ${String(MOST_LIFECYCLE_POLICIES)} lifecycle policies, which is the maximum`,
        );
      const now = clock.now();
      const policy = { id: newId('lcp'), organizationId, ...request, createdAt: now, updatedAt: now };
      await held.insert(policy);
      const after = auditedLifecyclePolicy(policy);
      note({ action: 'lifecycle_policy.create', resourceId: policy.id, before: null, after });
      return describeLifecyclePolicy(policy);
    });
  };
