import type { redeemInvitation } from '@strata/contracts/calls/organizations';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { conflict, validationError, type AppError } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import type { MemberStore, Roster, StoredMember } from '../members/roster.ts';
import { hashToken } from './invitation-token.ts';

type Claim = z.output<typeof redeemInvitation.request>;
type Redeemed = z.input<typeof redeemInvitation.response>;

export interface RedeemInvitationParts {
  readonly members: Pick<MemberStore, 'change'>;
  /** Where the invitation of a token belongs, in whatever tenant. */
  readonly locate: (tokenHash: string) => Promise<{ tenantId: string; organizationId: string } | undefined>;
  readonly announceRoles: (userId: string, context: RequestContext) => Promise<void>;
  readonly clock: Clock;
}

/**
 * Makes somebody a member by an invitation to their address. A repetition answers as the first time did.
 * Errors: as the call says.
 */
export const createRedeemInvitation =
  ({ members, locate, announceRoles, clock }: RedeemInvitationParts) =>
  async (claim: Claim, context: RequestContext): Promise<Redeemed> => {
    const tokenHash = hashToken(claim.token);
    const place = await locate(tokenHash);
    if (place === undefined) throw invalid();
    const { tenantId, organizationId } = place;
    const scope: TenantScope = { tenantId, environment: 'live' };
    const { userId, role } = await members.change(scope, organizationId, async (roster) => {
      const invited = await roster.ofToken(tokenHash);
      if (invited?.email !== claim.email) throw invalid();
      return claimMembership(roster, invited, claim, clock.now());
    });
    await announceRoles(userId, { ...context, scope });
    return { tenantId, userId, organizationId, role };
  };

async function claimMembership(
  roster: Roster,
  invited: StoredMember,
  { userId, name, replacing }: Claim,
  now: Date,
): Promise<{ userId: string; role: StoredMember['role'] }> {
  const { id, role } = invited;
  if (invited.userId !== null) {
    if (invited.userId !== replacing) return { userId: invited.userId, role };
  } else if (invited.expiresAt === null || invited.expiresAt <= now) {
    throw invalid();
  }
  if ((await roster.ofUser(userId)) !== undefined) throw conflict('You are a member of this organization already');
  await roster.join(id, { userId, name, joinedAt: now });
  return { userId, role };
}

const invalid = (): AppError =>
  validationError('token is not a valid invitation', [{ field: 'token', message: 'is not a valid invitation' }]);
