import type { RequestTo } from '@strata/contracts/operation';
import type { createPolicy as operation } from '@strata/contracts/operations/policies';
import { MOST_POLICIES, type Policy } from '@strata/contracts/schemas/policy';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { conflict } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import { auditedPolicy, describePolicy } from './describe-policy.ts';
import type { PolicyStore } from './policy-store.ts';
import { hasTagCondition, requireRoomForTagPolicy } from './tag-conditions.ts';

export interface ChangePolicyParts {
  readonly policies: Pick<PolicyStore, 'change'>;
  readonly clock: Clock;
}

/** Errors: `conflict` when the organization has the maximum of policies, or of policies on tags. */
export function createPolicyHandler({ policies, clock }: ChangePolicyParts) {
  return async function createPolicy(
    { params: { orgId }, body }: RequestTo<typeof operation>,
    context: RequestContext,
  ): Promise<Policy> {
    return policies.change(context, orgId, async (locked, record) => {
      if ((await locked.count()) >= MOST_POLICIES)
        throw conflict(`The organization has ${String(MOST_POLICIES)} policies, which is the maximum`);
      if (hasTagCondition(body.conditions)) await requireRoomForTagPolicy(locked);
      const now = clock.now();
      const policy = { id: newId('pol'), organizationId: orgId, ...body, createdAt: now, updatedAt: now };
      await locked.insert(policy);
      record({ action: 'policy.create', resourceId: policy.id, before: null, after: auditedPolicy(policy) });
      return describePolicy(policy);
    });
  };
}
