import type { RequestTo } from '@strata/contracts/operation';
import type { updateLifecyclePolicy as operation } from '@strata/contracts/operations/lifecycle';
import type { LifecyclePolicy } from '@strata/contracts/schemas/lifecycle';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import { recordDifference } from '../audit/audited-change.ts';
import { withChanges } from '../organization-data/with-changes.ts';
import type { ChangeLifecycleParts } from './create-lifecycle-policy.ts';
import { auditedLifecyclePolicy, describeLifecyclePolicy } from './describe-lifecycle-policy.ts';
import { requireConsistentPeriods } from './require-consistent-periods.ts';

/** Errors: `not_found`; `validation_error` when the resulting periods contradict each other. */
export function updateLifecyclePolicyHandler({ lifecycle, clock }: ChangeLifecycleParts) {
  return async function updateLifecyclePolicy(
    { params: { orgId, policyId }, body }: RequestTo<typeof operation>,
    context: RequestContext,
  ): Promise<LifecyclePolicy> {
    return lifecycle.change(context, orgId, async (locked, record) => {
      const before = await locked.get(policyId);
      if (before === undefined) throw notFound('The lifecycle policy');
      const after = { ...withChanges(before, body), updatedAt: clock.now() };
      requireConsistentPeriods(after);
      const what = { action: 'lifecycle_policy.update', resourceId: policyId };
      if (!recordDifference(record, what, auditedLifecyclePolicy(before), auditedLifecyclePolicy(after)))
        return describeLifecyclePolicy(before);
      await locked.update(after);
      return describeLifecyclePolicy(after);
    });
  };
}
