import { findResetObstacle, readUser, revokeKeysOfUser } from '@strata/contracts/calls/gateway';
import { describeSubject, readLineage, readLineageGraph } from '@strata/contracts/calls/learn';
import {
  findPasswordReset,
  policyFactsChanged,
  readPolicyFacts,
  readRoles,
  recordAccessBundle,
  recordAccesses,
  recordAudit,
  redeemInvitation,
  redeemPasswordReset,
  rolesChanged,
} from '@strata/contracts/calls/organizations';
import type { RequestContext } from '@strata/kernel/actor';
import { unavailable } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import { createRecordAttempt } from '@strata/platform/audit/record-attempt';
import { openAll } from '@strata/platform/lifecycle/closeable';
import { serveOperations } from '@strata/platform/operations/serve-operations';
import { openCommandOutbox } from '@strata/platform/outbox/command-outbox';
import { joinSystem } from '@strata/platform/service/join-system';
import { openDatabase } from '@strata/platform/service/open-database';
import { databaseCheck, type RunningService } from '@strata/platform/service/running-service';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { recordAccessBundleHandler } from './access-log/record-access-bundle.ts';
import { recordAccessesHandler } from './access-log/record-accesses.ts';
import { createBusSweptData } from './adapters/bus-swept-data.ts';
import { observeSweeps } from './adapters/observe-sweeps.ts';
import { ORGANIZATION_SCHEMA, RELAY_ROLE } from './adapters/organization-schema.ts';
import { createPgAccessStore } from './adapters/pg-access-store.ts';
import { createPgAgentStore } from './adapters/pg-agent-store.ts';
import { createPgAuditReader } from './adapters/pg-audit-reader.ts';
import { createPgAuditRecorder } from './adapters/pg-audit-recorder.ts';
import { createPgFactsStore } from './adapters/pg-facts-store.ts';
import { createPgLifecycleStore } from './adapters/pg-lifecycle-store.ts';
import { createPgMemberStore } from './adapters/pg-member-store.ts';
import { createPgNamespaceStore } from './adapters/pg-namespace-store.ts';
import { changeOrganizationIn, createOrganizationIn } from './adapters/pg-organization-change.ts';
import { createPgOrganizationStore } from './adapters/pg-organization-store.ts';
import { createPgPolicyStore } from './adapters/pg-policy-store.ts';
import { createPgSweepTurns } from './adapters/pg-sweep-turns.ts';
import { createPgTokenLookup } from './adapters/pg-token-lookup.ts';
import { createPgTeamStore } from './adapters/pg-team-store.ts';
import { runSweeper } from './adapters/run-sweeper.ts';
import { recordAuditHandler } from './audit/record-audit.ts';
import type { EnterpriseOrgConfig } from './config.ts';
import { currentEngineOf } from './facts/current-engine.ts';
import { organizationHandlers } from './handlers.ts';
import { findPasswordResetHandler, redeemPasswordResetHandler } from './password-resets/redeem-password-reset.ts';
import { redeemInvitationHandler } from './invitations/redeem-invitation.ts';

/** The commands that this service consumes, and how many of them one transaction takes at most. */
const COMMANDS = [recordAudit, recordAccesses, recordAccessBundle] as const;
const BATCH = { batchSize: 100 };
/** A bundle has up to a hundred commands. */
const BUNDLE_BATCH = { batchSize: 4 };

