import { describeEvents } from '@strata/contracts/calls/ingest';
import {
  policyFactsChanged,
  readPolicyFacts,
  recordAccesses,
  recordAudit,
  type AuditReport,
} from '@strata/contracts/calls/organizations';
import { operationCall, type Operation } from '@strata/contracts/operation';
import type { OrganizationFacts } from '@strata/contracts/schemas/policy-facts';
import { passes, type DataItem } from '@strata/policy/filter';
import { createPolicyEngine, type PolicyEngine } from '@strata/policy/policy-engine';
import { decisionContextOf } from '@strata/policy/principal';
import { systemContext, type Actor, type RequestContext } from '@strata/kernel/actor';
import { systemClock } from '@strata/kernel/clock';
import { unavailable } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { Bus } from '@strata/platform/bus/bus';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { CloseStack, type Closeable } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import type { TestBackend } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import type { z } from 'zod';
import { createLearnCompiler } from '../src/app.ts';
import { learnConfigSchema } from '../src/config.ts';

type Accesses = z.output<typeof recordAccesses.payload>;
type StoredEvent = DataItem & { readonly id: string };

/** An organization with only the given facts. */
export const organization = (facts: Partial<OrganizationFacts> & Pick<OrganizationFacts, 'id'>): OrganizationFacts => ({
  namespaces: [],
  agents: [],
  members: [],
  policies: [],
  ...facts,
});

/** The learn-compiler with a fake ingest and enterprise-org, which keep what it sends them. */
export class ReadingFixture {
  readonly bus: Bus;
  readonly session: DatabaseSession;
  readonly accesses: { context: RequestContext; payload: Accesses }[] = [];
  readonly audit: { context: RequestContext; report: AuditReport }[] = [];
  /** The events of ingest, of all tenants. */
  readonly events = new Map<string, StoredEvent>();
  /** Whether enterprise-org accepts access and audit records. */
  isRecording = true;
  /** Whether enterprise-org returns policy facts. */
  areFactsAvailable = true;
  readonly #facts = new Map<string, OrganizationFacts[]>();
  readonly #stack: CloseStack;
  readonly #start: () => Promise<Closeable>;
  #service: Closeable | undefined;
  #version = 0;

  private constructor(stack: CloseStack, bus: Bus, session: DatabaseSession, start: () => Promise<Closeable>) {
    this.#stack = stack;
    this.bus = bus;
    this.session = session;
    this.#start = start;
  }

  static async open(backend: TestBackend): Promise<ReadingFixture> {
    const stack = new CloseStack();
    const { connection } = stack.use(await backend.start());
    const bus = stack.use(createInProcessBus());
    const parts = {
      connection,
      logger: silentLogger,
      metrics: createMetrics({ service: 'learn' }),
      clock: systemClock,
    };
    const config = learnConfigSchema.parse({});
    const start = (): Promise<Closeable> => createLearnCompiler(config, { ...parts, bus });
    const service = await start();
    const fixture = new ReadingFixture(stack, bus, stack.use(await openSession(connection)), start);
    fixture.#service = service;
    stack.defer(() => fixture.#service?.close());
    await fixture.#serveNeighbours();
    return fixture;
  }

  /** Replaces the organizations of a tenant, and announces it. */
  async setFacts(tenantId: string, organizations: OrganizationFacts[]): Promise<void> {
    this.#facts.set(tenantId, organizations);
    this.#version += 1;
    const context = systemContext({ tenantId, environment: 'live' }, newId('req'));
    await this.bus.announce(policyFactsChanged, { version: String(this.#version) }, context);
  }

  engineOf(tenantId: string): PolicyEngine {
    return createPolicyEngine({ organizations: this.#facts.get(tenantId) ?? [] });
  }

  call<Response extends z.ZodType>(
    context: RequestContext,
    operation: Operation<z.ZodType, z.ZodType, z.ZodType, Response>,
    { params = {}, query = {}, body }: { params?: object; query?: object; body?: object } = {},
  ): Promise<z.output<Response>> {
    return this.bus.call(operationCall(operation), { params, query, body }, context);
  }

  /** Whether all records of a tenant have been sent. */
  async isOutboxEmpty(tenantId: string): Promise<boolean> {
    const unsent = await this.session.query('select 1 from learn.command_outbox where tenant_id = $1', [tenantId]);
    return unsent.length === 0;
  }

  /** Closes the service and starts it again on the same database. */
  async restart(): Promise<void> {
    await this.#service?.close();
    this.#service = await this.#start();
  }

  async close(): Promise<void> {
    await this.#stack.close();
  }

  async #serveNeighbours(): Promise<void> {
    await this.bus.serve(readPolicyFacts, ({ knownVersion }, { scope }) => {
      if (!this.areFactsAvailable) return Promise.reject(unavailable('The policy facts'));
      const version = `${scope.tenantId}/${String(this.#version)}`;
      const organizations = this.#facts.get(scope.tenantId) ?? [];
      return Promise.resolve({ version, facts: knownVersion === version ? null : { organizations } });
    });
    await this.bus.serve(describeEvents, ({ eventIds }, context) => {
      const { event } = this.engineOf(context.scope.tenantId).readFilters(decisionContextOf(context, new Date()));
      const seen = eventIds.flatMap((id) => this.events.get(id) ?? []).filter((stored) => passes(event, stored));
      const occurredAt = '2026-05-08T09:00:00.000Z';
      return Promise.resolve({ events: seen.map(({ id }) => ({ id, type: 'message' as const, occurredAt })) });
    });
    const requireRecording = (): void => {
      if (!this.isRecording) throw unavailable('The enterprise-org service');
    };
    await this.bus.consume(recordAccesses, async (deliveries) => {
      requireRecording();
      this.accesses.push(...deliveries);
      return Promise.resolve();
    });
    await this.bus.consume(recordAudit, async (deliveries) => {
      requireRecording();
      this.audit.push(...deliveries.map(({ payload, context }) => ({ report: payload, context })));
      return Promise.resolve();
    });
  }
}

/** The context of a caller in a tenant; a user by default. */
export const contextOf = (tenantId: string, actor: Partial<Actor> = {}): RequestContext => ({
  scope: { tenantId, environment: 'live' },
  actor: { type: 'user', id: newId('usr'), scopes: ['read', 'write', 'admin'], ...actor },
  requestId: newId('req'),
});
