import type { deletePolicy } from '@strata/contracts/operations/policies';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { z } from 'zod';
import type { ChangePolicyParts } from './create-policy.ts';
import { auditedPolicy } from './describe-policy.ts';

/** Takes a policy away. Errors: `not_found`. */
export const createDeletePolicy =
  ({ policies }: Pick<ChangePolicyParts, 'policies'>) =>
  (
    { orgId, policyId }: z.output<typeof deletePolicy.params>,
    context: RequestContext,
  ): Promise<z.input<typeof deletePolicy.response>> =>
    policies.change(context, orgId, async (held, note) => {
      const policy = await held.get(policyId);
      if (policy === undefined) throw notFound('The policy');
      await held.remove(policyId);
      note({ action: 'policy.delete', resourceId: policyId, before: auditedPolicy(policy), after: null });
      return { id: policyId, deleted: true };
    });
