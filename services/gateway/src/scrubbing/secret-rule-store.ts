import type { ChangeAudit } from '@strata/policy/change-audit';

/** The rules that tenants have turned off. Errors of every method: `unavailable`. */
export interface SecretRuleStore {
  off(tenantId: string): Promise<ReadonlySet<string>>;
  /** Turns a rule on or off. Audits only a change. */
  set(tenantId: string, rule: { readonly id: string; readonly isEnabled: boolean }, audit: ChangeAudit): Promise<void>;
}
