import { readUser } from '@strata/contracts/calls/gateway';
import {
  policyFactsChanged,
  readPolicyFacts,
  redeemInvitation,
  rolesChanged,
} from '@strata/contracts/calls/organizations';
import { operationCall, type Operation } from '@strata/contracts/operation';
import { createOrganization, inviteMember } from '@strata/contracts/operations/organizations';
import type { Role } from '@strata/contracts/schemas/organization';
import { systemContext, type RequestContext } from '@strata/kernel/actor';
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
import type { TestBackend } from '@strata/testkit/test-databases';
import { createTestLogger, type TestLogger } from '@strata/testkit/test-logger';
import type { z } from 'zod';
import { ORGANIZATION_SCHEMA } from '../src/adapters/organization-schema.ts';
import { createEnterpriseOrg } from '../src/app.ts';
import { enterpriseOrgConfigSchema } from '../src/config.ts';

/** A user of a tenant, as the gateway would announce them to the service. */
export interface Person {
  readonly context: RequestContext;
  readonly userId: string;
  readonly email: string;
}

export interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** A row of the audit log, as far as tests look at it. */
export interface StoredEntry {
  readonly resource_id: string | null;
  readonly resource_type: string;
  readonly actor_id: string;
  readonly actor_type: string;
  readonly request_id: string;
  readonly ip: string | null;
  readonly outcome: string;
  readonly changes: unknown;
}

export interface Rig {
  readonly bus: Bus;
  /** The database as the service has it: bound by row-level security. */
  readonly database: Database;
  readonly log: TestLogger;
  /** Users whose roles were said to have changed, with the tenant they were in. */
  readonly announced: { userId: string; tenantId: string }[];
  /** Versions of facts that were announced, with the tenant whose they are. */
  readonly facts: { version: string; tenantId: string }[];
  /** Moves the service's clock on. */
  pass(milliseconds: number): void;
  /** A new user: of a given tenant, or the owner of a new one. */
  person(tenantId?: string, isTenantAdmin?: boolean): Person;
  ask<Response extends z.ZodType>(
    as: Person,
    operation: Operation<z.ZodType, z.ZodType, z.ZodType, Response>,
    asked?: Asked,
  ): Promise<z.output<Response>>;
  /** An organization with its owner. */
  found(owner?: Person): Promise<{ orgId: string; owner: Person }>;
  /** A new member of an organization, by way of an invitation. */
  join(orgId: string, by: Person, role: Role): Promise<Person & { readonly memberId: string }>;
  /** An organization's audit entries of one action, in their order, as they are stored. */
  audited(as: Person, orgId: string, action: string): Promise<StoredEntry[]>;
  /** The version of a tenant's facts, and the facts. */
  factsOf(as: Person): Promise<z.output<typeof readPolicyFacts.response>>;
  redeem(claim: {
    token: string;
    email: string;
    userId?: string;
    replacing?: string;
  }): Promise<z.output<typeof redeemInvitation.response>>;
  close(): Promise<void>;
}

let serial = 0;

/** The real service on a fresh database and a bus of its own, with a stand-in for the gateway's accounts. */
export async function startRig(backend: TestBackend, settings: Record<string, string> = {}): Promise<Rig> {
  const stack = new CloseStack();
  const { connection } = stack.use(await backend.start());
  const bus = stack.use(createInProcessBus());
  const log = createTestLogger('enterprise-org');
  const users = new Map<string, Person>();
  const announced: Rig['announced'] = [];
  const facts: Rig['facts'] = [];
  let lateBy = 0;
  const clock: Clock = { now: () => new Date(Date.now() + lateBy) };

  await bus.serve(readUser, async ({ userId }) => {
    const user = users.get(userId);
    if (user === undefined) throw notFound('The user');
    return { id: userId, email: user.email, name: `Name of ${user.email}` };
  });
  await bus.subscribe(rolesChanged, async ({ userId }, { scope }) => {
    announced.push({ userId, tenantId: scope.tenantId });
  });
  await bus.subscribe(policyFactsChanged, async ({ version }, { scope }) => {
    facts.push({ version, tenantId: scope.tenantId });
  });
  const { logger } = log;
  const metrics = createMetrics({ service: 'enterprise-org' });
  const config = loadConfig(enterpriseOrgConfigSchema, settings);
  stack.use(await createEnterpriseOrg(config, { bus, connection, logger, metrics, clock }));
  const { schema, role } = ORGANIZATION_SCHEMA;
  const database = stack.use(
    createDatabase({ connection, schema, role, max: 2, logger, metrics: createMetrics({ service: 'test' }) }),
  );

  const rig: Rig = {
    bus,
    database,
    log,
    announced,
    facts,
    pass: (milliseconds) => (lateBy += milliseconds),
    person: (given, isTenantAdmin = given === undefined) => {
      const tenantId = given ?? newId('ten');
      serial += 1;
      const userId = newId('usr');
      const scope = { tenantId, environment: 'live' as const };
      const actor = {
        type: 'user' as const,
        id: userId,
        scopes: ['read' as const, 'write' as const, 'admin' as const],
        isTenantAdmin,
      };
      const person = {
        context: { scope, actor, requestId: newId('req') },
        userId,
        email: `p${serial}@example.org`,
      };
      users.set(userId, person);
      return person;
    },
    ask: (as, operation, { params = {}, query = {}, body } = {}) =>
      bus.call(operationCall(operation), { params, query, body }, as.context),
    found: async (owner = rig.person()) => {
      serial += 1;
      const body = { name: 'Harbour', slug: `harbour-${serial}` };
      const { id } = await rig.ask(owner, createOrganization, { body });
      return { orgId: id, owner };
    },
    join: async (orgId, by, role) => {
      // As the gateway has it of members whom others made owner or admin.
      const invited = rig.person(by.context.scope.tenantId, role === 'owner' || role === 'admin');
      const body = { email: invited.email, role };
      const { invitationToken, id } = await rig.ask(by, inviteMember, { params: { orgId }, body });
      await rig.redeem({ token: invitationToken, email: invited.email, userId: invited.userId });
      return { ...invited, memberId: id };
    },
    audited: ({ context: { scope } }, orgId, action) =>
      database.inTenant(scope, (tx) =>
        tx.query<StoredEntry>(
          `select resource_id, resource_type, actor_id, actor_type, request_id, ip, outcome, changes
           from audit_entries where organization_id = $1 and action = $2 order by sequence`,
          [orgId, action],
        ),
      ),
    factsOf: ({ context }) => bus.call(readPolicyFacts, { knownVersion: null }, context),
    redeem: ({ userId = newId('usr'), ...claim }) =>
      bus.call(
        redeemInvitation,
        { ...claim, userId, name: 'Somebody' },
        systemContext({ tenantId: 'system', environment: 'live' }, newId('req')),
      ),
    close: () => stack.close(),
  };
  return rig;
}

/** How a refusal with this code is expected. */
export const refused = (code: string, field?: string): object =>
  field === undefined ? { code } : { code, details: [{ field }] };
