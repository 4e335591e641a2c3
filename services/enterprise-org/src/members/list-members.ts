import type { listMembers } from '@strata/contracts/operations/organizations';
import type { Clock } from '@strata/kernel/clock';
import { continuedFrom, paginationOf } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import { describeMember } from './describe-member.ts';
import type { MemberStore } from './roster.ts';

/** One page of an organization's members and open invitations. Errors: `validation_error` for a damaged cursor. */
export const createListMembers =
  ({ members, clock }: { readonly members: Pick<MemberStore, 'list'>; readonly clock: Clock }) =>
  async (
    organizationId: string,
    { limit, cursor }: z.output<typeof listMembers.query>,
    scope: TenantScope,
  ): Promise<z.input<typeof listMembers.response>> => {
    const page = await members.list(scope, organizationId, { now: clock.now(), limit, after: continuedFrom(cursor) });
    return { items: page.items.map(describeMember), pagination: paginationOf(page) };
  };
