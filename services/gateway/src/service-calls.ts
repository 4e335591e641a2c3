import { COMMANDS } from '@strata/contracts/calls/commands';
import { apiKeyRevoked } from '@strata/contracts/calls/gateway';
import { readExportLines } from '@strata/contracts/calls/exports';
import {
  claimFingerprints,
  findFingerprints,
  readCaptureJob,
  readEventSeries,
  readEventUsage,
  storeEvents,
} from '@strata/contracts/calls/ingest';
import {
  queueLearning,
  readJobFigures,
  readLearnJob,
  readLearnSeries,
  readLearnUsage,
} from '@strata/contracts/calls/learn';
import {
  findPasswordReset,
  readRoles as readRolesCall,
  recordAudit as recordAuditCommand,
  redeemInvitation,
  redeemPasswordReset,
  type AuditReport,
} from '@strata/contracts/calls/organizations';
import { readState } from '@strata/contracts/calls/process';
import { readPackSeries, readSynthesisUsage } from '@strata/contracts/calls/synthesis';
import { listOrganizations } from '@strata/contracts/operations/organizations';
import type { RequestOfCall, ServiceName } from '@strata/contracts/message';
import { operationCall, type Operation, type OperationRequest } from '@strata/contracts/operation';
import { systemContext, type RequestContext } from '@strata/kernel/actor';
import { cacheFor } from '@strata/kernel/cache-for';
import { unavailable } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { Bus } from '@strata/platform/bus/bus';
import { contractName } from '@strata/platform/bus/message-codec';
import type { Logger } from '@strata/platform/log/logger';
import { boundCalls } from './adapters/bound-calls.ts';
import type { RedeemInvitation } from './accounts/redeem-invitation.ts';
import type { AskForReset, FindReset } from './accounts/reset-password.ts';
import type { StoreEvents } from './capture/capture-event.ts';
import type { FingerprintClaim } from './capture/event-ledger.ts';
import { within } from './health/within.ts';
import type { QueueLearning } from './learning/start-learning.ts';

/** Counting the messages of every queue takes dozens of requests to the broker. */
const DEAD_LETTERS_MS = 1_000;
/** What a session of the console is not kept waiting for. */
const ORGANIZATIONS_WITHIN_MS = 500;
const MOST_ORGANIZATIONS = 100;
/** Short, since a request waits for the roles. */
const ROLES_WITHIN_MS = 2_000;

/**
 * Every call and command to other services, in the shape of the capabilities' ports. Calls of requests are bounded; those of the
 * health record are not, which must not look as if a busy service were down.
 */
export function serviceCalls(bus: Bus, logger: Logger, onShed: (service: ServiceName) => void) {
  const bounded = boundCalls(bus, onShed);
  const contracts = new Map<Operation, ReturnType<typeof operationCall>>();
  const contractOf = (operation: Operation): ReturnType<typeof operationCall> => {
    const contract = contracts.get(operation) ?? operationCall(operation);
    contracts.set(operation, contract);
    return contract;
  };
  return {
    forward: (operation: Operation, request: OperationRequest<unknown, unknown, unknown>, context: RequestContext) =>
      bounded.call(contractOf(operation), request, context),
    storeEvents: ((command, context) => bus.send(storeEvents, command, context)) satisfies StoreEvents,
    // Through the queue of the event store, so that the job finds every event that was accepted before it.
    queueLearning: ((job, context) =>
      bus.send(storeEvents, { kind: 'learn', events: [], batch: null, learn: job }, context)) satisfies QueueLearning,
    findFingerprints: (eventIds: string[], context: RequestContext) =>
      bounded.call(findFingerprints, { eventIds }, context),
    claimFingerprints: (claims: FingerprintClaim[], context: RequestContext) =>
      bounded.call(claimFingerprints, { claims }, context),
    readCaptureJob: (jobId: string, context: RequestContext) => bounded.call(readCaptureJob, { jobId }, context),
    readExportLines: (request: RequestOfCall<typeof readExportLines>, context: RequestContext) =>
      bounded.call(readExportLines, request, context),
    readLearnJob: (jobId: string, context: RequestContext) => bounded.call(readLearnJob, { jobId }, context),
    readEventUsage: (month: string, context: RequestContext) => bounded.call(readEventUsage, { month }, context),
    readLearnUsage: (day: string, context: RequestContext) => bounded.call(readLearnUsage, { day }, context),
    readEventSeries: (request: RequestOfCall<typeof readEventSeries>, context: RequestContext) =>
      bounded.call(readEventSeries, request, context),
    readLearnSeries: (request: RequestOfCall<typeof readLearnSeries>, context: RequestContext) =>
      bounded.call(readLearnSeries, request, context),
    readPackSeries: (request: RequestOfCall<typeof readPackSeries>, context: RequestContext) =>
      bounded.call(readPackSeries, request, context),
    readSynthesisUsage: (day: string, context: RequestContext) => bounded.call(readSynthesisUsage, { day }, context),
    /** A user's roles in a tenant. Errors: `unavailable`, whatever goes wrong. */
    readRoles: async ({ tenantId, userId }: { tenantId: string; userId: string }) => {
      const context = systemContext({ tenantId, environment: 'live' }, newId('req'));
      try {
        return await bounded.call(readRolesCall, { userId }, context, { deadlineMs: ROLES_WITHIN_MS });
      } catch (error) {
        throw unavailable('The service that knows roles', error);
      }
    },
    /** The caller's newest organizations, as the operation lists them; undefined if they cannot be read soon. */
    listOwnOrganizations: (context: RequestContext) =>
      within(ORGANIZATIONS_WITHIN_MS, () =>
        bounded.call(
          contractOf(listOrganizations),
          { params: {}, query: { limit: MOST_ORGANIZATIONS }, body: undefined },
          context,
        ),
      ),
    readServiceStatus: async (service: ServiceName) => (await bus.call(readState(service), {}, ownContext())).status,
    learnJobs: () => bus.call(readJobFigures, {}, ownContext()),
    captureBacklog: () => bus.queueFigures(storeEvents),
    learnBacklog: () => bus.queueFigures(queueLearning),
    deadLetters: cacheFor(DEAD_LETTERS_MS, async () => {
      const counted = COMMANDS.map(async (command) => {
        const { failed } = await bus.queueFigures(command);
        return [contractName(command), failed] as const;
      });
      return Object.fromEntries(await Promise.all(counted));
    }),
    redeemInvitation: ((claim, context) =>
      bounded.call(redeemInvitation, claim, { ...ownContext(), ...context })) satisfies RedeemInvitation,
    findPasswordReset: ((token, context) =>
      bounded.call(findPasswordReset, { token }, { ...ownContext(), ...context })) satisfies FindReset,
    redeemPasswordReset: ((token, context) =>
      bounded.call(redeemPasswordReset, { token }, { ...ownContext(), ...context })) satisfies AskForReset,
    recordAudit: (report: AuditReport, context: RequestContext) => bus.send(recordAuditCommand, report, context),
    announceRevocation: (keyId: string, context: RequestContext): void => {
      bus.announce(apiKeyRevoked, { keyId }, context).catch((error: unknown) => {
        logger.warn('A revoked key could not be announced', { keyId, error });
      });
    },
  };
}
export type ServiceCalls = ReturnType<typeof serviceCalls>;

/** For calls that concern no tenant. */
const ownContext = (): RequestContext => systemContext({ tenantId: 'system', environment: 'live' }, newId('req'));
