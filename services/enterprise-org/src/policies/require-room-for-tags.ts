import type { Conditions } from '@strata/contracts/schemas/policy-conditions';
import { MOST_POLICIES_ON_TAGS } from '@strata/contracts/schemas/policy';
import { conflict } from '@strata/kernel/errors';
import type { Policies } from './policy-store.ts';

/** Whether it takes every row's tags to know what a policy with these conditions says. */
export const looksAtTags = (conditions: Conditions): boolean => conditions['resource.tags'] !== undefined;

/** Lets one more policy look at tags. Errors: `conflict` for one too many. */
export async function requireRoomForTags(held: Pick<Policies, 'countOnTags'>): Promise<void> {
  if ((await held.countOnTags()) < MOST_POLICIES_ON_TAGS) return;
  const most = `${String(MOST_POLICIES_ON_TAGS)} policies with a condition on resource.tags`;
  throw conflict(`The organization has ${most}, which is the maximum`);
}
