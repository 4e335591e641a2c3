import type { TenantScope } from '@strata/kernel/tenant-scope';
import { createPolicyEngine, type PolicyEngine } from '@strata/policy/policy-engine';
import type { FactsStore } from './facts-store.ts';

/** The tenant's policy engine with the facts as they are now. Errors: `unavailable`. */
export function currentEngineOf(store: FactsStore) {
  return async function currentEngine(scope: TenantScope): Promise<PolicyEngine> {
    const { facts } = await store.read(scope, null);
    if (facts === null) throw new Error('The facts were not read');
    return createPolicyEngine(facts);
  };
}
