import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { listMembers as operation } from '@strata/contracts/operations/organizations';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { paginationOf } from '@strata/kernel/cursor';
import { requestedPage } from '../organization-data/requested-page.ts';
import { describeMember } from './describe-member.ts';
import type { MemberStore } from './member-store.ts';

export interface ListMembersParts {
  readonly members: Pick<MemberStore, 'list'>;
  readonly clock: Clock;
}

/** Lists members and open invitations. Errors: `validation_error` for a damaged cursor. */
export function listMembersHandler({ members, clock }: ListMembersParts) {
  return async function listMembers(
    { params: { orgId }, query }: RequestTo<typeof operation>,
    { scope }: RequestContext,
  ): Promise<ResponseTo<typeof operation>> {
    const page = await members.list(scope, orgId, { ...requestedPage(query), now: clock.now() });
    return { items: page.items.map(describeMember), pagination: paginationOf(page) };
  };
}
