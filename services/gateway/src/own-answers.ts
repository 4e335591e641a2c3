import { createApiKey, listApiKeys, revokeApiKey } from '@strata/contracts/operations/accounts';
import { getJob, startLearning } from '@strata/contracts/operations/learn';
import { getUsageMetrics } from '@strata/contracts/operations/usage';
import type { Clock } from '@strata/kernel/clock';
import type { PolicyCache } from '@strata/policy/policy-cache';
import type { AccountStore } from './accounts/account-store.ts';
import type { ApiKeyStore } from './api-keys/api-key-store.ts';
import { createCreateApiKey } from './api-keys/create-api-key.ts';
import type { KeyHasher } from './api-keys/hash-key.ts';
import { createListApiKeys } from './api-keys/list-api-keys.ts';
import { createRevokeApiKey } from './api-keys/revoke-api-key.ts';
import { createReadJob } from './learning/read-job.ts';
import { createStartLearning } from './learning/start-learning.ts';
import type { CallerLimits } from './limits/limit-callers.ts';
import { answering, type OwnAnswer } from './routing/own-answer.ts';
import type { ServiceCalls } from './service-calls.ts';
import { createReadUsage } from './usage/read-usage.ts';

export interface OwnAnswerParts {
  readonly accounts: AccountStore;
  readonly keys: ApiKeyStore;
  readonly hasher: KeyHasher;
  readonly forgetKey: (keyId: string) => void;
  readonly limits: { readonly callers: CallerLimits };
  readonly services: ServiceCalls;
  readonly policies: PolicyCache;
  readonly clock: Clock;
}

/** The operations that the gateway answers itself, each with its use case. */
export function ownAnswers(parts: OwnAnswerParts): OwnAnswer[] {
  const { accounts, keys, forgetKey, limits, services, policies, clock } = parts;
  const { queueLearning, announceRevocation: announce } = services;
  const startLearningJob = createStartLearning({ queueLearning, clock });
  const readJob = createReadJob(services);
  const readUsage = createReadUsage({
    ...services,
    clock,
    readPlan: (tenantId) => accounts.planOf(tenantId),
    requestsThisMinute: ({ scope }) => limits.callers.requestsThisMinute(scope),
  });
  const createKey = createCreateApiKey({ ...parts, engineOf: (scope) => policies.engineFor(scope) });
  const listKeys = createListApiKeys(keys);
  const revokeKey = createRevokeApiKey({ keys, clock, announce, forget: forgetKey });

  return [
    answering(startLearning, ({ body }, context) => startLearningJob(body, context)),
    answering(getJob, ({ params }, context) => readJob(params.id, context)),
    answering(getUsageMetrics, (_request, context) => readUsage(context)),
    answering(createApiKey, ({ body }, context) => createKey(body, context)),
    answering(listApiKeys, ({ query }, { scope }) => listKeys(query, scope.tenantId)),
    answering(revokeApiKey, ({ params }, context) => revokeKey(params.id, context)),
  ];
}
