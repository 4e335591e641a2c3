import { claimFingerprints, storeEvents } from '@strata/contracts/calls/ingest';
import { captureEvent } from '@strata/contracts/operations/capture';
import { listEvents } from '@strata/contracts/operations/events';
import { indexEntries } from '@strata/contracts/calls/synthesis';
import { getJob } from '@strata/contracts/operations/learn';
import { createLifecyclePolicy } from '@strata/contracts/operations/lifecycle';
import { listMemories } from '@strata/contracts/operations/memories';
import { createNamespace } from '@strata/contracts/operations/namespaces';
import { inviteMember, removeMember } from '@strata/contracts/operations/organizations';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { createTeam } from '@strata/contracts/operations/teams';
import { getUsageMetrics } from '@strata/contracts/operations/usage';
import { createVault } from '@strata/contracts/operations/vaults';
import { systemContext } from '@strata/kernel/actor';
import { captureIds } from '@strata/kernel/capture-ids';
import { newId } from '@strata/kernel/ids';
import type { Bus } from '@strata/platform/bus/bus';
import { eventually } from '@strata/testkit/eventually';
import type { IdentityProvider } from '../../../gateway/test/identity-provider/identity-provider.ts';
import { newOrganization, newMember } from '../fixtures/members.ts';
import { cursorOf, isPagedByCursor, referencesOf, withReference } from '../fixtures/references.ts';
import { canContain, createResources, paramsOf } from '../fixtures/resources.ts';
import { sampleBody } from '../fixtures/sample-body.ts';
import { agentOf, callerWithSession, createScopeFixture, markedEvent } from '../fixtures/scope-fixture.ts';
import type { NewTenant } from '../fixtures/new-tenant.ts';

/** A user of the tenant's identity provider calls an operation for the first time. */
export async function callAsProviderUser(tenant: NewTenant, provider: IdentityProvider): Promise<void> {
  const name = `user-of-${tenant.tenantId}`;
  await provider.addUser(name, { tenant: tenant.tenantId });
  await tenant.user.as(await provider.logIn(name)).call(getUsageMetrics);
}

/** A member is removed from its organization, and then calls an operation with its old token. */
export async function callAsRemovedMember({ user }: NewTenant): Promise<void> {
  const orgId = await newOrganization(user);
  const member = await newMember(user, orgId, 'developer');
  await user.call(removeMember, { params: { orgId, memberId: member.memberId } });
  await member.user.get('/v1/usage-metrics');
}

/** Creates a team with a namespace and an invited member. */
export async function createTeamWithMember({ user }: NewTenant): Promise<void> {
  const params = { orgId: await newOrganization(user) };
  const { id: teamId } = await user.call(createTeam, { params, body: { name: 'Crew' } });
  await user.call(createNamespace, { params, body: { name: 'Customs', teamIds: [teamId] } });
  const email = `crew-of-${params.orgId}@example.org`;
  await user.call(inviteMember, { params, body: { email, role: 'viewer', teamIds: [teamId] } });
}

/** A developer requests a vault of the tenant admin, which is denied, and the tenant admin reads one of the developer. */
export async function requestForeignVaults({ user }: NewTenant): Promise<void> {
  const { user: developer } = await newMember(user, await newOrganization(user), 'developer');
  const { id } = await user.call(createVault, { body: { name: 'Shut' } });
  const { status } = await developer.get(`/v1/vaults/${id}/items`);
  if (status !== 404) throw new Error(`A foreign vault got the status ${String(status)}, not 404`);
  const { id: vaultOfDeveloper } = await developer.call(createVault, { body: { name: 'Open' } });
  await user.get(`/v1/vaults/${vaultOfDeveloper}/audit`);
}

