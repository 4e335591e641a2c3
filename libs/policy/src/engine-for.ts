import { createPolicyEngine, type PolicyEngine } from './policy-engine.ts';
import type { RequestContext } from '@strata/kernel/actor';
import type { PolicyCache } from './policy-cache.ts';

const WITHOUT_FACTS = createPolicyEngine({ organizations: [] });

/**
 * The engine by which a request is decided. Work of the service itself needs no facts: no policy is about it.
 * @throws AppError `unavailable` when the facts cannot be had.
 */
export const engineFor = async (policies: PolicyCache, { scope, actor }: RequestContext): Promise<PolicyEngine> =>
  actor.type === 'system' ? WITHOUT_FACTS : policies.engineFor(scope);
