import type { SecretRule } from '@strata/contracts/schemas/secret-rule';
import type { RuleDescription } from './detector.ts';
import type { SecretRuleStore } from './secret-rule-store.ts';

/** Every rule, by its id, and whether the tenant wants it. Errors: `unavailable`. */
export const createListSecretRules =
  ({ rules, store }: { readonly rules: readonly RuleDescription[]; readonly store: Pick<SecretRuleStore, 'off'> }) =>
  async (tenantId: string): Promise<{ items: SecretRule[] }> => {
    const off = await store.off(tenantId);
    return {
      items: rules
        .map(({ id, description }) => ({ id, description, isEnabled: !off.has(id) }))
        .sort((one, other) => (one.id < other.id ? -1 : 1)),
    };
  };
