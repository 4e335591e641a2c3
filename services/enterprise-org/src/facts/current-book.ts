import { openPolicyBook, type PolicyBook } from '@strata/policy/policy-engine';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { FactsStore } from './read-policy-facts.ts';

/** The tenant's book as the facts are at this moment. Errors: `unavailable`. */
export const createCurrentBook =
  (store: FactsStore) =>
  async (scope: TenantScope): Promise<PolicyBook> => {
    const { facts } = await store.read(scope, null);
    if (facts === null) throw new Error('The facts were not read');
    return openPolicyBook(facts);
  };
