import { readUser } from '@strata/contracts/calls/gateway';
import {
  policyFactsChanged,
  readPolicyFacts,
  readRoles,
  redeemInvitation,
  rolesChanged,
} from '@strata/contracts/calls/organizations';
import { operationCall } from '@strata/contracts/operation';
import { OPERATIONS } from '@strata/contracts/operations/table';
import type { RequestContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import { openAll } from '@strata/platform/lifecycle/closeable';
import { joinSystem } from '@strata/platform/service/join-system';
import { openDatabase } from '@strata/platform/service/open-database';
import { databaseCheck, type RunningService } from '@strata/platform/service/running-service';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { createBusSweptData } from './adapters/bus-swept-data.ts';
import { observeSweeps } from './adapters/observe-sweeps.ts';
import { ORGANIZATION_SCHEMA } from './adapters/organization-schema.ts';
import { createBusLineageSource } from './adapters/bus-lineage-source.ts';
import { createBusSubjectSource } from './adapters/bus-subject-source.ts';
import { createPgAccessStore } from './adapters/pg-access-store.ts';
import { createPgAgentStore } from './adapters/pg-agent-store.ts';
import { createPgAuditReader } from './adapters/pg-audit-reader.ts';
import { createPgAuditRecorder } from './adapters/pg-audit-recorder.ts';
import { createPgFactsStore } from './adapters/pg-facts-store.ts';
import { createPgInvitationLookup } from './adapters/pg-invitation-lookup.ts';
import { createPgLifecycleStore } from './adapters/pg-lifecycle-store.ts';
import { createPgMemberStore } from './adapters/pg-member-store.ts';
import { createPgNamespaceStore } from './adapters/pg-namespace-store.ts';
import { createOrganizationChange, createOrganizationFounding } from './adapters/pg-organization-change.ts';
import { createPgOrganizationStore } from './adapters/pg-organization-store.ts';
import { createPgPolicyStore } from './adapters/pg-policy-store.ts';
import { createPgSweepTurns } from './adapters/pg-sweep-turns.ts';
import { createPgTeamStore } from './adapters/pg-team-store.ts';
import { runSweeper } from './adapters/run-sweeper.ts';
import { checkAnswers } from './admission/answer.ts';
import { createNoteRefusal } from './audit/note-refusal.ts';
import type { EnterpriseOrgConfig } from './config.ts';
import { createCurrentEngine } from './facts/current-engine.ts';
import { createReadPolicyFacts } from './facts/read-policy-facts.ts';
import { createRedeemInvitation } from './invitations/redeem-invitation.ts';
import { organizationAnswers } from './organization-answers.ts';
import { consumeRecords, RECORDS } from './serve-records.ts';

/** The enterprise-org service: its database, and everything it answers on the bus. */
export const createEnterpriseOrg = (config: EnterpriseOrgConfig, parts: ServiceParts): Promise<RunningService> =>
  openAll(async (stack) => {
    const { bus, clock, logger, metrics } = parts;
    const database = stack.use(await openDatabase(ORGANIZATION_SCHEMA, config, parts));
    const announceFacts = (version: string, context: RequestContext): Promise<void> =>
      bus.announce(policyFactsChanged, { version }, context).catch((error: unknown) => {
        logger.warn('Changed facts could not be announced', { version, error });
      });
    const change = createOrganizationChange({ database, clock, announceFacts });
    const found = createOrganizationFounding({ database, clock, announceFacts });
    const organizations = createPgOrganizationStore(database, { found, change });
    const members = createPgMemberStore(database, change);
    const facts = createPgFactsStore(database);
    const readFacts = createReadPolicyFacts(facts);
    // Answered only when it is on its way: the caller's next request comes after it.
    const announceRoles = (userId: string, context: RequestContext): Promise<void> =>
      bus.announce(rolesChanged, { userId }, context).catch((error: unknown) => {
        logger.warn('Changed roles could not be announced', { userId, error });
      });
    const auditRecorder = createPgAuditRecorder(database);
    const accesses = createPgAccessStore(database);
    const noteRefusal = createNoteRefusal({
      append: (scope, organizationId, entry) => auditRecorder.append(scope, organizationId, entry),
      clock,
      onFailure: (error) => {
        logger.error('A refusal could not be written into the audit log', { error });
      },
    });
    const lifecycle = createPgLifecycleStore(database, change, config.LIFECYCLE_SWEEP_SECONDS);
    const data = createBusSweptData(bus);
    const answers = organizationAnswers({
      organizations,
      members,
      announceRoles,
      clock,
      teams: createPgTeamStore(database, change),
      agents: createPgAgentStore(database, change),
      namespaces: createPgNamespaceStore(database, change),
      policies: createPgPolicyStore(database, change),
      engineOf: createCurrentEngine(facts),
      describeSubject: createBusSubjectSource(bus),
      noteRefusal,
      accesses,
      auditReader: createPgAuditReader(database),
      lifecycle,
      data,
      lineage: createBusLineageSource(bus),
      readUser: (userId, context) => bus.call(readUser, { userId }, context),
      invitationDays: config.INVITATION_DAYS,
    });
    const redeem = createRedeemInvitation({
      members,
      announceRoles,
      clock,
      locate: createPgInvitationLookup(database),
    });

    checkAnswers(OPERATIONS, answers);
    for (const { operation, answer } of answers) await bus.serve(operationCall(operation), answer);
    await bus.serve(redeemInvitation, redeem);
    await bus.serve(readPolicyFacts, (request, { scope }) => readFacts(request, scope));
    await bus.serve(readRoles, ({ userId }, { scope }) => organizations.standingOf(scope, userId));
    await consumeRecords({ bus, clock, logger, auditRecorder, accesses });
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
    await joinSystem(stack, bus, { service: 'enterprise-org', checks, connections, consumes: RECORDS });
    return { checks, close: () => stack.close() };
  });
