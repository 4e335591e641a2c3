import type { RequestTo } from '@strata/contracts/operation';
import type { updatePolicy as operation } from '@strata/contracts/operations/policies';
import type { Policy } from '@strata/contracts/schemas/policy';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import { recordDifference } from '../audit/audited-change.ts';
import { withChanges } from '../organization-data/with-changes.ts';
import type { ChangePolicyParts } from './create-policy.ts';
import { auditedPolicy, describePolicy } from './describe-policy.ts';
import { hasTagCondition, requireRoomForTagPolicy } from './tag-conditions.ts';

/** Errors: `not_found`; `conflict` when the organization has the maximum of policies on tags. */
export function updatePolicyHandler({ policies, clock }: ChangePolicyParts) {
  return async function updatePolicy(
    { params: { orgId, policyId }, body }: RequestTo<typeof operation>,
    context: RequestContext,
  ): Promise<Policy> {
    return policies.change(context, orgId, async (locked, record) => {
      const before = await locked.get(policyId);
      if (before === undefined) throw notFound('The policy');
      const after = { ...withChanges(before, body), updatedAt: clock.now() };
      if (hasTagCondition(after.conditions) && !hasTagCondition(before.conditions))
        await requireRoomForTagPolicy(locked);
      const what = { action: 'policy.update', resourceId: policyId };
      if (!recordDifference(record, what, auditedPolicy(before), auditedPolicy(after))) return describePolicy(before);
      await locked.update(after);
      return describePolicy(after);
    });
  };
}
