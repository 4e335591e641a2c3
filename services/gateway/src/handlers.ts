import { createApiKey, listApiKeys, revokeApiKey } from '@strata/contracts/operations/accounts';
import { captureBatch, captureEvent } from '@strata/contracts/operations/capture';
import { getErasure, startErasure } from '@strata/contracts/operations/erasures';
import { getExport, startExport } from '@strata/contracts/operations/exports';
import { getJob, startLearning } from '@strata/contracts/operations/learn';
import { acceptInvitation } from '@strata/contracts/operations/organizations';
import { listSecretRules, updateSecretRule } from '@strata/contracts/operations/secret-rules';
import { captureTraces } from '@strata/contracts/operations/traces';
import { getUsageMetrics, getUsageSeries } from '@strata/contracts/operations/usage';
import type { Clock } from '@strata/kernel/clock';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import {
  handleOperation,
  handlersWithDenials,
  lineHandlersWithDenials,
  type OperationHandler,
} from '@strata/platform/operations/operation-handler';
import type { PolicyCache } from '@strata/policy/policy-cache';
import type { PolicyEngine } from '@strata/policy/policy-engine';
import { acceptInvitationHandler } from './accounts/accept-invitation.ts';
import type { AccountStore } from './accounts/account-store.ts';
import type { ApiKeyStore } from './api-keys/api-key-store.ts';
import { createApiKeyHandler } from './api-keys/create-api-key.ts';
import type { KeyHasher } from './api-keys/hash-key.ts';
import { listApiKeysHandler } from './api-keys/list-api-keys.ts';
import { revokeApiKeyHandler } from './api-keys/revoke-api-key.ts';
import { captureBatchHandler } from './capture/capture-batch.ts';
import { captureEventHandler, type CaptureParts } from './capture/capture-event.ts';
import { createRequireTenantAdmin, type RightsOfKeyOwner } from './credentials/require-tenant-admin.ts';
import { startErasureHandler } from './erasures/start-erasure.ts';
import { getExportHandler } from './exports/get-export.ts';
import { startExportHandler } from './exports/start-export.ts';
import { getErasureHandler, getJobHandler } from './learning/get-job.ts';
import { startLearningHandler } from './learning/start-learning.ts';
import type { CallerLimits } from './limits/limit-callers.ts';
import type { RecordDenial } from '@strata/policy/record-denial';
import { listSecretRulesHandler, type ListSecretRulesParts } from './scrubbing/list-secret-rules.ts';
import { updateSecretRuleHandler, type UpdateSecretRuleParts } from './scrubbing/update-secret-rule.ts';
import type { ServiceCalls } from './service-calls.ts';
import { captureTracesHandler, type CaptureTracesParts } from './traces/capture-traces.ts';
import { getUsageMetricsHandler } from './usage/get-usage-metrics.ts';
import { getUsageSeriesHandler } from './usage/get-usage-series.ts';

export interface HandlerParts {
  readonly accounts: AccountStore;
  readonly keys: ApiKeyStore;
  readonly hasher: KeyHasher;
  readonly forgetKey: (keyId: string) => void;
  readonly callerLimits: Pick<CallerLimits, 'limitsOf'>;
  readonly services: ServiceCalls;
  readonly policies: PolicyCache;
  readonly capture: CaptureParts;
  readonly onSpans: CaptureTracesParts['onSpans'];
  readonly secretRules: ListSecretRulesParts & UpdateSecretRuleParts;
  readonly recordDenial: RecordDenial;
  readonly rightsOfKeyOwner: RightsOfKeyOwner;
  readonly clock: Clock;
  /** Aborted when the gateway closes. */
  readonly closing: AbortSignal;
}

/** Handlers of the operations that the gateway serves to authenticated callers. */
export function operationHandlers(parts: HandlerParts): OperationHandler[] {
  const { accounts, services, policies, clock, closing } = parts;
  const engineOf = (scope: TenantScope): Promise<PolicyEngine> => policies.engineFor(scope);
  const guarded = handlersWithDenials(parts.recordDenial);
  const guardedLines = lineHandlersWithDenials(parts.recordDenial);
  const forAdmins = { ...services, clock, requireTenantAdmin: createRequireTenantAdmin(parts.rightsOfKeyOwner) };
  const captureEvents = captureBatchHandler(parts.capture);
  return [
    guarded(acceptInvitation, acceptInvitationHandler({ ...services, accounts, clock })),
    guarded(createApiKey, createApiKeyHandler({ ...parts, engineOf })),
    guarded(listApiKeys, listApiKeysHandler(parts)),
    guarded(revokeApiKey, revokeApiKeyHandler({ ...parts, ...services })),
    guarded(startLearning, startLearningHandler({ ...services, engineOf, clock, closing })),
    guarded(getJob, getJobHandler({ ...services, recordDenial: parts.recordDenial })),
    guarded(startErasure, startErasureHandler(forAdmins)),
    guarded(getErasure, getErasureHandler({ ...services, recordDenial: parts.recordDenial })),
    guarded(startExport, startExportHandler(forAdmins)),
    guardedLines(getExport, getExportHandler(forAdmins)),
    guarded(
      getUsageMetrics,
      getUsageMetricsHandler({
        ...services,
        clock,
        limitsOf: (scope) => parts.callerLimits.limitsOf(scope),
      }),
    ),
    guarded(getUsageSeries, getUsageSeriesHandler({ ...services, clock })),
    guarded(listSecretRules, listSecretRulesHandler(parts.secretRules)),
    guarded(updateSecretRule, updateSecretRuleHandler(parts.secretRules)),
    // Capture records its own denials: one entry for each place, not one for each event.
    handleOperation(captureEvent, captureEventHandler(parts.capture)),
    handleOperation(captureBatch, captureEvents),
    handleOperation(captureTraces, captureTracesHandler({ captureBatch: captureEvents, onSpans: parts.onSpans })),
  ];
}
