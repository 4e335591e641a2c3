import { findResetObstacle, readUser, revokeKeysOfUser, type ResetObstacle } from '@strata/contracts/calls/gateway';
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
import { hashToken } from '../src/members/secret-token.ts';

/** A user of a tenant, with the context that the gateway sends for them. */
export interface TestUser {
  readonly context: RequestContext;
  readonly userId: string;
  readonly email: string;
}

export interface RequestParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The fields of an audit entry that tests check. */
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

interface KeyRevocation {
  readonly payload: z.output<typeof revokeKeysOfUser.payload>;
  readonly context: RequestContext;
}

export interface OrganizationFixture {
  readonly bus: Bus;
  /** With the rights of the service: row-level security applies. */
  readonly database: Database;
  readonly log: TestLogger;
  /** The users whose changed roles were announced, and their tenants. */
  readonly announcedRoles: { userId: string; tenantId: string }[];
  /** The commands to revoke the keys of users, with their contexts. */
  readonly keyRevocations: KeyRevocation[];
  /** The versions of policy facts that were announced, and their tenants. */
  readonly announcedFacts: { version: string; tenantId: string }[];
  /** What the gateway says against resetting the password of a user. */
  readonly obstacles: Map<string, ResetObstacle>;
  /** The generation of a user's sessions that the gateway states. None for others, as in its previous version. */
  readonly generations: Map<string, number>;
  /** Advances the service's clock. */
  advanceClock(milliseconds: number): void;
  /** A new user: of a given tenant, or the owner of a new one. */
  newUser(tenantId?: string, isTenantAdmin?: boolean): TestUser;
  call<Response extends z.ZodType>(
    as: TestUser,
    operation: Operation<z.ZodType, z.ZodType, z.ZodType, Response>,
    parts?: RequestParts,
  ): Promise<z.output<Response>>;
  /** A new organization, and its owner. */
  newOrganization(owner?: TestUser): Promise<{ orgId: string; owner: TestUser }>;
  /** A new member of an organization, who redeems an invitation. */
  newMember(orgId: string, by: TestUser, role: Role): Promise<TestUser & { readonly memberId: string }>;
  /** An organization's stored audit entries of one action, oldest first. */
  auditEntries(as: TestUser, orgId: string, action: string): Promise<StoredEntry[]>;
  /** A tenant's policy facts and their version. */
  factsOf(as: TestUser): Promise<z.output<typeof readPolicyFacts.response>>;
  redeem(claim: {
    token: string;
    email: string;
    userId?: string;
    replacing?: string;
  }): Promise<z.output<typeof redeemInvitation.response>>;
  /** Stores an open invitation, past the rules of the service. */
  restoreInvitation(
    as: TestUser,
    orgId: string,
    invitation: { id: string; role: Role; email: string; token: string; invitedBy: string },
  ): Promise<void>;
  close(): Promise<void>;
}

let serial = 0;

/** Starts the real service on a new database and its own bus, with a fake of the gateway's accounts. */
export async function startOrganizationFixture(
  backend: TestBackend,
  settings: Record<string, string> = {},
): Promise<OrganizationFixture> {
  const stack = new CloseStack();
  const { connection } = stack.use(await backend.start());
  const bus = stack.use(createInProcessBus());
  const log = createTestLogger('enterprise-org');
  const users = new Map<string, TestUser>();
  const announced: OrganizationFixture['announcedRoles'] = [];
  const facts: OrganizationFixture['announcedFacts'] = [];
  let advancedMs = 0;
  const clock: Clock = { now: () => new Date(Date.now() + advancedMs) };

  await bus.serve(readUser, async ({ userId }) => {
    const user = users.get(userId);
    if (user === undefined) throw notFound('The user');
    return { id: userId, email: user.email, name: `Name of ${user.email}` };
  });
  const obstacles: OrganizationFixture['obstacles'] = new Map();
  const generations: OrganizationFixture['generations'] = new Map();
  await bus.serve(findResetObstacle, async ({ userId }) => ({
    obstacle: obstacles.get(userId) ?? null,
    generation: generations.get(userId),
  }));
  await bus.subscribe(rolesChanged, async ({ userId }, { scope }) => {
    announced.push({ userId, tenantId: scope.tenantId });
  });
  await bus.subscribe(policyFactsChanged, async ({ version }, { scope }) => {
    facts.push({ version, tenantId: scope.tenantId });
  });
  const keyRevocations: KeyRevocation[] = [];
  await bus.consume(revokeKeysOfUser, async (deliveries) => {
    for (const { payload, context } of deliveries) keyRevocations.push({ payload, context });
  });
  const { logger } = log;
  const metrics = createMetrics({ service: 'enterprise-org' });
  const config = loadConfig(enterpriseOrgConfigSchema, settings);
  stack.use(await createEnterpriseOrg(config, { bus, connection, logger, metrics, clock }));
  const { schema, role } = ORGANIZATION_SCHEMA;
  const database = stack.use(
    createDatabase({ connection, schema, role, max: 2, logger, metrics: createMetrics({ service: 'test' }) }),
  );

  const fixture: OrganizationFixture = {
    bus,
    database,
    log,
    obstacles,
    generations,
    announcedRoles: announced,
    announcedFacts: facts,
    keyRevocations,
    advanceClock: (milliseconds) => (advancedMs += milliseconds),
    newUser: (given, isTenantAdmin = given === undefined) => {
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
      const user = {
        context: { scope, actor, requestId: newId('req') },
        userId,
        email: `p${serial}@example.org`,
      };
      users.set(userId, user);
      return user;
    },
    call: (as, operation, { params = {}, query = {}, body } = {}) =>
      bus.call(operationCall(operation), { params, query, body }, as.context),
    newOrganization: async (owner = fixture.newUser()) => {
      serial += 1;
      const body = { name: 'Harbour', slug: `harbour-${serial}` };
      const { id } = await fixture.call(owner, createOrganization, { body });
      return { orgId: id, owner };
    },
    newMember: async (orgId, by, role) => {
      // The gateway sets this for users whom others made owner or admin.
      const invited = fixture.newUser(by.context.scope.tenantId, role === 'owner' || role === 'admin');
      const body = { email: invited.email, role };
      const { invitationToken, id } = await fixture.call(by, inviteMember, { params: { orgId }, body });
      await fixture.redeem({ token: invitationToken, email: invited.email, userId: invited.userId });
      return { ...invited, memberId: id };
    },
    auditEntries: ({ context: { scope } }, orgId, action) =>
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
        { ...claim, userId, name: 'Invited User' },
        systemContext({ tenantId: 'system', environment: 'live' }, newId('req')),
      ),
    restoreInvitation: async ({ context: { scope } }, orgId, { id, role, email, token, invitedBy }) => {
      const expiresAt = new Date(clock.now().getTime() + 60_000);
      await database.inTenant(scope, (tx) =>
        tx.execute(
          `insert into members (tenant_id, organization_id, id, email, role, token_hash, invited_by, created_at, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, now(), $8)`,
          [scope.tenantId, orgId, id, email, role, hashToken(token), invitedBy, expiresAt],
        ),
      );
    },
    close: () => stack.close(),
  };
  return fixture;
}

/** Matches an error with this code, and with details for this field. */
export const errorWith = (code: string, field?: string): object =>
  field === undefined ? { code } : { code, details: [{ field }] };
