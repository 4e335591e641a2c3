import type { redeemInvitation } from '@strata/contracts/calls/organizations';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { conflict, validationError, type AppError } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import type { RecordChange } from '../audit/audited-change.ts';
import { auditedMember } from '../members/describe-member.ts';
import type { LockedMembers, MemberStore, StoredMember } from '../members/member-store.ts';
import type { AnnounceRoles } from '../members/update-member.ts';
import { isStillVouchedFor } from '../members/inviter-rights.ts';
import { hashToken } from '../members/secret-token.ts';

type Claim = z.output<typeof redeemInvitation.request>;
type Redeemed = z.input<typeof redeemInvitation.response>;

export interface RedeemInvitationParts {
  readonly members: Pick<MemberStore, 'change'>;
  /** Finds the tenant and the organization of an invitation. */
  readonly locate: (tokenHash: string) => Promise<{ tenantId: string; organizationId: string } | undefined>;
  readonly announceRoles: AnnounceRoles;
  readonly clock: Clock;
}

/**
 * Makes a user a member by an invitation to their address, if its inviter could still send it. Errors: those of the call.
 */
export function redeemInvitationHandler({ members, locate, announceRoles, clock }: RedeemInvitationParts) {
  return async function redeemInvitation(claim: Claim, context: RequestContext): Promise<Redeemed> {
    const tokenHash = hashToken(claim.token);
    const located = await locate(tokenHash);
    if (located === undefined) throw invalid();
    const { tenantId, organizationId } = located;
    const scope: TenantScope = { tenantId, environment: 'live' };
    // In the invitation's tenant and as the joining user, whatever context the request came with.
    const joining: RequestContext = { ...context, scope, actor: { type: 'user', id: claim.userId, scopes: [] } };
    const { userId, role } = await members.change(joining, organizationId, async (locked, record) => {
      const invited = await locked.ofToken(tokenHash);
      if (invited?.email !== claim.email) throw invalid();
      return claimMembership({ locked, record }, invited, claim, clock.now());
    });
    await announceRoles(userId, joining);
    return { tenantId, userId, organizationId, role };
  };
}

async function claimMembership(
  { locked, record }: { readonly locked: LockedMembers; readonly record: RecordChange },
  invited: StoredMember,
  { userId, name, replacing }: Claim,
  now: Date,
): Promise<{ userId: string; role: StoredMember['role'] }> {
  const { id, role } = invited;
  if (invited.userId !== null) {
    // A repeated claim gets the result of the first one.
    if (invited.userId !== replacing) return { userId: invited.userId, role };
  } else if (invited.expiresAt === null || invited.expiresAt <= now || !(await isStillVouchedFor(locked, invited))) {
    throw invalid();
  }
  if ((await locked.ofUser(userId)) !== undefined) throw conflict('You are a member of this organization already');
  await locked.join(id, { userId, name, joinedAt: now });
  const before = invited.userId === null ? null : { userId: invited.userId };
  record({ action: 'member.join', resourceId: id, before, after: auditedMember({ ...invited, userId, name }) });
  return { userId, role };
}

const invalid = (): AppError =>
  validationError('token is not a valid invitation', [{ field: 'token', message: 'is not a valid invitation' }]);
