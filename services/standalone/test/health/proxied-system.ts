import { systemClock } from '@strata/kernel/clock';
import { newId } from '@strata/kernel/ids';
import { createAmqpBus } from '@strata/platform/bus/amqp';
import { postgresConnection } from '@strata/platform/database/connection';
import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import type { RealServices } from '@strata/testkit/real-services';
import { silentLogger } from '@strata/testkit/test-logger';
import { TogglingProxy } from '@strata/testkit/toggling-proxy';
import { composeServices } from '../../src/compose-services.ts';
import { deploymentSecrets } from '../fixtures/deployment-secrets.ts';

export interface ProxiedSystem {
  readonly base: string;
  /** One proxy between all services and each dependency. */
  readonly proxies: Readonly<Record<'database' | 'bus' | 'cache', TogglingProxy>>;
  /** The parts for another process of a service. */
  readonly partsOf: (service: string) => ServiceParts;
}

/** Starts the six services on PostgreSQL, RabbitMQ and Redis, with a proxy in front of each of these three. */
export async function startBehindProxies(
  stack: CloseStack,
  real: RealServices,
  settings: Readonly<Record<string, string>> = {},
): Promise<ProxiedSystem> {
  const { DATABASE_URL, AMQP_URL, AMQP_PREFIX: prefix, REDIS_URL } = real.env;
  const proxy = async (url: string, port: number): Promise<TogglingProxy> =>
    stack.use(await TogglingProxy.open(new URL(url), port));
  const proxies = {
    database: await proxy(DATABASE_URL, 5432),
    bus: await proxy(AMQP_URL, 5672),
    cache: await proxy(REDIS_URL, 6379),
  };
  const url = proxies.bus.through(new URL(AMQP_URL));
  const connection = postgresConnection(proxies.database.through(new URL(DATABASE_URL)));
  const partsOf = (service: string): ServiceParts => ({
    bus: stack.use(createAmqpBus({ url, prefix, service, instanceId: newId('wrk'), logger: silentLogger })),
    connection,
    logger: silentLogger,
    metrics: createMetrics({ service }),
    clock: systemClock,
  });
  const env = {
    ...deploymentSecrets(),
    PORT: '0',
    HOST: '127.0.0.1',
    DEFAULT_PLAN: 'enterprise',
    REDIS_URL: proxies.cache.through(new URL(REDIS_URL)),
    ...settings,
  };
  const { port } = await composeServices(stack, env, partsOf);
  return { base: `http://127.0.0.1:${String(port)}`, proxies, partsOf };
}
