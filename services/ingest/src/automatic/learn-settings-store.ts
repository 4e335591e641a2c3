import type { ChangeAudit } from '@strata/policy/change-audit';
import type { TenantScope } from '@strata/kernel/tenant-scope';

/** Which tenants have turned automatic learning off, in both environments. Errors of every method: `unavailable`. */
export interface LearnSettingsStore {
  isAutomatic(scope: TenantScope): Promise<boolean>;
  /** Turns it on or off. Audits only a change. Turning it on makes due what was put aside, also if it was on. */
  setAutomatic(scope: TenantScope, isAutomatic: boolean, audit: ChangeAudit): Promise<void>;
}
