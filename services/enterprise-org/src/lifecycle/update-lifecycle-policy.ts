import type { updateLifecyclePolicy } from '@strata/contracts/operations/lifecycle';
import type { LifecyclePolicy } from '@strata/contracts/schemas/lifecycle';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { z } from 'zod';
import { noteDifference } from '../audit/note.ts';
import type { ChangeLifecycleParts } from './create-lifecycle-policy.ts';
import { auditedLifecyclePolicy, describeLifecyclePolicy } from './describe-lifecycle-policy.ts';
import { requireOrder } from './require-order.ts';

type Change = z.output<typeof updateLifecyclePolicy.body>;

/**
 * Changes what is sent and leaves the rest alone; null clears.
 * Errors: `not_found`; `validation_error` when what comes of it contradicts itself.
 */
export const createUpdateLifecyclePolicy =
  ({ lifecycle, clock }: ChangeLifecycleParts) =>
  (
    { orgId, policyId }: z.output<typeof updateLifecyclePolicy.params>,
    { name, scope, ...periods }: Change,
    context: RequestContext,
  ): Promise<LifecyclePolicy> =>
    lifecycle.change(context, orgId, async (held, note) => {
      const before = await held.get(policyId);
      if (before === undefined) throw notFound('The lifecycle policy');
      const changed = (sent: number | null | undefined, was: number | null) => (sent === undefined ? was : sent);
      const after = {
        ...before,
        name: name ?? before.name,
        scope: scope ?? before.scope,
        retentionDays: changed(periods.retentionDays, before.retentionDays),
        archiveAfterDays: changed(periods.archiveAfterDays, before.archiveAfterDays),
        deleteAfterDays: changed(periods.deleteAfterDays, before.deleteAfterDays),
        updatedAt: clock.now(),
      };
      requireOrder(after);
      const what = { action: 'lifecycle_policy.update', resourceId: policyId };
      if (!noteDifference(note, what, auditedLifecyclePolicy(before), auditedLifecyclePolicy(after)))
        return describeLifecyclePolicy(before);
      await held.put(after);
      return describeLifecyclePolicy(after);
    });