/** Captures and learns an event of one agent. A lifecycle policy then deletes the event and its memories. */
export async function deleteByLifecyclePolicy({ user, api }: NewTenant): Promise<void> {
  const params = { orgId: await newOrganization(user) };
  const agentId = agentOf(params.orgId);
  await api.call(captureEvent, { body: markedEvent(params.orgId, 'The fog horn sounds') });
  await api.learn({ agentId });
  const countMemories = async () => (await api.call(listMemories, { query: { agentId } })).pagination.total;
  const countEvents = async () => (await api.call(listEvents, { query: { agentId } })).pagination.total;
  if ((await countMemories()) === 0) throw new Error('The learn job created no memory');
  const policy = { name: 'Delete at once', scope: `agent:${agentId}`, deleteAfterDays: 0 };
  await user.call(createLifecyclePolicy, { params, body: policy });
  await eventually(async () => (await countMemories()) === 0 && (await countEvents()) === 0);
}

/** Calls every operation in a tenant scope with every filter, so that the services run all their statements. */
export async function callEveryOperation(tenant: NewTenant, environment: 'live' | 'test'): Promise<void> {
  const scope = await createScopeFixture(tenant, environment);
  await createResources(scope);
  const once = { ...markedEvent(scope.marker, 'The buoy was repainted'), idempotencyKey: `${scope.marker}-once` };
  await scope.api.call(captureEvent, { body: once });
  await scope.api.call(captureEvent, { body: once });
  const operations = OPERATIONS.filter((operation) => canContain(scope, operation.path));
  // Deletions last: other operations need the resources.
  for (const operation of operations.sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))) {
    const caller = await callerWithSession(scope, operation);
    const input = { params: paramsOf(scope, operation.path, -1), body: sampleBody(operation, scope) };
    await caller.call(operation, input);
    if (isPagedByCursor(operation))
      await caller.call(operation, { ...input, query: { cursor: await cursorOf(scope, operation) } });
    for (const reference of referencesOf(operation).filter((field) => field.in === 'query'))
      await caller.call(operation, withReference({ query: {}, ...input }, reference, reference.valueOf(scope)));
  }
  await scope.api.learn();
  // It is not compiled, so that its session stays open.
  const metadata = { agentId: agentOf(scope.marker), sessionEnd: true };
  await scope.api.call(captureEvent, { body: { ...markedEvent(scope.marker, 'The buoy was moored'), metadata } });
}

const ASKED_OFTEN = 3;

/** Sends the index a session that names a customer's identifier, as learning does, and asks for it. */
export async function nameCustomer({ tenantId, api }: NewTenant, bus: Bus): Promise<void> {
  const context = systemContext({ tenantId, environment: 'live' }, newId('req'));
  const place = { agentId: null, namespaceId: null };
  const session = { ...place, sessionId: `named by ${tenantId}`, outcome: null, identifiers: ['buoy_0042'] };
  const scopes = [{ ...place, identifierForms: ['a_9999'] }];
  await bus.call(indexEntries, { entries: [], sessions: [session], scopes }, context);
  await api.call(synthesize, { body: { query: 'Who painted buoy_0042?' } });
}

/** Asks the index until it has been copied into memory (twice), and once of the copy. */
export async function askOften({ api }: NewTenant): Promise<void> {
  for (let asked = 0; asked < ASKED_OFTEN; asked++) await api.call(synthesize, { body: { query: 'buoy' } });
}

/** Sends an event that cannot be stored, and reads its failed job. */
export async function failToStore({ tenantId, user }: NewTenant, bus: Bus): Promise<void> {
  const context = systemContext({ tenantId, environment: 'live' }, newId('req'));
  const { eventId: id, jobId } = captureIds(context.scope, undefined);
  const event = {
    ...{ id, type: 'message' as const, sessionId: 's', agentId: null, namespaceId: null, payload: {}, metadata: {} },
    ...{ secretsReplaced: 0, idempotencyKey: null, fingerprint: null, occurredAtGiven: false, arrival: 1 },
    ...{ tags: [], occurredAt: new Date().toISOString(), receivedAt: 'no time at all' },
  };
  const sent = bus.send(storeEvents, { kind: 'events', events: [event], batch: null }, context);
  await sent.catch(() => undefined);
  // As a gateway without its cache does before it sends an event with an idempotency key.
  await bus.call(claimFingerprints, { claims: [{ eventId: id, fingerprint: 'f' }] }, context);
  const { status } = await user.call(getJob, { params: { id: jobId } });
  if (status !== 'failed') throw new Error(`An event that cannot be stored is ${status}`);
}
