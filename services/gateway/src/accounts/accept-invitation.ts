import type { RequestTo } from '@strata/contracts/operation';
import type { acceptInvitation as acceptInvitationOperation } from '@strata/contracts/operations/organizations';
import type { AcceptedInvitation } from '@strata/contracts/schemas/organization';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { AppError, validationError } from '@strata/kernel/errors';
import type { AccountStore, TenantUser } from './account-store.ts';
import { invalidInvitation, redeemingFrom, type RedeemInvitation } from './redeem-invitation.ts';

export interface AcceptInvitationParts {
  readonly accounts: Pick<AccountStore, 'findInTenant' | 'join'>;
  readonly redeemInvitation: RedeemInvitation;
  readonly clock: Clock;
}

const FIELD = 'token';

/**
 * Makes a signed-in user a member by an invitation to their own e-mail address. Safe to repeat.
 * Errors: `validation_error` for an invitation that is not valid or was sent to another address, and for a user without an
 * address; `conflict` for a user who is a member already; `unavailable`.
 */
export const acceptInvitationHandler = ({ accounts, redeemInvitation, clock }: AcceptInvitationParts) =>
  async function acceptInvitation(
    { body: { token } }: RequestTo<typeof acceptInvitationOperation>,
    context: RequestContext,
  ): Promise<AcceptedInvitation> {
    const user = await accounts.findInTenant(context.scope.tenantId, context.actor.id);
    if (user === undefined) throw new AppError('forbidden', 'This needs a user of the tenant');
    const redeem = redeemingFrom(FIELD, redeemInvitation);
    const claim = { token, userId: user.id, email: addressOf(user), name: user.name };
    let redeemed = await redeem(claim, context);
    if (redeemed.userId !== user.id) {
      const { tenantId, userId: replacing } = redeemed;
      // A registration redeemed it for a user whom it was about to create. If that user exists, the invitation is theirs;
      // if not, the registration failed, and this user takes the invitation over.
      if ((await accounts.findInTenant(tenantId, replacing)) !== undefined) throw invalidInvitation(FIELD);
      redeemed = await redeem({ ...claim, replacing }, context);
    }
    const { id, name, plan } = await accounts.join(redeemed.tenantId, user.id, clock.now());
    return { tenant: { id, name, plan }, organizationId: redeemed.organizationId, role: redeemed.role };
  };

function addressOf({ email }: TenantUser): string {
  if (email !== null) return email;
  throw validationError('token needs an account with an e-mail address, and yours has none', [
    { field: FIELD, message: 'needs an account with an e-mail address' },
  ]);
}
