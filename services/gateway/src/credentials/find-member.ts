import type { Clock } from '@strata/kernel/clock';
import type { Membership, MemberStore } from './member-store.ts';
import type { TokenSubject } from './token-subject.ts';

/** Finds a user's membership in the tenant of their token. A user of an external issuer joins it with their first token. */
export const createFindMember = ({ members, clock }: { members: MemberStore; clock: Clock }) =>
  async function findMember({ tenantId, userId, external }: TokenSubject): Promise<Membership | undefined> {
    const member = await members.find(tenantId, userId);
    if (member !== undefined || external === null) return member;
    return members.admit(tenantId, external, clock.now());
  };
