import type { PolicyEngine } from './policy-engine.ts';
import type { TenantScope } from '@strata/kernel/tenant-scope';

/** What is decided about each tenant's data now, held by the service that has to decide. */
export interface PolicyCache {
  /**
   * The engine of the scope's tenant, never older than a second.
   * @throws AppError `unavailable` when it cannot be had: nothing is decided then.
   */
  engineFor(scope: TenantScope): Promise<PolicyEngine>;
}
