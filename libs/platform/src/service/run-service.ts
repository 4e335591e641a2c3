import { systemClock } from '@strata/kernel/clock';
import { newId } from '@strata/kernel/ids';
import type { z } from 'zod';
import { createAmqpBus } from '../bus/amqp.ts';
import type { Bus } from '../bus/bus.ts';
import { loadConfig } from '../config/load-config.ts';
import { postgresConnection } from '../database/connection.ts';
import { createHealth } from '../health/create-health.ts';
import type { HealthCheck } from '../health/health.ts';
import { createHttpApp } from '../http/create-http-app.ts';
import { startHttpServer } from '../http/http-server.ts';
import { operationalRoutes } from '../http/operational-routes.ts';
import { openAll, type Closeable } from '../lifecycle/closeable.ts';
import { runProcess } from '../lifecycle/run-process.ts';
import { whenAvailable } from '../lifecycle/when-available.ts';
import { createLogger } from '../log/logger.ts';
import { busMetrics } from '../bus/bus-metrics.ts';
import { createMetrics } from '../metrics/create-metrics.ts';
import { startTracing } from '../trace-export/start-tracing.ts';
import type { RunningService } from './running-service.ts';
import type { ServiceParts } from './service-parts.ts';
import { processSettings } from './service-settings.ts';

const BUS_PING_MS = 700;

/** Creates a service from its settings and the parts that its host provides. */
export type CreateService<Config> = (config: Config, parts: ServiceParts) => Promise<RunningService>;

/**
 * Runs one service as a process: settings from the environment, RabbitMQ and PostgreSQL, `/health` and `/metrics` on
 * `OPS_PORT`. If the database is not available yet, it waits.
 */
export function runService<Schema extends z.ZodObject>(
  name: string,
  schema: Schema,
  create: CreateService<z.output<Schema>>,
): void {
  const logger = createLogger({ service: name });
  runProcess({
    name,
    logger,
    start: () =>
      openAll(async (stack) => {
        const settings = loadConfig(processSettings, process.env);
        const config = loadConfig(schema, process.env);
        const log = createLogger({ service: name, level: settings.LOG_LEVEL });
        const metrics = createMetrics({ service: name, processMetrics: true });
        stack.use(await startTracing({ service: name, env: process.env, logger: log, metrics }));
        const bus = stack.use(
          createAmqpBus({
            url: settings.AMQP_URL,
            prefix: settings.AMQP_PREFIX,
            service: name,
            instanceId: newId('wrk'),
            logger: log,
            observe: busMetrics(metrics),
          }),
        );
        const connection = postgresConnection(settings.DATABASE_URL);
        const parts: ServiceParts = { bus, connection, logger: log, metrics, clock: systemClock };
        const service: RunningService = stack.use(await whenAvailable(() => create(config, parts), log));
        // Before the service closes what its handlers use: other processes of it serve what arrives from now on.
        stack.defer(() => bus.stopReceiving());
        const health = createHealth({ checks: { ...service.checks, bus: busCheck(bus) } });
        const routes = operationalRoutes({ health, metrics });
        stack.use(
          await startHttpServer(createHttpApp({ logger: log, metrics, routes }), {
            port: settings.OPS_PORT,
            host: settings.OPS_HOST,
          }),
        );
        return stack satisfies Closeable;
      }),
  });
}

const busCheck =
  (bus: Bus): HealthCheck =>
  async () => {
    if (!bus.isConnected()) return { status: 'unhealthy' };
    await bus.ping(BUS_PING_MS);
    return { status: 'healthy' };
  };
