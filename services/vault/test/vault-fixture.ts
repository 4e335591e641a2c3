import { recordAudit, type AuditReport } from '@strata/contracts/calls/organizations';
import { operationCall, type Operation } from '@strata/contracts/operation';
import { createVault, createVaultItem } from '@strata/contracts/operations/vaults';
import type { Actor, RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { newId } from '@strata/kernel/ids';
import type { Bus } from '@strata/platform/bus/bus';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { loadConfig } from '@strata/platform/config/load-config';
import { createDatabase } from '@strata/platform/database/create-database';
import type { Database } from '@strata/platform/database/database';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import type { Metrics } from '@strata/platform/metrics/metrics';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import type { TestBackend } from '@strata/testkit/test-databases';
import { createTestLogger, type TestLogger } from '@strata/testkit/test-logger';
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { VAULT_SCHEMA } from '../src/adapters/vault-schema.ts';
import { createVault as createVaultService } from '../src/app.ts';
import { vaultConfigSchema } from '../src/config.ts';

/** A user of a tenant, with the context that the gateway would send along. */
export interface TestUser {
  readonly context: RequestContext;
  readonly userId: string;
}

export interface CallRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export interface VaultFixture {
  readonly bus: Bus;
  /** The database with the service's role: bound by row-level security. */
  readonly database: Database;
  /** The database as its owner, who may do everything. */
  readonly owner: DatabaseSession;
  readonly log: TestLogger;
  readonly metrics: Metrics;
  /** Moves the clock of the service. */
  /** What the service reported to the audit logs of organizations, and for whom. */
  readonly reported: { report: AuditReport; context: RequestContext }[];
  advanceClock(milliseconds: number): void;
  now(): Date;
  /** A new user, of a new tenant unless one is given. */
  newUser(tenantId?: string, rights?: Pick<Actor, 'isTenantAdmin'>): TestUser;
  call<Response extends z.ZodType>(
    as: TestUser,
    operation: Operation<z.ZodType, z.ZodType, z.ZodType, Response>,
    request?: CallRequest,
  ): Promise<z.output<Response>>;
  /** A new vault. */
  newVault(as: TestUser, name?: string): Promise<string>;
  /** An item of a vault, or another version of it. */
  putItem(as: TestUser, vaultId: string, item?: Readonly<Record<string, unknown>>): Promise<string>;
  close(): Promise<void>;
}

/** The real service on a fresh database and its own bus. */
export async function startVaultFixture(
  backend: TestBackend,
  settings: Readonly<Record<string, string>> = {},
): Promise<VaultFixture> {
  const stack = new CloseStack();
  const { connection } = stack.use(await backend.start());
  const bus = stack.use(createInProcessBus());
  const log = createTestLogger('vault');
  const reported: VaultFixture['reported'] = [];
  await bus.consume(recordAudit, async (deliveries) => {
    for (const { payload, context } of deliveries) reported.push({ report: payload, context });
  });
  let clockOffsetMs = 0;
  const clock: Clock = { now: () => new Date(Date.now() + clockOffsetMs) };

  const { logger } = log;
  const metrics = createMetrics({ service: 'vault' });
  const config = loadConfig(vaultConfigSchema, { VAULT_KEYS: randomBytes(32).toString('base64'), ...settings });
  stack.use(await createVaultService(config, { bus, connection, logger, metrics, clock }));
  const { schema, role } = VAULT_SCHEMA;
  const database = stack.use(
    createDatabase({ connection, schema, role, max: 2, logger, metrics: createMetrics({ service: 'test' }) }),
  );
  const owner = stack.use(await openSession(connection));
  await owner.query('set search_path to vault, public');

  const fixture: VaultFixture = {
    bus,
    database,
    owner,
    log,
    metrics,
    reported,
    advanceClock: (milliseconds) => (clockOffsetMs += milliseconds),
    now: () => clock.now(),
    newUser: (tenantId = newId('ten'), rights = {}) => {
      const userId = newId('usr');
      const scope = { tenantId, environment: 'live' as const };
      const actor = { type: 'user' as const, id: userId, scopes: ['read' as const], ...rights };
      return { userId, context: { scope, actor, requestId: newId('req'), ip: '203.0.113.7' } };
    },
    call: (as, operation, { params = {}, query = {}, body } = {}) =>
      bus.call(operationCall(operation), { params, query, body }, as.context),
    newVault: async (as, name = 'Harbour systems') => (await fixture.call(as, createVault, { body: { name } })).id,
    putItem: async (as, vaultId, item = {}) => {
      const body = { name: 'tide-table', type: 'api_key', value: 'tide', ...item };
      return (await fixture.call(as, createVaultItem, { params: { id: vaultId }, body })).id;
    },
    close: () => stack.close(),
  };
  return fixture;
}
