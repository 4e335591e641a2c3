import type { updatePolicy } from '@strata/contracts/operations/policies';
import type { Policy } from '@strata/contracts/schemas/policy';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { z } from 'zod';
import { noteDifference } from '../audit/note.ts';
import type { ChangePolicyParts } from './create-policy.ts';
import { auditedPolicy, describePolicy } from './describe-policy.ts';
import { looksAtTags, requireRoomForTags } from './require-room-for-tags.ts';

/** Changes what is sent and leaves the rest alone. Errors: `not_found`; `conflict` for one too many on tags. */
export const createUpdatePolicy =
  ({ policies, clock }: ChangePolicyParts) =>
  (
    { orgId, policyId }: z.output<typeof updatePolicy.params>,
    { name, effect, resource, action, conditions, priority }: z.output<typeof updatePolicy.body>,
    context: RequestContext,
  ): Promise<Policy> =>
    policies.change(context, orgId, async (held, note) => {
      const before = await held.get(policyId);
      if (before === undefined) throw notFound('The policy');
      const after = {
        ...before,
        name: name ?? before.name,
        effect: effect ?? before.effect,
        resource: resource ?? before.resource,
        action: action ?? before.action,
        conditions: conditions ?? before.conditions,
        priority: priority ?? before.priority,
        updatedAt: clock.now(),
      };
      if (looksAtTags(after.conditions) && !looksAtTags(before.conditions)) await requireRoomForTags(held);
      const what = { action: 'policy.update', resourceId: policyId };
      if (!noteDifference(note, what, auditedPolicy(before), auditedPolicy(after))) return describePolicy(before);
      await held.put(after);
      return describePolicy(after);
    });
