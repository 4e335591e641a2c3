import { createPolicyEngine, type PolicyEngine } from '@strata/policy/policy-engine';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { FactsStore } from './read-policy-facts.ts';

/** The tenant's engine as the facts are at this moment. Errors: `unavailable`. */
export const createCurrentEngine =
  (store: FactsStore) =>
  async (scope: TenantScope): Promise<PolicyEngine> => {
    const { facts } = await store.read(scope, null);
    if (facts === null) throw new Error('The facts were not read');
    return createPolicyEngine(facts);
  };
