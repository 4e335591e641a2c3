import type { deleteLifecyclePolicy } from '@strata/contracts/operations/lifecycle';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { z } from 'zod';
import { auditedLifecyclePolicy } from './describe-lifecycle-policy.ts';
import type { LifecycleStore } from './lifecycle-store.ts';

/** Deletes a lifecycle policy; what it archived comes back with the next sweep. Errors: `not_found`. */
export const createDeleteLifecyclePolicy =
  ({ lifecycle }: { readonly lifecycle: Pick<LifecycleStore, 'change'> }) =>
  (
    { orgId, policyId }: z.output<typeof deleteLifecyclePolicy.params>,
    context: RequestContext,
  ): Promise<{ id: string; deleted: true }> =>
    lifecycle.change(context, orgId, async (held, note) => {
      const policy = await held.get(policyId);
      if (policy === undefined) throw notFound('The lifecycle policy');
      await held.remove(policyId);
      const before = auditedLifecyclePolicy(policy);
      note({ action: 'lifecycle_policy.delete', resourceId: policyId, before, after: null });
      return { id: policyId, deleted: true };
    });
