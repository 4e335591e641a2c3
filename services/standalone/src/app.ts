import { systemClock } from '@strata/kernel/clock';
import type { GatewayParts } from '@strata/gateway/app';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { loadConfig } from '@strata/platform/config/load-config';
import {
  startEmbeddedDatabase,
  type EmbeddedDatabaseOptions,
} from '@strata/platform/database/embedded/start-embedded-database';
import { openAll, type Closeable } from '@strata/platform/lifecycle/closeable';
import type { Logger } from '@strata/platform/log/logger';
import { busMetrics } from '@strata/platform/bus/bus-metrics';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { startTracing } from '@strata/platform/trace-export/start-tracing';
import { join } from 'node:path';
import { standaloneConfigSchema } from './config.ts';

export interface StandaloneOptions extends Pick<GatewayParts, 'terminal'> {
  /** Makes tests faster. */
  readonly database?: Partial<Pick<EmbeddedDatabaseOptions, 'data' | 'snapshotFile'>>;
  /** Makes tests faster. */
  readonly gateway?: Pick<GatewayParts, 'bcryptCost'>;
}

/** The whole service, running in this process. */
export interface RunningStandalone extends Closeable {
  /** The gateway's port. */
  readonly port: number;
  /** Where this machine reaches it. */
  readonly url: string;
  /** Whether it serves the console. */
  readonly hasConsole: boolean;
  /** Where the first tenant's credentials are. */
  readonly credentialsFile: string;
}

/** Starts an embedded database, an in-process bus, and the six services on both. */
export const createStandalone = (
  env: Readonly<Record<string, string | undefined>>,
  logger: Logger,
  options: StandaloneOptions = {},
): Promise<RunningStandalone> =>
  openAll(async (stack) => {
    const { DATA_DIR, PUBLIC_METRICS } = loadConfig(standaloneConfigSchema, env);
    const metrics = createMetrics({ service: 'standalone', processMetrics: true });
    stack.use(await startTracing({ service: 'standalone', env, logger, metrics }));
    const data = { dataDir: join(DATA_DIR, 'database') };
    const starting = startEmbeddedDatabase({ data, logger, ...options.database });
    // The database starts in a thread of its own, while this one loads the services.
    const [database, { composeServices }] = await Promise.all([
      starting.then((started) => stack.use(started)),
      import('./compose-services.ts'),
    ]);
    const bus = stack.use(createInProcessBus({ logger, observe: busMetrics(metrics) }));
    const credentialsFile = env['FIRST_TENANT_CREDENTIALS_FILE'] ?? join(DATA_DIR, 'credentials.json');
    const settings = { ...env, FIRST_TENANT_CREDENTIALS_FILE: credentialsFile };
    const { port, url, hasConsole } = await composeServices(stack, settings, (service) => ({
      bus,
      connection: database.connection,
      logger: logger.child({ service }),
      metrics: metrics.forService(service),
      clock: systemClock,
      publicMetrics: PUBLIC_METRICS,
      terminal: options.terminal,
      ...options.gateway,
    }));
    return { port, url, hasConsole, credentialsFile, close: () => stack.close() };
  });
