import { revokeKeysOfUser } from '@strata/contracts/calls/gateway';
import { processReported } from '@strata/contracts/calls/process';
import { storeEvents } from '@strata/contracts/calls/ingest';
import { queueLearning } from '@strata/contracts/calls/learn';
import type { CommandContract, ServiceName } from '@strata/contracts/message';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { VERSION } from '@strata/kernel/version';
import { contractName } from '@strata/platform/bus/message-codec';
import type { HttpRoute } from '@strata/platform/http/http-route';
import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import { repeat } from '@strata/platform/lifecycle/repeat';
import type { HttpObserver } from '@strata/platform/http/http-metrics';
import { joinSystem } from '@strata/platform/service/join-system';
import { databaseCheck } from '@strata/platform/service/running-service';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import type { z } from 'zod';
import type { GatewayDatabase } from './adapters/gateway-database.ts';
import { healthMetrics } from './adapters/health-metrics.ts';
import { healthRoutes } from './adapters/health-routes.ts';
import { logAlert } from './adapters/log-alert.ts';
import type { GatewayConfig } from './config.ts';
import { ErrorRate } from './health/error-rate.ts';
import type { CacheFigures } from './health/figures.ts';
import { ProcessReports } from './health/process-reports.ts';
import { createReadFigures } from './health/read-figures.ts';
import { createReadHealth, type HealthReading } from './health/read-health.ts';
import type { ServiceCalls } from './service-calls.ts';

/** How often the gateway reads the health by itself, for its metrics and for alerts that start between requests. */
const READ_INTERVAL_MS = 5_000;
/** Probes and scrapes are left out of the error rate. */
const PROBED = new Set(['/v1/health', '/health', '/metrics']);

export interface SystemHealthParts extends ServiceParts {
  readonly config: GatewayConfig;
  readonly database: GatewayDatabase;
  readonly services: ServiceCalls;
  readonly cache: () => Promise<CacheFigures>;
  /** Whether requests were shed in the last seconds. */
  readonly isShedding: () => boolean;
}

/** Opens the health of the whole system: the health record, its metrics, and its alerts. */
export async function openSystemHealth(
  stack: CloseStack,
  { config, database, services, cache, isShedding, bus, clock, logger, metrics }: SystemHealthParts,
): Promise<{ readonly routes: HttpRoute[]; readonly observeRequest: HttpObserver }> {
  const elapsedMs = (): number => performance.now();
  const reports = new ProcessReports(elapsedMs);
  await bus.subscribe(processReported, async (report) => {
    reports.record(report);
  });
  const ownPool = () => database.figures();
  const self = await joinSystem(stack, bus, {
    service: 'gateway',
    checks: { database: databaseCheck(database) },
    connections: ownPool,
    consumes: [revokeKeysOfUser],
  });

  const taken = (contract: CommandContract<z.ZodType>) => () => reports.taken(contractName(contract));
  const requests = new ErrorRate(elapsedMs);
  const readHealth = createReadHealth({
    readFigures: createReadFigures({
      ...services,
      ownPool,
      cache,
      services: servicesOfTable(),
      pingDatabase: () => database.ping(),
      otherPools: () => reports.pools(self),
      pingBus: (withinMs) => bus.ping(withinMs),
      isBusAway: () => !bus.isConnected(),
      captureTaken: taken(storeEvents),
      learnTaken: taken(queueLearning),
      requests: () => requests.figures(),
      isShedding,
    }),
    bounds: {
      backlog: config.ALERT_BACKLOG,
      captureAgeSeconds: config.ALERT_CAPTURE_AGE_SECONDS,
      learnAgeSeconds: config.ALERT_LEARN_AGE_SECONDS,
      connectionUtilization: config.ALERT_CONNECTION_UTILIZATION,
      errorRatePercent: config.ALERT_ERROR_RATE_PERCENT,
      errorRateRequests: config.ALERT_ERROR_RATE_REQUESTS,
    },
    version: VERSION,
    clock,
    onAlert: logAlert(logger),
  });

  let latest: HealthReading | undefined;
  const readLatest = async (): Promise<HealthReading> => (latest = await readHealth());
  stack.use(repeat(READ_INTERVAL_MS, () => readLatest().then(() => undefined), logger));
  healthMetrics(metrics, () => latest);
  return {
    routes: healthRoutes(async () => (await readLatest()).health),
    observeRequest: ({ route, status }) => {
      if (!PROBED.has(route)) requests.record(Number(status));
    },
  };
}

/** The services that serve an operation: each must be running. */
const servicesOfTable = (): ServiceName[] => [
  ...new Set(OPERATIONS.map(({ service }) => service).filter((service) => service !== 'gateway')),
];
