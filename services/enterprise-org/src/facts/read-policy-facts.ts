import type { readPolicyFacts } from '@strata/contracts/calls/organizations';
import type { Facts } from '@strata/contracts/schemas/policy-facts';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';

export interface FactsStore {
  /** The tenant's facts and their version, both of one moment; no facts when the version is the known one. */
  read(
    scope: TenantScope,
    knownVersion: string | null,
  ): Promise<{ readonly version: string; readonly facts: Facts | null }>;
}

/** What decisions about the tenant's data need to know, unless the caller knows it already. */
export const createReadPolicyFacts =
  (store: FactsStore) =>
  (
    { knownVersion }: z.output<typeof readPolicyFacts.request>,
    scope: TenantScope,
  ): Promise<z.input<typeof readPolicyFacts.response>> =>
    store.read(scope, knownVersion);
