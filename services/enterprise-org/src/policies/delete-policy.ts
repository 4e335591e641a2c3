import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { deletePolicy as operation } from '@strata/contracts/operations/policies';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { ChangePolicyParts } from './create-policy.ts';
import { auditedPolicy } from './describe-policy.ts';

/** Errors: `not_found`. */
export function deletePolicyHandler({ policies }: Pick<ChangePolicyParts, 'policies'>) {
  return async function deletePolicy(
    { params: { orgId, policyId } }: RequestTo<typeof operation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof operation>> {
    return policies.change(context, orgId, async (locked, record) => {
      const policy = await locked.get(policyId);
      if (policy === undefined) throw notFound('The policy');
      await locked.remove(policyId);
      record({ action: 'policy.delete', resourceId: policyId, before: auditedPolicy(policy), after: null });
      return { id: policyId, deleted: true };
    });
  };
}
