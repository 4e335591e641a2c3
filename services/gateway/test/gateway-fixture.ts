import { findFingerprints, readCaptureJob, readEventUsage, readIngestState, storeEvents, type AcceptedEvent } from '@strata/contracts/calls/ingest';
import { queueLearning, readLearnJob, readLearnState, readLearnUsage } from '@strata/contracts/calls/learn';
import { readSynthesisUsage } from '@strata/contracts/calls/synthesis';
import { operationCall } from '@strata/contracts/operation';
import { getArtifact, listArtifacts } from '@strata/contracts/operations/artifacts';
import { synthesize } from '@strata/contracts/operations/synthesize';
import type { RequestContext } from '@strata/kernel/actor';
import { systemClock, type Clock } from '@strata/kernel/clock';
import { notFound } from '@strata/kernel/errors';
import type { Bus } from '@strata/platform/bus/bus';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { loadConfig } from '@strata/platform/config/load-config';
import type { DatabaseConnection } from '@strata/platform/database/connection';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { createTestLogger, type TestLogger } from '@strata/testkit/test-logger';
import { generateKeyPairSync } from 'node:crypto';
import request from 'supertest';
import { createGateway, type RunningGateway } from '../src/app.ts';
import { gatewayConfigSchema } from '../src/config.ts';

const PEM = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
}).privateKey;
const LOW_COST = 4;

/** What the services behind the gateway were told. */
export interface Received {
  readonly stored: { events: AcceptedEvent[]; batch: { id: string; chunk: number; total: number } | null; context: RequestContext }[];
  readonly learning: { jobId: string; context: RequestContext }[];
}

export interface GatewayFixture {
  readonly gateway: RunningGateway;
  readonly bus: Bus;
  readonly received: Received;
  readonly log: TestLogger;
  http(): ReturnType<typeof request>;
  /** A new tenant with a token of its user. */
  register(): Promise<{ token: string; tenantId: string; email: string }>;
  /** A new key of that tenant. */
  newKey(token: string, options?: Record<string, unknown>): Promise<{ id: string; key: string }>;
  close(): Promise<void>;
}

export interface FixtureOptions {
  readonly connection: DatabaseConnection;
  readonly bus?: Bus;
  readonly clock?: Clock;
  readonly env?: Readonly<Record<string, string>>;
  readonly print?: (text: string) => void;
  /** Leaves the services behind the gateway out. */
  readonly alone?: boolean;
}

let accounts = 0;

/** The real gateway on a real database and an in-process bus, with stand-ins for the services that it asks. */
export async function startGateway(options: FixtureOptions): Promise<GatewayFixture> {
  const stack = new CloseStack();
  const log = createTestLogger('gateway');
  const bus = options.bus ?? stack.use(createInProcessBus());
  const received: Received = { stored: [], learning: [] };
  if (options.alone !== true) await serveStandIns(bus, received);
  const config = loadConfig(gatewayConfigSchema, {
    PORT: '0',
    HOST: '127.0.0.1',
    API_KEY_PEPPER: 'p'.repeat(32),
    JWT_PRIVATE_KEY: PEM,
    DATABASE_POOL_SIZE: '4',
    ...options.env,
  });
  const gateway = stack.use(
    await createGateway(config, {
      bus,
      connection: options.connection,
      logger: log.logger,
      metrics: createMetrics({ service: 'gateway' }),
      clock: options.clock ?? systemClock,
      bcryptCost: LOW_COST,
      print: options.print ?? (() => undefined),
    }),
  );
  const http = () => request(gateway.app);
  return {
    ...{ gateway, bus, received, log, http },
    async register() {
      accounts += 1;
      const email = `someone${accounts}@example.com`;
      const { body } = await http().post('/v1/auth/register').send({ email, password: 'a long enough password' }).expect(201);
      return { token: body.data.token, tenantId: body.data.tenant.id, email };
    },
    async newKey(token, more = {}) {
      const wanted = { name: 'a key', scopes: ['read', 'write'], ...more };
      const { body } = await http().post('/v1/api-keys').auth(token, { type: 'bearer' }).send(wanted).expect(201);
      return body.data;
    },
    close: () => stack.close(),
  };
}

async function serveStandIns(bus: Bus, { stored, learning }: Received): Promise<void> {
  const known = new Map<string, string | null>();
  await bus.consume(storeEvents, (deliveries) => {
    for (const { payload, context } of deliveries) {
      stored.push({ ...payload, context });
      for (const { id, fingerprint } of payload.events) if (!known.has(id)) known.set(id, fingerprint);
    }
    return Promise.resolve();
  });
  await bus.serve(findFingerprints, ({ eventIds }) =>
    Promise.resolve({
      found: eventIds.flatMap((eventId) => (known.has(eventId) ? [{ eventId, fingerprint: known.get(eventId) ?? null }] : [])),
    }),
  );
  await bus.serve(readCaptureJob, ({ jobId }) => {
    if (!known.has(jobId.replace('cap_', 'evt_'))) throw notFound('The job');
    return Promise.resolve({
      ...{ id: jobId, type: 'capture' as const, status: 'completed' as const },
      ...{ progress: { stage: 'stored', processed: 1, total: 1 }, result: {}, error: null },
      ...{ createdAt: null, startedAt: null, finishedAt: null },
    });
  });
  await bus.serve(readEventUsage, () => Promise.resolve({ total: 7, month: 3 }));
  await bus.serve(readIngestState, () => Promise.resolve({ waiting: 0, active: 0, failed: 0 }));
  await bus.consume(queueLearning, (deliveries) => {
    for (const { payload, context } of deliveries) learning.push({ jobId: payload.jobId, context });
    return Promise.resolve();
  });
  await bus.serve(readLearnJob, () => Promise.reject(notFound('The job')));
  await bus.serve(readLearnUsage, () => Promise.resolve({ memories: 5, artifacts: 2, compilations: 1 }));
  await bus.serve(readLearnState, () => Promise.resolve({ waiting: 0, active: 0, failed: 0 }));
  await bus.serve(readSynthesisUsage, () => Promise.resolve({ syntheses: 4 }));
  await bus.serve(operationCall(synthesize), ({ body }) =>
    Promise.resolve({
      sections: [],
      totalTokens: 0,
      query: body?.query ?? '',
      contextPack: { entries: 0, estimatedTokens: 0, maxTokens: body?.maxTokens ?? 0 },
    }),
  );
  await bus.serve(operationCall(getArtifact), () => Promise.reject(notFound('The artifact')));
  await bus.serve(operationCall(listArtifacts), ({ query: { limit, offset } }) =>
    Promise.resolve({ items: [], total: 0, limit, offset, hasMore: false }),
  );
}
