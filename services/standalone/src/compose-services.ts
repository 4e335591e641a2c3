import { createEnterpriseOrg } from '@strata/enterprise-org/app';
import { enterpriseOrgConfigSchema } from '@strata/enterprise-org/config';
import { createGateway, type GatewayParts, type RunningGateway } from '@strata/gateway/app';
import { gatewayConfigSchema } from '@strata/gateway/config';
import { createIngest } from '@strata/ingest/app';
import { ingestConfigSchema } from '@strata/ingest/config';
import { createLearnCompiler } from '@strata/learn-compiler/app';
import { learnConfigSchema } from '@strata/learn-compiler/config';
import { loadConfig } from '@strata/platform/config/load-config';
import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { createSynthesis } from '@strata/synthesis/app';
import { synthesisConfigSchema } from '@strata/synthesis/config';
import { createVault } from '@strata/vault/app';
import { vaultConfigSchema } from '@strata/vault/config';

type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * Starts the six services, the gateway last, so that no request arrives before all can respond. Each is given its parts
 * by name: one bus for all in the standalone process, one of its own for each where they talk over RabbitMQ.
 */
export async function composeServices(
  stack: CloseStack,
  env: ProcessEnvironment,
  partsOf: (service: string) => ServiceParts & Pick<GatewayParts, 'bcryptCost' | 'publicMetrics' | 'terminal'>,
): Promise<RunningGateway> {
  stack.use(await createSynthesis(loadConfig(synthesisConfigSchema, env), partsOf('synthesis')));
  stack.use(await createIngest(loadConfig(ingestConfigSchema, env), partsOf('ingest')));
  stack.use(await createLearnCompiler(loadConfig(learnConfigSchema, env), partsOf('learn-compiler')));
  stack.use(await createEnterpriseOrg(loadConfig(enterpriseOrgConfigSchema, env), partsOf('enterprise-org')));
  stack.use(await createVault(loadConfig(vaultConfigSchema, env), partsOf('vault')));
  return stack.use(await createGateway(loadConfig(gatewayConfigSchema, env), partsOf('gateway')));
}
