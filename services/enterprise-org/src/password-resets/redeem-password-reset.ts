import type {
  findPasswordReset as findCall,
  redeemPasswordReset as redeemCall,
} from '@strata/contracts/calls/organizations';
import { ROLE_PERMISSIONS } from '@strata/contracts/schemas/organization';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { validationError, type AppError } from '@strata/kernel/errors';
import type { z } from 'zod';
import type { LockedMembers, MemberStore, PasswordReset } from '../members/member-store.ts';
import { hashToken } from '../members/secret-token.ts';

export interface RedeemPasswordResetParts {
  readonly members: Pick<MemberStore, 'change'>;
  /** Finds the tenant and the organization of a reset. */
  readonly locateReset: (tokenHash: string) => Promise<{ tenantId: string; organizationId: string } | undefined>;
  readonly clock: Clock;
}

type Claim = z.output<typeof redeemCall.request>;
type Found = z.output<typeof findCall.response>;
type Redeemed = z.input<typeof redeemCall.response>;

/** Says whose password a token may change now, and changes nothing. Errors: those of the call. */
export const findPasswordResetHandler = (parts: RedeemPasswordResetParts) =>
  async function findPasswordReset(claim: Claim, context: RequestContext): Promise<Found> {
    const { scope, userId, generation } = await findReset(claim, context, parts);
    return { tenantId: scope.tenantId, userId, generation };
  };

/** The same, and the token is used up. Its entry in the audit log is the user's. Errors: those of the call. */
export const redeemPasswordResetHandler = (parts: RedeemPasswordResetParts) =>
  async function redeemPasswordReset(claim: Claim, context: RequestContext): Promise<Redeemed> {
    const { scope, organizationId, tokenHash, userId } = await findReset(claim, context, parts);
    const asUser: RequestContext = { ...context, scope, actor: { type: 'user', id: userId, scopes: [] } };
    await parts.members.change(asUser, organizationId, async (locked, record) => {
      const { memberId, issuedBy } = await validReset(locked, tokenHash, parts.clock.now());
      await locked.removeResets(userId);
      record({ action: 'password_reset.redeem', resourceId: memberId, before: { issuedBy }, after: null });
    });
    return { tenantId: scope.tenantId, userId };
  };

async function findReset({ token }: Claim, context: RequestContext, parts: RedeemPasswordResetParts) {
  const tokenHash = hashToken(token);
  const located = await parts.locateReset(tokenHash);
  if (located === undefined) throw invalid();
  const { tenantId, organizationId } = located;
  const scope = { tenantId, environment: 'live' } as const;
  const { userId, generation } = await parts.members.change({ ...context, scope }, organizationId, (locked) =>
    validReset(locked, tokenHash, parts.clock.now()),
  );
  return { scope, organizationId, tokenHash, userId, generation };
}

/** Its issuer must still be allowed to issue it. */
async function validReset(locked: LockedMembers, tokenHash: string, now: Date): Promise<PasswordReset> {
  const reset = await locked.resetOfToken(tokenHash);
  if (reset === undefined || reset.expiresAt <= now) throw invalid();
  const { memberId, userId, issuedBy } = reset;
  const [member, issuer] = [await locked.get(memberId, now), await locked.ofUser(issuedBy)];
  const mayChange = issuer !== undefined && ROLE_PERMISSIONS[issuer.role].includes('member:update_role');
  if (member?.userId !== userId || !mayChange || !(await locked.mayReset(issuedBy, userId))) throw invalid();
  return reset;
}

const invalid = (): AppError =>
  validationError('token is not a valid reset token', [{ field: 'token', message: 'is not a valid reset token' }]);
