import type { createPolicy } from '@strata/contracts/operations/policies';
import { MOST_POLICIES, type Policy } from '@strata/contracts/schemas/policy';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { conflict } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { z } from 'zod';
import { auditedPolicy, describePolicy } from './describe-policy.ts';
import type { PolicyStore } from './policy-store.ts';
import { looksAtTags, requireRoomForTags } from './require-room-for-tags.ts';

export interface ChangePolicyParts {
  readonly policies: Pick<PolicyStore, 'change'>;
  readonly clock: Clock;
}

/** Makes a policy. Errors: `conflict` for one too many, of all or of those on tags. */
export const createCreatePolicy =
  ({ policies, clock }: ChangePolicyParts) =>
  (organizationId: string, request: z.output<typeof createPolicy.body>, context: RequestContext): Promise<Policy> =>
    policies.change(context, organizationId, async (held, note) => {
      if ((await held.count()) >= MOST_POLICIES)
        throw conflict(`The organization has ${String(MOST_POLICIES)} policies, which is the maximum`);
      if (looksAtTags(request.conditions)) await requireRoomForTags(held);
      const now = clock.now();
      const policy = { id: newId('pol'), organizationId, ...request, createdAt: now, updatedAt: now };
      await held.insert(policy);
      note({ action: 'policy.create', resourceId: policy.id, before: null, after: auditedPolicy(policy) });
      return describePolicy(policy);
    });