/** The enterprise-org service: its database, its operations, calls and commands, and the lifecycle sweeper. */
export const createEnterpriseOrg = (config: EnterpriseOrgConfig, parts: ServiceParts): Promise<RunningService> =>
  openAll(async (stack) => {
    const { bus, clock, logger, metrics } = parts;
    const database = stack.use(await openDatabase(ORGANIZATION_SCHEMA, config, parts));
    const announceFacts = (version: string, context: RequestContext): Promise<void> =>
      bus.announce(policyFactsChanged, { version }, context).catch((error: unknown) => {
        logger.warn('Changed policy facts could not be announced', { version, error });
      });
    // The use case waits for this: a request that the caller makes next finds the announcement sent.
    const announceRoles = (userId: string, context: RequestContext): Promise<void> =>
      bus.announce(rolesChanged, { userId }, context).catch((error: unknown) => {
        logger.warn('Changed roles could not be announced', { userId, error });
      });
    const change = changeOrganizationIn({ database, clock, announceFacts });
    const create = createOrganizationIn({ database, clock, announceFacts });
    const organizations = createPgOrganizationStore(database, { create, change });
    const outbox = stack.use(
      openCommandOutbox({ database, bus, logger, commands: [revokeKeysOfUser], relayRole: RELAY_ROLE }),
    );
    const members = createPgMemberStore(database, change, outbox);
    const facts = createPgFactsStore(database);
    const auditRecorder = createPgAuditRecorder(database);
    const accesses = createPgAccessStore(database);
    const lifecycle = createPgLifecycleStore(database, change, config.LIFECYCLE_SWEEP_SECONDS);
    const data = createBusSweptData(bus);
    const recordAuditCommands = recordAuditHandler({ recorder: auditRecorder, clock });
    const onFailure = (error: unknown): void => {
      logger.error('A denial could not be recorded in the audit log', { error });
    };
    const handlers = organizationHandlers({
      organizations,
      members,
      announceRoles,
      clock,
      teams: createPgTeamStore(database, change),
      agents: createPgAgentStore(database, change),
      namespaces: createPgNamespaceStore(database, change),
      policies: createPgPolicyStore(database, change),
      engineOf: currentEngineOf(facts),
      describeSubject: (subject, context) => bus.call(describeSubject, subject, context),
      append: (scope, organizationId, entry) => auditRecorder.append(scope, organizationId, entry),
      recordAttempt: createRecordAttempt({
        recordAudit: (report, context) =>
          recordAuditCommands([{ payload: recordAudit.payload.parse(report), context }]).catch((error: unknown) => {
            onFailure(error);
            throw unavailable('The audit log', error);
          }),
        clock,
      }),
      onFailure,
      accesses,
      auditReader: createPgAuditReader(database),
      lifecycle,
      data,
      lineage: {
        record: (memory, context) => bus.call(readLineage, memory, context),
        graph: (memory, context) => bus.call(readLineageGraph, memory, context),
      },
      findResetObstacle: (userId, context) => bus.call(findResetObstacle, { userId }, context),
      readUser: (userId, context) => bus.call(readUser, { userId }, context),
      invitationDays: config.INVITATION_DAYS,
    });
    const locate = createPgTokenLookup(database, 'members');
    const resets = { members, clock, locateReset: createPgTokenLookup(database, 'password_resets') };

    await serveOperations(bus, 'enterprise-org', handlers);
    await bus.serve(redeemInvitation, redeemInvitationHandler({ members, announceRoles, clock, locate }));
    await bus.serve(findPasswordReset, findPasswordResetHandler(resets));
    await bus.serve(redeemPasswordReset, redeemPasswordResetHandler(resets));
    await bus.serve(readPolicyFacts, ({ knownVersion }, { scope }) => facts.read(scope, knownVersion));
    await bus.serve(readRoles, ({ userId }, { scope }) => organizations.grantedRoles(scope, userId));
    await bus.consume(recordAudit, recordAuditCommands, BATCH);
    const record = recordAccessesHandler(accesses);
    await bus.consume(recordAccesses, record, BATCH);
    await bus.consume(recordAccessBundle, recordAccessBundleHandler(record), BUNDLE_BATCH);
    const sweeper = {
      lifecycle,
      data,
      clock,
      turns: createPgSweepTurns(database),
      worker: newId('wrk'),
      everySeconds: config.LIFECYCLE_SWEEP_SECONDS,
      leaseSeconds: config.LIFECYCLE_LEASE_SECONDS,
      observe: observeSweeps(logger, metrics),
    };
    stack.use(runSweeper(sweeper, logger));
    const checks = { database: databaseCheck(database) };
    const connections = () => database.figures();
    await joinSystem(stack, bus, { service: 'enterprise-org', checks, connections, consumes: COMMANDS });
    return { checks, close: () => stack.close() };
  });
