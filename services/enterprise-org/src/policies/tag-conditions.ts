import type { Conditions } from '@strata/contracts/schemas/policy-conditions';
import { MOST_POLICIES_ON_TAGS } from '@strata/contracts/schemas/policy';
import { conflict } from '@strata/kernel/errors';
import type { LockedPolicies } from './policy-store.ts';

/** Whether a policy with these conditions has to be decided row by row, by the tags of each row. */
export const hasTagCondition = (conditions: Conditions): boolean => conditions['resource.tags'] !== undefined;

/** Errors: `conflict` when the organization already has the maximum of policies on tags. */
export async function requireRoomForTagPolicy(policies: Pick<LockedPolicies, 'countOnTags'>): Promise<void> {
  if ((await policies.countOnTags()) < MOST_POLICIES_ON_TAGS) return;
  const most = `${String(MOST_POLICIES_ON_TAGS)} policies with a condition on resource.tags`;
  throw conflict(`The organization has ${most}, which is the maximum`);
}
