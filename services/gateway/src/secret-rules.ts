import { listSecretRules, updateSecretRule } from '@strata/contracts/operations/secret-rules';
import type { Clock } from '@strata/kernel/clock';
import type { Metrics } from '@strata/platform/metrics/metrics';
import type { CommandOutbox } from '@strata/platform/outbox/command-outbox';
import type { AccountStore } from './accounts/account-store.ts';
import type { GatewayDatabase } from './adapters/gateway-database.ts';
import { RecentLookups } from './adapters/recent-lookups.ts';
import { countSecretsReplaced } from './adapters/scrubbing-metric.ts';
import { createSecretRuleStore } from './adapters/secret-rule-store.ts';
import { secretlintRules } from './adapters/secretlint-rules.ts';
import { leaveAsSent, type ScrubEvent } from './capture/scrub-event.ts';
import type { GatewayConfig } from './config.ts';
import { answering, type OwnAnswer } from './routing/own-answer.ts';
import { createListSecretRules } from './scrubbing/list-secret-rules.ts';
import { catalogWith } from './scrubbing/rule-catalog.ts';
import { createScrubEvent } from './scrubbing/scrub-event.ts';
import { createUpdateSecretRule } from './scrubbing/update-secret-rule.ts';
import type { ServiceCalls } from './service-calls.ts';

export interface SecretRulesParts {
  readonly config: GatewayConfig;
  readonly database: GatewayDatabase;
  readonly outbox: Pick<CommandOutbox, 'put' | 'wake'>;
  readonly accounts: Pick<AccountStore, 'findInTenant'>;
  readonly services: Pick<ServiceCalls, 'readStanding'>;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/** What is taken for a secret in events, and who says so: the scrubbing itself, and the calls that turn rules on and off. */
export function secretRules({ config, database, outbox, accounts, services, clock, metrics }: SecretRulesParts): {
  readonly scrub: ScrubEvent;
  readonly answers: readonly OwnAnswer[];
} {
  const { rules, detectors } = catalogWith(secretlintRules());
  const store = createSecretRuleStore(database, outbox);
  const recent = new RecentLookups<ReadonlySet<string>>();
  const scrub = createScrubEvent({
    rules,
    detectors,
    fingerprintKey: config.SECRET_FINGERPRINT_KEY,
    rulesOff: (tenantId) => recent.get(tenantId, () => store.off(tenantId)),
    onReplaced: countSecretsReplaced(metrics),
  });
  const listRules = createListSecretRules({ rules, store });
  const updateRule = createUpdateSecretRule({
    rules,
    store,
    clock,
    forget: (tenantId) => recent.forget(tenantId),
    governsTenant: async (user) => {
      if ((await accounts.findInTenant(user.tenantId, user.userId))?.isOwner === true) return true;
      const { roles } = await services.readStanding(user);
      return roles.includes('owner') || roles.includes('admin');
    },
  });
  return {
    scrub: config.SCRUB_SECRETS ? scrub : leaveAsSent,
    answers: [
      answering(listSecretRules, (_request, { scope }) => listRules(scope.tenantId)),
      answering(updateSecretRule, ({ params, body }, context) => updateRule(params.ruleId, body.isEnabled, context)),
    ],
  };
}
