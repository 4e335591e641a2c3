import type { Clock } from '@strata/kernel/clock';
import type { Metrics } from '@strata/platform/metrics/metrics';
import type { CommandOutbox } from '@strata/platform/outbox/command-outbox';
import type { GatewayDatabase } from './adapters/gateway-database.ts';
import { RecentLookups } from './adapters/recent-lookups.ts';
import { countSecretsReplaced } from './adapters/scrubbing-metric.ts';
import { createSqlSecretRuleStore } from './adapters/secret-rule-store.ts';
import type { GatewayConfig } from './config.ts';
import type { ListSecretRulesParts } from './scrubbing/list-secret-rules.ts';
import { RULE_CATALOG } from '@strata/secrets/rule-catalog';
import { createScrubEvent, leaveAsSent, type ScrubEvent } from './scrubbing/scrub-event.ts';
import type { UpdateSecretRuleParts } from './scrubbing/update-secret-rule.ts';

export interface SecretRulesParts {
  readonly config: GatewayConfig;
  readonly database: GatewayDatabase;
  readonly outbox: Pick<CommandOutbox, 'put' | 'wake'>;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/** The scrubbing of events, and what the operations on its rules need. */
export function openSecretRules({ config, database, outbox, clock, metrics }: SecretRulesParts): {
  readonly scrub: ScrubEvent;
  readonly secretRules: ListSecretRulesParts & UpdateSecretRuleParts;
} {
  const { rules, detectors } = RULE_CATALOG;
  const store = createSqlSecretRuleStore(database, outbox);
  const recent = new RecentLookups<ReadonlySet<string>>();
  const scrub = createScrubEvent({
    rules,
    detectors,
    fingerprintKey: config.SECRET_FINGERPRINT_KEY,
    rulesOff: (tenantId) => recent.get(tenantId, () => store.off(tenantId)),
    onReplaced: countSecretsReplaced(metrics),
  });
  return {
    scrub: config.SCRUB_SECRETS ? scrub : leaveAsSent,
    secretRules: { rules, store, clock, forget: (tenantId) => recent.forget(tenantId) },
  };
}
