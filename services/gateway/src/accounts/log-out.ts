import type { ResponseTo } from '@strata/contracts/operation';
import { AUDIT_ACTIONS } from '@strata/contracts/operations/audit-actions';
import type { logOut as logOutOperation } from '@strata/contracts/operations/sign-in';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { auditOfChange } from '@strata/policy/change-audit';
import type { AccountStore } from './account-store.ts';

/** Removes a membership from this gateway's cache. The other gateways' caches expire within a second. */
export type ForgetMember = (user: { readonly tenantId: string; readonly userId: string }) => void;

export interface LogOutParts {
  readonly accounts: Pick<AccountStore, 'endSessions'>;
  readonly forgetMember: ForgetMember;
  readonly clock: Clock;
}

/** Ends all sessions of the caller, in every tenant. Errors: `unavailable`. */
export const logOutHandler = ({ accounts, forgetMember, clock }: LogOutParts) =>
  async function logOut(_request: unknown, context: RequestContext): Promise<ResponseTo<typeof logOutOperation>> {
    const { id: userId } = context.actor;
    const { tenantId } = context.scope;
    const at = clock.now();
    const change = { resourceId: userId, changes: null, at };
    await accounts.endSessions(
      tenantId,
      userId,
      at,
      auditOfChange({ action: AUDIT_ACTIONS.logOut, ...change }, context),
    );
    forgetMember({ tenantId, userId });
    return { id: userId, loggedOutAt: at.toISOString() };
  };
