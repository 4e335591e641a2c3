import { readRoles, redeemInvitation } from '@strata/contracts/calls/organizations';
import type { Role } from '@strata/contracts/schemas/organization';
import type { RequestContext } from '@strata/kernel/actor';
import { unavailable, validationError } from '@strata/kernel/errors';
import type { Bus } from '@strata/platform/bus/bus';

/** An invitation. `userId`: the user who redeemed it. */
export interface OpenInvitation {
  readonly email: string;
  readonly tenantId: string;
  readonly role: Role;
  userId?: string;
}

/** Serves the calls of the service that issues invitations. */
export class InvitationsFixture {
  readonly invitations = new Map<string, OpenInvitation>();
  /** The calls of `redeemInvitation`. */
  readonly claims: { name: string | null; context: RequestContext }[] = [];
  /** The next redemption succeeds, but its response is lost. */
  losesNextResponse = false;

  async serve(bus: Bus): Promise<void> {
    await bus.serve(redeemInvitation, async ({ token, email, userId, name, replacing }, context) => {
      this.claims.push({ name, context });
      const invitation = this.invitations.get(token);
      if (invitation?.email !== email) throw validationError('token is not valid', [{ field: 'token', message: '' }]);
      if (invitation.userId === undefined || invitation.userId === replacing) invitation.userId = userId;
      if (this.losesNextResponse) {
        this.losesNextResponse = false;
        throw unavailable('The service');
      }
      const { tenantId, role } = invitation;
      return { tenantId, userId: invitation.userId, organizationId: `org_of_${tenantId}`, role };
    });
    await bus.serve(readRoles, async ({ userId }, { scope }) => ({
      roles: [...this.invitations.values()]
        .filter((invitation) => invitation.userId === userId && invitation.tenantId === scope.tenantId)
        .map(({ role }) => role),
    }));
  }
}
