import type { Invitation, inviteMemberRequestSchema } from '@strata/contracts/schemas/organization';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { AppError, conflict } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { z } from 'zod';
import type { Note } from '../audit/note.ts';
import { auditedInvitation } from '../members/describe-member.ts';
import { actingMember, requireMayChange, requireMayGrant } from '../members/rank.ts';
import type { MemberStore, Roster, StoredMember } from '../members/roster.ts';
import { requireTeams } from '../teams/require-teams.ts';
import { hashToken, newInvitationToken } from './invitation-token.ts';

export interface InviteMemberParts {
  readonly members: Pick<MemberStore, 'change'>;
  readonly clock: Clock;
  readonly invitationDays: number;
}

const DAY_MS = 24 * 3600 * 1000;

/** Of an organization, what inviting depends on. */
export interface InvitingOrganization {
  readonly id: string;
  /** Only such a one brings people into the tenant. */
  readonly isOfTenant: boolean;
}

const NOT_OF_TENANT =
  "This organization brings nobody into the tenant: that takes one made by the tenant's owner, or by an owner or admin of such a one";

/**
 * Invites an address; an open invitation to it is replaced, and its token opens nothing any more.
 * Errors: `conflict` when the address is a member's; `forbidden` for a role, or an open invitation, above the caller, and
 * in an organization that does not speak for the tenant;
 * `validation_error` for a team that is not there.
 */
export const createInviteMember =
  ({ members, clock, invitationDays }: InviteMemberParts) =>
  async (
    { id: orgId, isOfTenant }: InvitingOrganization,
    { email, role, teamIds: named }: z.output<typeof inviteMemberRequestSchema>,
    context: RequestContext,
  ): Promise<Invitation> => {
    if (!isOfTenant) throw new AppError('forbidden', NOT_OF_TENANT);
    const token = newInvitationToken();
    const invitedAt = clock.now();
    const expiresAt = new Date(invitedAt.getTime() + invitationDays * DAY_MS);
    const id = newId('mbr');
    const teamIds = await members.change(context, orgId, async (roster, note) => {
      const acting = await actingMember(roster, context.actor.id);
      requireMayGrant(acting, role);
      const invitation = { id, email, role, teamIds: await requireTeams(roster, named), expiresAt };
      await clearTheWay({ roster, note }, acting, email, invitedAt);
      await roster.invite({ ...invitation, invitedBy: context.actor.id, invitedAt, tokenHash: hashToken(token) });
      note({ action: 'invitation.create', resourceId: id, before: null, after: auditedInvitation(invitation) });
      return invitation.teamIds;
    });
    return {
      id,
      email,
      role,
      teamIds: [...teamIds],
      status: 'invited',
      invitationToken: token,
      expiresAt: expiresAt.toISOString(),
    };
  };

async function clearTheWay(
  { roster, note }: { readonly roster: Roster; readonly note: Note },
  acting: StoredMember,
  email: string,
  now: Date,
): Promise<void> {
  const known = await roster.ofEmail(email);
  if (known === undefined) return;
  if (known.joinedAt !== null) throw conflict('This address is a member of the organization already');
  const isOpen = known.expiresAt !== null && known.expiresAt > now;
  if (isOpen) {
    requireMayChange(acting, known);
    note({ action: 'invitation.withdraw', resourceId: known.id, before: auditedInvitation(known), after: null });
  }
  await roster.remove(known.id);
}
