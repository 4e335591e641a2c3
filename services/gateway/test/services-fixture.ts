import {
  claimFingerprints,
  findFingerprints,
  readCaptureJob,
  readEventSeries,
  readEventUsage,
  storeEvents,
  type AcceptedEvent,
} from '@strata/contracts/calls/ingest';
import {
  queueLearning,
  readJobFigures,
  readLearnJob,
  readLearnSeries,
  readLearnUsage,
} from '@strata/contracts/calls/learn';
import { readState } from '@strata/contracts/calls/process';
import { readPackSeries, readSynthesisUsage } from '@strata/contracts/calls/synthesis';
import {
  policyFactsChanged,
  readPolicyFacts,
  recordAudit,
  redeemInvitation,
  type AuditReport,
} from '@strata/contracts/calls/organizations';
import { operationCall } from '@strata/contracts/operation';
import { OPERATIONS } from '@strata/contracts/operations/table';
import type { LearnRequest } from '@strata/contracts/operations/learn';
import type { Job } from '@strata/contracts/schemas/job';
import type { Facts } from '@strata/contracts/schemas/policy-facts';
import { systemContext, type RequestContext } from '@strata/kernel/actor';
import { notFound, unavailable, validationError } from '@strata/kernel/errors';
import type { Bus } from '@strata/platform/bus/bus';
import { EventStoreFixture } from './event-store-fixture.ts';

/** What the services behind the gateway received, and what they return. */
export interface ServicesFixture {
  readonly stored: {
    events: AcceptedEvent[];
    batch: { id: string; chunk: number; total: number } | null;
    context: RequestContext;
  }[];
  readonly learning: { jobId: string; request: LearnRequest; context: RequestContext }[];
  /** Operations that the gateway forwarded. */
  readonly forwarded: { name: string; request: unknown; context: RequestContext }[];
  /** Reports that the audit log received. */
  readonly audited: { report: AuditReport; context: RequestContext }[];
  /** The policy facts by tenant; null: they cannot be read. */
  readonly facts: Map<string, Facts | null>;
  /** The status of every learn job; undefined while none is stored. */
  learnStatus: Job['status'] | undefined;
  /** Whether the audit log rejects every report. */
  isAuditDown: boolean;
}

export const newServicesFixture = (): ServicesFixture => ({
  stored: [],
  learning: [],
  forwarded: [],
  audited: [],
  learnStatus: undefined,
  isAuditDown: false,
  facts: new Map(),
});

/** Serves the calls and commands of the other services, as far as the gateway's tests need them, except operations that the test serves. */
export async function serveServices(
  bus: Bus,
  services: ServicesFixture,
  except: readonly string[] = [],
): Promise<void> {
  await serveIngest(bus, services);
  await serveLearnCompiler(bus, services);
  await serveGovernance(bus, services);
  await bus.serve(readSynthesisUsage, async () => ({ syntheses: 4 }));
  await bus.serve(readPackSeries, async ({ since }) => ({ points: [{ at: since, packs: 4, tokens: 900 }] }));
  for (const service of new Set(OPERATIONS.map(({ service }) => service)))
    if (service !== 'gateway') await bus.serve(readState(service), async () => ({ status: 'healthy' as const }));
  await bus.serve(redeemInvitation, async () => {
    throw validationError('token is not a valid invitation', [
      { field: 'token', message: 'is not a valid invitation' },
    ]);
  });
  for (const operation of OPERATIONS.filter(({ service, name }) => service !== 'gateway' && !except.includes(name))) {
    await bus.serve(operationCall(operation), async (request, context) => {
      services.forwarded.push({ name: operation.name, request, context });
      throw notFound('The resource');
    });
  }
}

async function serveIngest(bus: Bus, { stored, learning }: ServicesFixture): Promise<void> {
  const known = new EventStoreFixture();
  await bus.consume(storeEvents, async (deliveries) => {
    for (const { payload, context } of deliveries) {
      if (payload.kind === 'learn') learning.push({ ...payload.learn, context });
      else stored.push({ ...payload, context });
      for (const { id, fingerprint } of payload.events) known.store({ eventId: id, fingerprint });
    }
  });
  await bus.serve(findFingerprints, async ({ eventIds }) => known.find(eventIds));
  await bus.serve(claimFingerprints, async ({ claims }) => known.claim(claims));
  await bus.serve(readCaptureJob, async ({ jobId }) => {
    if ((await known.find([jobId.replace('cap_', 'evt_')])).found.length === 0) throw notFound('The job');
    return jobOf(jobId);
  });
  await bus.serve(readEventUsage, async () => ({ total: 7, month: 3, isWhole: true }));
  await bus.serve(readEventSeries, async ({ since }) => ({
    points: [{ at: since, events: 7, failed: 1 }],
    isWhole: true,
  }));
}

async function serveLearnCompiler(bus: Bus, services: ServicesFixture): Promise<void> {
  // Jobs arrive through ingest; this queue is only served for its figures.
  await bus.consume(queueLearning, async () => undefined);
  await bus.serve(readLearnJob, async ({ jobId }) => {
    const { learnStatus: status } = services;
    if (status === undefined) throw notFound('The job');
    return { ...jobOf(jobId), type: 'learn' as const, status };
  });
  await bus.serve(readLearnUsage, async () => ({ memories: 5, artifacts: 2, compilations: 1 }));
  await bus.serve(readLearnSeries, async ({ since }) => ({
    points: [{ at: since, memories: 5, artifacts: 2, completed: 3, failed: 0 }],
  }));
  await bus.serve(readJobFigures, async () => ({ waiting: 0, active: 0, failed: 0, oldestSeconds: 0 }));
}

const jobOf = (id: string): Job => ({
  id,
  type: 'capture',
  status: 'completed',
  progress: { stage: 'stored', processed: 1, total: 1 },
  result: null,
  error: null,
  createdAt: null,
  startedAt: null,
  finishedAt: null,
});

/** Serves the policy facts and the audit log. */
export async function serveGovernance(bus: Bus, services: ServicesFixture = newServicesFixture()): Promise<void> {
  const { audited, facts } = services;
  await bus.serve(readPolicyFacts, async ({ knownVersion }, { scope }) => {
    const known = facts.get(scope.tenantId) ?? { organizations: [] };
    if (facts.get(scope.tenantId) === null) throw unavailable('The organization service');
    const version = JSON.stringify(known);
    return { version, facts: version === knownVersion ? null : known };
  });
  await bus.consume(recordAudit, async (deliveries) => {
    if (services.isAuditDown) throw unavailable('The audit log');
    for (const { payload, context } of deliveries) audited.push({ report: payload, context });
  });
}

/** Changes the policy facts of a tenant, as enterprise-org does. */
export async function changeFacts(
  bus: Bus,
  { facts }: ServicesFixture,
  tenantId: string,
  to: Facts | null,
): Promise<void> {
  facts.set(tenantId, to);
  const context = systemContext({ tenantId, environment: 'live' }, 'req_facts');
  await bus.announce(policyFactsChanged, { version: JSON.stringify(to) }, context);
}
