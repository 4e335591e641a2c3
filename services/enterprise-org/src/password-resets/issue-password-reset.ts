import type { findResetObstacle as findCall, ResetObstacle } from '@strata/contracts/calls/gateway';
import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { issuePasswordReset as operation } from '@strata/contracts/operations/sign-in';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { AppError, conflict, notFound } from '@strata/kernel/errors';
import type { z } from 'zod';
import type { LockedMembers, MemberStore } from '../members/member-store.ts';
import { actingMember, requireMayChange } from '../members/rank.ts';
import { hashToken, newResetToken } from '../members/secret-token.ts';
import type { MemberContext } from '../organizations/organization-store.ts';

/**
 * What keeps the password of a user of the tenant from being reset, and the generation of their sessions.
 * Errors: `not_found`, `unavailable`.
 */
export type FindResetObstacle = (
  userId: string,
  context: RequestContext,
) => Promise<z.output<typeof findCall.response>>;

export interface IssuePasswordResetParts {
  readonly members: Pick<MemberStore, 'change'>;
  readonly findResetObstacle: FindResetObstacle;
  readonly clock: Clock;
}

const LIFETIME_MS = 3600 * 1000;

const OBSTACLES: Readonly<Record<ResetObstacle, string>> = {
  external: 'The user has no password: an identity provider signs them in',
  owner: 'The user owns the tenant: only they can change their password',
  elsewhere: 'The user belongs to another tenant, too: a password that you could set would open it',
};

/**
 * Makes a token with which a member can set a new password, once and within an hour. An earlier one becomes invalid.
 * Errors: `not_found`; `forbidden` for a member above the caller, here or in another organization, and in an organization that
 * is not tenant-wide; `conflict` for the caller, an open invitation, and a user whose password opens more than this tenant.
 */
export function issuePasswordResetHandler({ members, findResetObstacle, clock }: IssuePasswordResetParts) {
  return async function issuePasswordReset(
    { params: { orgId, memberId } }: RequestTo<typeof operation>,
    { organization, ...context }: MemberContext,
  ): Promise<ResponseTo<typeof operation>> {
    if (!organization.isOfTenant)
      throw new AppError('forbidden', 'Only a tenant-wide organization can reset passwords');
    const { id: issuedBy } = context.actor;
    const userIn = (locked: LockedMembers): Promise<string> => resettableUser(locked, issuedBy, memberId, clock.now());
    // Before the transaction that changes something, which must not wait for another service.
    const checked = await members.change(context, orgId, userIn);
    const { obstacle, generation } = await findResetObstacle(checked, context);
    if (obstacle !== null) throw conflict(OBSTACLES[obstacle]);

    const token = newResetToken();
    const expiresAt = new Date(clock.now().getTime() + LIFETIME_MS);
    await members.change(context, orgId, async (locked, record) => {
      const userId = await userIn(locked);
      await locked.putReset({ memberId, userId, tokenHash: hashToken(token), issuedBy, generation, expiresAt });
      const after = { userId, expiresAt: expiresAt.toISOString() };
      record({ action: 'password_reset.create', resourceId: memberId, before: null, after });
    });
    return { resetToken: token, expiresAt: expiresAt.toISOString() };
  };
}

async function resettableUser(locked: LockedMembers, issuedBy: string, memberId: string, now: Date): Promise<string> {
  const acting = await actingMember(locked, issuedBy);
  const member = await locked.get(memberId, now);
  if (member === undefined) throw notFound('The member');
  requireMayChange(acting, member);
  if (member.userId === null) throw conflict('The invitation has not been accepted: the user has no password yet');
  if (member.userId === issuedBy) throw conflict('Change your own password with the present one');
  if (!(await locked.mayReset(issuedBy, member.userId)))
    throw new AppError('forbidden', 'This needs a tenant admin who may change the user in all their organizations');
  return member.userId;
}
