import { readUser } from '@strata/contracts/calls/gateway';
import { readRoles } from '@strata/contracts/calls/organizations';
import { operationCall, type Operation } from '@strata/contracts/operation';
import { createVault, createVaultItem } from '@strata/contracts/operations/vaults';
import type { Role } from '@strata/contracts/schemas/organization';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { notFound } from '@strata/kernel/errors';
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

/** A user of a tenant, as the gateway would announce them to the service. */
export interface Person {
  readonly context: RequestContext;
  readonly userId: string;
}

/** What other services know of somebody. */
export interface Standing {
  readonly isOwner?: boolean;
  readonly roles?: readonly Role[];
}

export interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export interface Rig {
  readonly bus: Bus;
  /** The database as the service has it: bound by row-level security. */
  readonly database: Database;
  /** The database with all rights of its owner. */
  readonly owner: DatabaseSession;
  readonly log: TestLogger;
  readonly metrics: Metrics;
  /** Whoever answers no more: the service of accounts, or that of organizations. */
  readonly silent: Set<'gateway' | 'enterprise-org'>;
  /** Moves the service's clock on. */
  pass(milliseconds: number): void;
  now(): Date;
  /** A new user, of a new tenant unless one is given. */
  person(tenantId?: string, standing?: Standing): Person;
  ask<Response extends z.ZodType>(
    as: Person,
    operation: Operation<z.ZodType, z.ZodType, z.ZodType, Response>,
    asked?: Asked,
  ): Promise<z.output<Response>>;
  /** A new vault. */
  vault(of: Person, name?: string): Promise<string>;
  /** An item of a vault, or another version of it. */
  put(as: Person, vaultId: string, item?: Readonly<Record<string, unknown>>): Promise<string>;
  close(): Promise<void>;
}

/** The real service on a fresh database and a bus of its own, with stand-ins for accounts and organizations. */
export async function startRig(backend: TestBackend, settings: Readonly<Record<string, string>> = {}): Promise<Rig> {
  const stack = new CloseStack();
  const { connection } = stack.use(await backend.start());
  const bus = stack.use(createInProcessBus());
  const log = createTestLogger('vault');
  const people = new Map<string, Standing>();
  const silent: Rig['silent'] = new Set();
  let lateBy = 0;
  const clock: Clock = { now: () => new Date(Date.now() + lateBy) };

  await bus.serve(readUser, async ({ userId }) => {
    if (silent.has('gateway')) throw new Error('The accounts are away');
    const person = people.get(userId);
    if (person === undefined) throw notFound('The user');
    return { id: userId, email: null, name: null, isOwner: person.isOwner === true };
  });
  await bus.serve(readRoles, async ({ userId }) => {
    if (silent.has('enterprise-org')) throw new Error('The organizations are away');
    return { roles: [...(people.get(userId)?.roles ?? [])], isFormer: false };
  });
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

  const rig: Rig = {
    bus,
    database,
    owner,
    log,
    metrics,
    silent,
    pass: (milliseconds) => (lateBy += milliseconds),
    now: () => clock.now(),
    person: (tenantId = newId('ten'), standing = {}) => {
      const userId = newId('usr');
      people.set(userId, standing);
      const scope = { tenantId, environment: 'live' as const };
      const actor = { type: 'user' as const, id: userId, scopes: ['read' as const] };
      return { userId, context: { scope, actor, requestId: newId('req'), ip: '203.0.113.7' } };
    },
    ask: (as, operation, { params = {}, query = {}, body } = {}) =>
      bus.call(operationCall(operation), { params, query, body }, as.context),
    vault: async (of, name = 'Harbour systems') => (await rig.ask(of, createVault, { body: { name } })).id,
    put: async (as, vaultId, item = {}) => {
      const body = { name: 'tide-table', type: 'api_key', value: 'tide', ...item };
      return (await rig.ask(as, createVaultItem, { params: { id: vaultId }, body })).id;
    },
    close: () => stack.close(),
  };
  return rig;
}

/** How a refusal with this code is expected. */
export const refused = (code: string): object => ({ code });
