import { systemClock, type Clock } from '@strata/kernel/clock';
import type { Bus } from '@strata/platform/bus/bus';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { loadConfig } from '@strata/platform/config/load-config';
import type { DatabaseConnection } from '@strata/platform/database/connection';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { createTestLogger, type TestLogger } from '@strata/testkit/test-logger';
import { generateKeyPairSync } from 'node:crypto';
import request from 'supertest';
import type { Terminal } from '../src/adapters/show-credentials.ts';
import { createGateway, type RunningGateway } from '../src/app.ts';
import { gatewayConfigSchema } from '../src/config.ts';
import { newServicesFixture, serveServices, type ServicesFixture } from './services-fixture.ts';

const LOW_COST = 4;
/** Shorter than the third retry of a message that no service consumes. */
const SEND_DEADLINE_MS = 5_000;
/** For suites whose largest requests take seconds on a busy machine. */
export const LONG_SEND_DEADLINE_MS = 25_000;

/** A fresh signing key in PEM. */
export const newSigningKey = (): string =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;

export const SIGNING_KEY = newSigningKey();

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly ok: boolean;
  readonly data: Record<string, unknown>;
  readonly error: { code: string; message: string; details?: { field: string; message: string }[] };
  readonly meta: { requestId: string; tenantId?: string; durationMs: number };
}

export interface RequestOptions {
  /** The bearer credential. */
  readonly as?: string | undefined;
  /** An object is sent as JSON, a string as it is. */
  readonly body?: object | string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface GatewayFixture {
  readonly gateway: RunningGateway;
  readonly bus: Bus;
  readonly services: ServicesFixture;
  readonly log: TestLogger;
  /** Sends a request such as `POST /v1/capture`. */
  ask(what: string, asking?: RequestOptions): Promise<Reply>;
  /** A new tenant with a token of its user. */
  register(): Promise<{ token: string; tenantId: string; userId: string; email: string; password: string }>;
  /** A new key of that tenant. */
  newKey(token: string, options?: Record<string, unknown>): Promise<{ id: string; key: string }>;
  /** The metrics in the format of Prometheus. */
  metrics(): Promise<string>;
  close(): Promise<void>;
}

export interface FixtureOptions {
  readonly connection: DatabaseConnection;
  readonly bus?: Bus;
  /** Of the bus, if none is given. */
  readonly sendDeadlineMs?: number;
  readonly clock?: Clock;
  readonly env?: Readonly<Record<string, string>>;
  readonly terminal?: Terminal | undefined;
  readonly bcryptCost?: number;
  readonly publicMetrics?: boolean;
  readonly consoleFolder?: string;
  /** Leaves out the services behind the gateway. */
  readonly withoutServices?: boolean;
}

let users = 0;

/** The real gateway on a real database and an in-process bus, with fixtures of the other services. */
export async function startGateway(options: FixtureOptions): Promise<GatewayFixture> {
  const stack = new CloseStack();
  const log = createTestLogger('gateway');
  const { sendDeadlineMs = SEND_DEADLINE_MS } = options;
  const bus = options.bus ?? stack.use(createInProcessBus({ sendDeadlineMs }));
  const services = newServicesFixture();
  if (options.withoutServices !== true) await serveServices(bus, services);
  const config = loadConfig(gatewayConfigSchema, {
    PORT: '0',
    HOST: '127.0.0.1',
    API_KEY_PEPPER: 'p'.repeat(32),
    SECRET_FINGERPRINT_KEY: 'f'.repeat(32),
    JWT_PRIVATE_KEY: SIGNING_KEY,
    DATABASE_POOL_SIZE: '4',
    DEFAULT_PLAN: 'enterprise',
    ...options.env,
  });
  const metrics = createMetrics({ service: 'gateway' });
  const gateway = stack.use(
    await createGateway(config, {
      bus,
      connection: options.connection,
      logger: log.logger,
      metrics,
      clock: options.clock ?? systemClock,
      bcryptCost: options.bcryptCost ?? LOW_COST,
      terminal: options.terminal,
      publicMetrics: options.publicMetrics ?? false,
      ...(options.consoleFolder === undefined ? {} : { consoleFolder: options.consoleFolder }),
    }),
  );
  const ask = (what: string, asking?: RequestOptions) => askOver(gateway, what, asking);

  return {
    gateway,
    bus,
    services,
    log,
    ask,
    async register() {
      users += 1;
      const email = `user${users}@example.com`;
      const password = 'a long enough password';
      const { data } = await ask('POST /v1/auth/register', { body: { email, password } });
      const [{ id: tenantId }, { id: userId }] = [data['tenant'], data['user']] as [{ id: string }, { id: string }];
      return { token: String(data['token']), tenantId, userId, email, password };
    },
    async newKey(token, more = {}) {
      const body = { name: 'a key', scopes: ['read', 'write'], ...more };
      const { data } = await ask('POST /v1/api-keys', { as: token, body });
      return { id: String(data['id']), key: String(data['key']) };
    },
    metrics: () => metrics.render(),
    close: () => stack.close(),
  };
}

async function askOver(
  { app }: RunningGateway,
  what: string,
  { as, body, headers = {} }: RequestOptions = {},
): Promise<Reply> {
  const [method = '', path = ''] = what.split(' ');
  const sent = request(app)[method.toLowerCase() as 'get' | 'post' | 'delete'](path).set(headers);
  if (as !== undefined) sent.set('Authorization', `Bearer ${as}`);
  if (body !== undefined) sent.set('Content-Type', headers['Content-Type'] ?? 'application/json').send(body);
  const {
    status,
    headers: received,
    body: envelope,
  } = (await sent) as {
    status: number;
    headers: Record<string, string>;
    body: Omit<Reply, 'status' | 'headers'>;
  };
  return { status, headers: received, ...envelope };
}
