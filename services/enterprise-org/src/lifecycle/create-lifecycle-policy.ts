import type { RequestTo } from '@strata/contracts/operation';
import type { createLifecyclePolicy as operation } from '@strata/contracts/operations/lifecycle';
import { MOST_LIFECYCLE_POLICIES, type LifecyclePolicy } from '@strata/contracts/schemas/lifecycle';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { conflict } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import { auditedLifecyclePolicy, describeLifecyclePolicy } from './describe-lifecycle-policy.ts';
import type { LifecycleStore } from './lifecycle-store.ts';
import { requireConsistentPeriods } from './require-consistent-periods.ts';

export interface ChangeLifecycleParts {
  readonly lifecycle: Pick<LifecycleStore, 'change'>;
  readonly clock: Clock;
}

/** Errors: `validation_error` for periods that contradict each other; `conflict` at the maximum of lifecycle policies. */
export function createLifecyclePolicyHandler({ lifecycle, clock }: ChangeLifecycleParts) {
  return async function createLifecyclePolicy(
    { params: { orgId }, body }: RequestTo<typeof operation>,
    context: RequestContext,
  ): Promise<LifecyclePolicy> {
    requireConsistentPeriods(body);
    return lifecycle.change(context, orgId, async (locked, record) => {
      if ((await locked.count()) >= MOST_LIFECYCLE_POLICIES)
        throw conflict(
          `The organization has ${String(MOST_LIFECYCLE_POLICIES)} lifecycle policies, which is the maximum`,
        );
      const now = clock.now();
      const policy = { id: newId('lcp'), organizationId: orgId, ...body, createdAt: now, updatedAt: now };
      await locked.insert(policy);
      const after = auditedLifecyclePolicy(policy);
      record({ action: 'lifecycle_policy.create', resourceId: policy.id, before: null, after });
      return describeLifecyclePolicy(policy);
    });
  };
}
