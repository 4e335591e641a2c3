import type { redeemInvitation } from '@strata/contracts/calls/organizations';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { conflict, validationError, type AppError } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import type { Note } from '../audit/note.ts';
import { auditedMember } from '../members/describe-member.ts';
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
    // In the invitation's tenant, and by whoever joins, wherever the request came from.
    const joining: RequestContext = { ...context, scope, actor: { type: 'user', id: claim.userId, scopes: [] } };
    const { userId, role } = await members.change(joining, organizationId, async (roster, note) => {
      const invited = await roster.ofToken(tokenHash);
      if (invited?.email !== claim.email) throw invalid();
      return claimMembership({ roster, note }, invited, claim, clock.now());
    });
    await announceRoles(userId, joining);
    return { tenantId, userId, organizationId, role };
  };

async function claimMembership(
  { roster, note }: { readonly roster: Roster; readonly note: Note },
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
  const before = invited.userId === null ? null : { userId: invited.userId };
  note({ action: 'member.join', resourceId: id, before, after: auditedMember({ ...invited, userId, name }) });
  return { userId, role };
}

const invalid = (): AppError =>
  validationError('token is not a valid invitation', [{ field: 'token', message: 'is not a valid invitation' }]);
