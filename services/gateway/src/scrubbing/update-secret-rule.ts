import { AUDIT_ACTIONS } from '@strata/contracts/operations/audit-actions';
import type { SecretRule } from '@strata/contracts/schemas/secret-rule';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { AppError, notFound, validationError } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { RuleDescription } from './detector.ts';
import type { RuleAudit, SecretRuleStore } from './secret-rule-store.ts';

export interface UpdateSecretRuleParts {
  readonly rules: readonly RuleDescription[];
  readonly store: Pick<SecretRuleStore, 'set'>;
  /** Whether a user is the tenant's owner, or owner or admin in an organization that speaks for it. Errors: `unavailable`. */
  readonly governsTenant: (user: { readonly tenantId: string; readonly userId: string }) => Promise<boolean>;
  /** Makes this gateway ask anew which rules are off. */
  readonly forget: (tenantId: string) => void;
  readonly clock: Clock;
}

const FIXED = 'must stay true: whoever has a key of this service has what it remembers';

/**
 * Turns a rule on or off for the caller's tenant.
 * Errors: `forbidden` for whoever does not govern the tenant; `not_found`; `validation_error` for a rule that is fixed;
 * `unavailable`.
 */
export const createUpdateSecretRule =
  ({ rules, store, governsTenant, forget, clock }: UpdateSecretRuleParts) =>
  async (ruleId: string, isEnabled: boolean, context: RequestContext): Promise<SecretRule> => {
    const { tenantId } = context.scope;
    if (!(await governsTenant({ tenantId, userId: context.actor.id })))
      throw new AppError('forbidden', 'This needs an owner or admin of the tenant');
    const rule = rules.find(({ id }) => id === ruleId);
    if (rule === undefined) throw notFound('The rule');
    if (rule.isFixed === true && !isEnabled)
      throw validationError(`isEnabled ${FIXED}`, [{ field: 'isEnabled', message: FIXED }]);
    await store.set(tenantId, { id: ruleId, isEnabled }, auditOf(ruleId, isEnabled, clock.now(), context));
    forget(tenantId);
    return { id: rule.id, description: rule.description, isEnabled };
  };

/** A rule holds in the whole tenant, so it is told to every organization that speaks for it. */
const auditOf = (resourceId: string, isEnabled: boolean, at: Date, context: RequestContext): RuleAudit => ({
  context,
  report: {
    entries: [
      {
        entryId: newId('aud'),
        action: AUDIT_ACTIONS.updateSecretRule,
        resourceId,
        outcome: 'success',
        changes: { before: { isEnabled: !isEnabled }, after: { isEnabled } },
        at: at.toISOString(),
      },
    ],
  },
});
