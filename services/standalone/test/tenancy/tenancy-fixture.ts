import { systemClock } from '@strata/kernel/clock';
import type { Bus } from '@strata/platform/bus/bus';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { openAll, type Closeable } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import type { TestDatabase } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import { composeServices } from '../../src/compose-services.ts';
import { IdentityProvider } from '../../../gateway/test/identity-provider/identity-provider.ts';
import { DIMENSIONS, startEmbeddingServer } from '../../../synthesis/test/embedding-server-fixture.ts';
import { deploymentSecrets } from '../fixtures/deployment-secrets.ts';
import { SHORTCUTS } from '../fixtures/system-fixture.ts';

/** All services with all optional dependencies, so that every table exists and is used. */
export interface TenancyFixture extends Closeable {
  readonly base: string;
  readonly provider: IdentityProvider;
  /** For what no client can send. */
  readonly bus: Bus;
}

/** Starts all services on one database, with an embedding provider and an identity provider. */
export const createTenancyFixture = ({ connection }: TestDatabase): Promise<TenancyFixture> =>
  openAll(async (stack) => {
    const embeddings = stack.use(await startEmbeddingServer());
    const provider = await IdentityProvider.start();
    stack.defer(() => provider.kill());
    const bus = stack.use(createInProcessBus({ logger: silentLogger }));
    const env = {
      ...deploymentSecrets(),
      PORT: '0',
      DEFAULT_PLAN: 'enterprise',
      LIFECYCLE_SWEEP_SECONDS: '1',
      // Sessions that close are queued at once, but their jobs start after the tests.
      LEARN_AUTO_SILENCE_SECONDS: '3600',
      JWT_ISSUERS: JSON.stringify([provider.settings()]),
      OPENAI_BASE_URL: embeddings.url,
      EMBEDDING_MODEL: 'test-model',
      EMBEDDING_DIMENSIONS: String(DIMENSIONS),
    };
    const { port } = await composeServices(stack, env, (service) => ({
      bus,
      connection,
      logger: silentLogger,
      clock: systemClock,
      ...SHORTCUTS.gateway,
      metrics: createMetrics({ service }),
    }));
    return { base: `http://127.0.0.1:${String(port)}`, provider, bus, close: () => stack.close() };
  });
