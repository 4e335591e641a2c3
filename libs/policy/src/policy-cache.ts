import type { PolicyEngine } from './policy-engine.ts';
import type { TenantScope } from '@strata/kernel/tenant-scope';

/** The policy engines of the tenants that a service decides for. */
export interface PolicyCache {
  /**
   * The engine of the scope's tenant, at most a second out of date. Errors: `unavailable`.
   */
  engineFor(scope: TenantScope): Promise<PolicyEngine>;
}
