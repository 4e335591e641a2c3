import { createPolicyEngine, type PolicyEngine } from './policy-engine.ts';
import type { RequestContext } from '@strata/kernel/actor';
import type { PolicyCache } from './policy-cache.ts';

const WITHOUT_FACTS = createPolicyEngine({ organizations: [] });

/** The engine that decides about a request. The service's own work needs no facts: no policy applies to it. Errors: `unavailable`. */
export const engineFor = async (policies: PolicyCache, { scope, actor }: RequestContext): Promise<PolicyEngine> =>
  actor.type === 'system' ? WITHOUT_FACTS : policies.engineFor(scope);
