import { AUDIT_ACTIONS } from '@strata/contracts/operations/audit-actions';
import type { RequestTo } from '@strata/contracts/operation';
import type { updateSecretRule as updateSecretRuleOperation } from '@strata/contracts/operations/secret-rules';
import type { SecretRule } from '@strata/contracts/schemas/secret-rule';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { AppError, notFound, validationError } from '@strata/kernel/errors';
import { auditOfChange } from '@strata/policy/change-audit';
import type { RuleDescription } from '@strata/secrets/detector';
import type { SecretRuleStore } from './secret-rule-store.ts';

export interface UpdateSecretRuleParts {
  readonly rules: readonly RuleDescription[];
  readonly store: Pick<SecretRuleStore, 'set'>;
  /** Removes the tenant's rules from this gateway's cache. */
  readonly forget: (tenantId: string) => void;
  readonly clock: Clock;
}

const FIXED = 'must stay true: a key of this service gives access to everything that it stores';

/**
 * Turns a rule on or off for the caller's tenant.
 * Errors: `forbidden` unless the caller is a tenant admin; `not_found`; `validation_error` for a rule that cannot be turned
 * off; `unavailable`.
 */
export const updateSecretRuleHandler = ({ rules, store, forget, clock }: UpdateSecretRuleParts) =>
  async function updateSecretRule(
    { params: { ruleId }, body: { isEnabled } }: RequestTo<typeof updateSecretRuleOperation>,
    context: RequestContext,
  ): Promise<SecretRule> {
    const { tenantId } = context.scope;
    if (context.actor.isTenantAdmin !== true)
      throw new AppError('forbidden', 'This needs an owner or admin of the tenant');
    const rule = rules.find(({ id }) => id === ruleId);
    if (rule === undefined) throw notFound('The rule');
    if (rule.isFixed === true && !isEnabled)
      throw validationError(`isEnabled ${FIXED}`, [{ field: 'isEnabled', message: FIXED }]);
    const changes = { before: { isEnabled: !isEnabled }, after: { isEnabled } };
    const change = { action: AUDIT_ACTIONS.updateSecretRule, resourceId: ruleId, changes, at: clock.now() };
    await store.set(tenantId, { id: ruleId, isEnabled }, auditOfChange(change, context));
    forget(tenantId);
    return { id: rule.id, description: rule.description, isEnabled };
  };
