import type { Clock } from '@strata/kernel/clock';
import type { Membership, MemberStore } from './member-store.ts';
import type { TokenSubject } from './token-subject.ts';

/** Whether a user belongs to the tenant of their token; a user of an external issuer joins it at first sight. */
export const createFindMember =
  ({ members, clock }: { members: MemberStore; clock: Clock }) =>
  async ({ tenantId, userId, external }: TokenSubject): Promise<Membership | undefined> => {
    const member = await members.find(tenantId, userId);
    if (member !== undefined || external === null) return member;
    return members.admit(tenantId, external, clock.now());
  };
