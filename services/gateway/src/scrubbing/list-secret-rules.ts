import type { SecretRule } from '@strata/contracts/schemas/secret-rule';
import type { RequestContext } from '@strata/kernel/actor';
import type { RuleDescription } from '@strata/secrets/detector';
import type { SecretRuleStore } from './secret-rule-store.ts';

export interface ListSecretRulesParts {
  readonly rules: readonly RuleDescription[];
  readonly store: Pick<SecretRuleStore, 'off'>;
}

/** Every rule, sorted by id, and whether the tenant has it turned on. Errors: `unavailable`. */
export const listSecretRulesHandler = ({ rules, store }: ListSecretRulesParts) =>
  async function listSecretRules(_request: unknown, { scope }: RequestContext): Promise<{ items: SecretRule[] }> {
    const off = await store.off(scope.tenantId);
    return {
      items: rules
        .map(({ id, description }) => ({ id, description, isEnabled: !off.has(id) }))
        .sort((one, other) => (one.id < other.id ? -1 : 1)),
    };
  };
