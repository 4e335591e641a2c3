import type { AuditReport } from '@strata/contracts/calls/organizations';
import type { RequestContext } from '@strata/kernel/actor';

/** What the audit log is told of a change to a rule. It is kept with the change: neither is there without the other. */
export interface RuleAudit {
  readonly report: AuditReport;
  readonly context: RequestContext;
}

/** Which rules a tenant has turned off. Every method throws AppError `unavailable`. */
export interface SecretRuleStore {
  off(tenantId: string): Promise<ReadonlySet<string>>;
  /** Turns a rule on or off. What is so already is not told of again. */
  set(tenantId: string, rule: { readonly id: string; readonly isEnabled: boolean }, audit: RuleAudit): Promise<void>;
}
