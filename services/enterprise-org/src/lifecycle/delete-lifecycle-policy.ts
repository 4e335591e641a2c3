import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { deleteLifecyclePolicy as operation } from '@strata/contracts/operations/lifecycle';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { ChangeLifecycleParts } from './create-lifecycle-policy.ts';
import { auditedLifecyclePolicy } from './describe-lifecycle-policy.ts';

/** Deletes a lifecycle policy; the next sweep restores what it archived. Errors: `not_found`. */
export function deleteLifecyclePolicyHandler({ lifecycle }: Pick<ChangeLifecycleParts, 'lifecycle'>) {
  return async function deleteLifecyclePolicy(
    { params: { orgId, policyId } }: RequestTo<typeof operation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof operation>> {
    return lifecycle.change(context, orgId, async (locked, record) => {
      const policy = await locked.get(policyId);
      if (policy === undefined) throw notFound('The lifecycle policy');
      await locked.remove(policyId);
      const before = auditedLifecyclePolicy(policy);
      record({ action: 'lifecycle_policy.delete', resourceId: policyId, before, after: null });
      return { id: policyId, deleted: true };
    });
  };
}
