import { postgresConnection } from '@strata/platform/database/connection';
import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { TogglingProxy } from '@strata/testkit/toggling-proxy';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { deploymentSecrets } from '../fixtures/deployment-secrets.ts';
import { SpawnedService } from '../fixtures/spawned-service.ts';
import { SpawnedSystem } from '../fixtures/spawned-system.ts';
import type { Programs } from './servers/find-programs.ts';
import { startPostgres, type OwnPostgres } from './servers/start-postgres.ts';
import { startRabbitmq, type OwnRabbitmq } from './servers/start-rabbitmq.ts';
import { startRedis, type OwnRedis } from './servers/start-redis.ts';

export const SERVICES = ['gateway', 'ingest', 'learn-compiler', 'synthesis', 'enterprise-org', 'vault'] as const;
export type Service = (typeof SERVICES)[number];

/** The names of the queues begin with it. */
export const PREFIX = 'faults';

/** Shorter leases and silences than by default, so that a run sees many of them; small pools, so that connections suffice for two of each. */
const SETTINGS = {
  DEFAULT_PLAN: 'enterprise',
  DATABASE_POOL_SIZE: '4',
  LEARN_LEASE_SECONDS: '5',
  LEARN_AUTO: 'on',
  LEARN_AUTO_SILENCE_SECONDS: '5',
  VAULT_REVEALS_PER_MINUTE: '100000',
};

/** A cluster on servers of its own, with a network in between that can be disturbed. */
export interface FaultSystem {
  readonly cluster: SpawnedSystem;
  readonly postgres: OwnPostgres;
  readonly rabbitmq: OwnRabbitmq;
  readonly redis: OwnRedis;
  /** Between all services and each server. */
  readonly proxies: Readonly<Record<'database' | 'bus' | 'cache', TogglingProxy>>;
  /** The gateways that clients call, by their base URL. */
  readonly bases: string[];
  /** The repository of another version, built; undefined unless one is asked for. */
  readonly previous: string | undefined;
  /** Starts one more process of a service, of this version or of that in `root`. */
  readonly startAnother: (service: Service, root?: string) => Promise<SpawnedService>;
  /** Runs the work with a session on the database that no fault of the network reaches. */
  readonly withSession: <T>(work: (session: DatabaseSession) => Promise<T>) => Promise<T>;
}

export interface FaultSystemOptions {
  readonly programs: Programs;
  /** An empty folder for the data of the servers, and an existing one for the logs. */
  readonly folder: string;
  readonly logs: string;
  readonly previous: string | undefined;
}

/** Starts PostgreSQL, RabbitMQ, Redis and the six services. What it starts is closed with the stack. */
export async function startFaultSystem(stack: CloseStack, options: FaultSystemOptions): Promise<FaultSystem> {
  const { programs, folder, logs, previous } = options;
  // PostgreSQL runs as another user than root.
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  await mkdir(data, { mode: 0o755 });
  const starting = [
    startPostgres(programs, data, logs).then((postgres) => {
      if (postgres.volume !== undefined) stack.use(postgres.volume);
      stack.use(postgres.server);
      return postgres;
    }),
    startRabbitmq(programs, data, logs).then((rabbitmq) => {
      stack.use(rabbitmq.names);
      stack.use(rabbitmq.server);
      return rabbitmq;
    }),
    startRedis(programs, data, logs).then((redis) => {
      stack.use(redis.server);
      return redis;
    }),
  ] as const;
  // If one does not start, the others must be known to the stack before it is closed.
  await Promise.allSettled(starting);
  const [postgres, rabbitmq, redis] = await Promise.all(starting);

  const proxyTo = async (url: string): Promise<TogglingProxy> => stack.use(await TogglingProxy.open(new URL(url), 0));
  const proxies = {
    database: await proxyTo(postgres.url),
    bus: await proxyTo(rabbitmq.url),
    cache: await proxyTo(redis.url),
  };
  const servers = {
    DATABASE_URL: proxies.database.through(new URL(postgres.url)),
    AMQP_URL: proxies.bus.through(new URL(rabbitmq.url)),
    AMQP_PREFIX: PREFIX,
    REDIS_URL: proxies.cache.through(new URL(redis.url)),
  };
  const settings = { ...SETTINGS, ...deploymentSecrets() };
  const cluster = stack.use(await SpawnedSystem.startCluster({ env: servers }, settings));
  const log = createWriteStream(join(logs, 'cluster.log'));
  log.write(cluster.output.join(''));
  for (const output of [cluster.process.stdout, cluster.process.stderr])
    output?.on('data', (text: Buffer) => log.write(text));

  return {
    ...{ cluster, postgres, rabbitmq, redis, proxies, previous },
    bases: [cluster.base],
    startAnother: (service, root) =>
      SpawnedService.start({
        service,
        env: { ...servers, ...settings },
        logFile: join(logs, `${root === undefined ? 'second' : 'previous'}-${service}.log`),
        root,
      }),
    withSession: async (work) => {
      const session = await openSession(postgresConnection(postgres.url));
      try {
        return await work(session);
      } finally {
        await session.close();
      }
    },
  };
}
