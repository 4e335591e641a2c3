import type { RequestContext } from '@strata/kernel/actor';
import { AppError } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { PolicyEngine } from '@strata/policy/policy-engine';
import { isAgentIdentityId, principalOf } from '@strata/policy/principal';

/** Checks that the key of a request may still act as the agent identity that it is bound to. Errors: `forbidden`; `unavailable`. */
export type RequireMayAct = (context: RequestContext) => Promise<void>;

/**
 * Policies deny such a key all data. This check comes before them, for every operation: also for those that no policy
 * decides about, and with the reason instead of an empty list.
 */
export const createRequireMayAct =
  (engineOf: (scope: TenantScope) => Promise<PolicyEngine>): RequireMayAct =>
  async ({ scope, actor }) => {
    if (actor.agentId === undefined || !isAgentIdentityId(actor.agentId)) return;
    const refusal = (await engineOf(scope)).refusalOf(principalOf(actor));
    if (refusal !== undefined) throw new AppError('forbidden', refusal);
  };
