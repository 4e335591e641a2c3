import type { Invitation, inviteMemberRequestSchema } from '@strata/contracts/schemas/organization';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { conflict } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { z } from 'zod';
import { actingMember, requireMayChange, requireMayGrant } from '../members/rank.ts';
import type { MemberStore, Roster, StoredMember } from '../members/roster.ts';
import { hashToken, newInvitationToken } from './invitation-token.ts';

export interface InviteMemberParts {
  readonly members: Pick<MemberStore, 'change'>;
  readonly clock: Clock;
  readonly invitationDays: number;
}

const DAY_MS = 24 * 3600 * 1000;

/**
 * Invites an address; an open invitation to it is replaced, and its token opens nothing any more.
 * Errors: `conflict` when the address is a member's; `forbidden` for a role, or an open invitation, above the caller.
 */
export const createInviteMember =
  ({ members, clock, invitationDays }: InviteMemberParts) =>
  async (
    orgId: string,
    { email, role, teamIds }: z.output<typeof inviteMemberRequestSchema>,
    { scope, actor }: RequestContext,
  ): Promise<Invitation> => {
    const token = newInvitationToken();
    const invitedAt = clock.now();
    const expiresAt = new Date(invitedAt.getTime() + invitationDays * DAY_MS);
    const invitation = { id: newId('mbr'), email, role, invitedBy: actor.id, invitedAt, expiresAt };
    await members.change(scope, orgId, async (roster) => {
      const acting = await actingMember(roster, actor.id);
      requireMayGrant(acting, role);
      await clearTheWay(roster, acting, email, invitedAt);
      await roster.invite({ ...invitation, tokenHash: hashToken(token) });
    });
    return {
      ...{ id: invitation.id, email, role, teamIds, status: 'invited' },
      invitationToken: token,
      expiresAt: expiresAt.toISOString(),
    };
  };

async function clearTheWay(roster: Roster, acting: StoredMember, email: string, now: Date): Promise<void> {
  const known = await roster.ofEmail(email);
  if (known === undefined) return;
  if (known.joinedAt !== null) throw conflict('This address is a member of the organization already');
  const isOpen = known.expiresAt !== null && known.expiresAt > now;
  if (isOpen) requireMayChange(acting, known);
  await roster.remove(known.id);
}
