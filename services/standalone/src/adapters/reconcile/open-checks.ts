import { openOrganizationReconciliation } from '@strata/enterprise-org/operator-reconciliation';
import { openGatewayReconciliation } from '@strata/gateway/operator-reconciliation';
import { openIngestReconciliation } from '@strata/ingest/operator-reconciliation';
import { openLearnReconciliation } from '@strata/learn-compiler/operator-reconciliation';
import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import type { Check } from '@strata/platform/reconcile/check';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { openSynthesisReconciliation } from '@strata/synthesis/operator-reconciliation';
import { openVaultReconciliation } from '@strata/vault/operator-reconciliation';
import { eventChecks } from './compare-events.ts';
import { indexChecks } from './compare-index.ts';
import { tenantsCheck } from './compare-tenants.ts';

/**
 * Opens the checks of every service, and those between services. `isRunning` is whether the services run meanwhile; if not, what
 * waits for them is no difference.
 */
export async function openChecks(
  stack: CloseStack,
  parts: Pick<ServiceParts, 'connection' | 'logger' | 'metrics'>,
  isRunning: boolean,
): Promise<Check[]> {
  const gateway = await openGatewayReconciliation(stack, parts);
  const ingest = await openIngestReconciliation(stack, parts);
  const learn = await openLearnReconciliation(stack, parts, isRunning);
  const synthesis = await openSynthesisReconciliation(stack, parts);
  const organizations = await openOrganizationReconciliation(stack, parts, isRunning);
  const vault = await openVaultReconciliation(stack, parts);
  const sources = Object.entries({
    ingest,
    'learn-compiler': learn,
    synthesis,
    'enterprise-org': organizations,
    vault,
  });
  const whileRunning = [gateway, ingest, learn, synthesis, organizations].flatMap((service) => service.whileRunning);
  return [
    tenantsCheck(
      sources.map(([service, { scopes }]) => ({ service, scopes })),
      gateway.unknownTenants,
    ),
    ...ingest.checks,
    ...eventChecks({ ingest, learn, organizations }),
    ...learn.checks,
    ...indexChecks(learn, synthesis),
    ...synthesis.checks,
    ...organizations.checks,
    ...vault.checks,
    ...(isRunning ? whileRunning : []),
  ];
}
