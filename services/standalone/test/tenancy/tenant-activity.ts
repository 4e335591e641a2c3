import { captureEvent } from '@strata/contracts/operations/capture';
import { listEvents } from '@strata/contracts/operations/events';
import { createLifecyclePolicy } from '@strata/contracts/operations/lifecycle';
import { listMemories } from '@strata/contracts/operations/memories';
import { createNamespace } from '@strata/contracts/operations/namespaces';
import { inviteMember, removeMember } from '@strata/contracts/operations/organizations';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { createTeam } from '@strata/contracts/operations/teams';
import { getUsageMetrics } from '@strata/contracts/operations/usage';
import { createVault } from '@strata/contracts/operations/vaults';
import { eventually } from '@strata/testkit/eventually';
import type { IdentityProvider } from '../../../gateway/test/identity-provider/identity-provider.ts';
import { newOrganization, newMember } from '../fixtures/members.ts';
import { cursorOf, isPagedByCursor, referencesOf, withReference } from '../fixtures/references.ts';
import { canContain, createResources, paramsOf } from '../fixtures/resources.ts';
import { sampleBody } from '../fixtures/sample-body.ts';
import { agentOf, callerOf, createScopeFixture, markedEvent, type ScopeFixture } from '../fixtures/scope-fixture.ts';
import type { NewTenant } from '../fixtures/new-tenant.ts';

/** Somebody whom the tenant's identity provider knows comes for the first time. */
export async function welcome(tenant: NewTenant, provider: IdentityProvider): Promise<void> {
  const name = `user-of-${tenant.tenantId}`;
  await provider.addUser(name, { tenant: tenant.tenantId });
  await tenant.user.as(await provider.logIn(name)).call(getUsageMetrics);
}

/** Somebody is taken out of an organization of the tenant, and comes once more with the token they have. */
export async function partWith({ user }: NewTenant): Promise<void> {
  const orgId = await newOrganization(user);
  const colleague = await newMember(user, orgId, 'developer');
  await user.call(removeMember, { params: { orgId, memberId: colleague.memberId } });
  await colleague.user.get('/v1/usage-metrics');
}

/** A team of the tenant has somebody in it and a namespace open to it, and keeps them. */
export async function formTeam({ user }: NewTenant): Promise<void> {
  const params = { orgId: await newOrganization(user) };
  const { id: teamId } = await user.call(createTeam, { params, body: { name: 'Crew' } });
  await user.call(createNamespace, { params, body: { name: 'Customs', teamIds: [teamId] } });
  const email = `crew-of-${params.orgId}@example.org`;
  await user.call(inviteMember, { params, body: { email, role: 'viewer', teamIds: [teamId] } });
}

/** Somebody of the tenant tries the vault of a colleague, who governs the tenant and is let into theirs. */
export async function knockAtVaults({ user }: NewTenant): Promise<void> {
  const { user: colleague } = await newMember(user, await newOrganization(user), 'developer');
  const { id } = await user.call(createVault, { body: { name: 'Shut' } });
  const { status } = await colleague.get(`/v1/vaults/${id}/items`);
  if (status !== 404) throw new Error(`A vault of somebody else answered ${String(status)}`);
  const { id: theirs } = await colleague.call(createVault, { body: { name: 'Open' } });
  await user.get(`/v1/vaults/${theirs}/audit`);
}

/** All that one agent of the tenant ever said is learned, and then deleted by a lifecycle policy. */
export async function letExpire({ user, api }: NewTenant): Promise<void> {
  const params = { orgId: await newOrganization(user) };
  const agentId = agentOf(params.orgId);
  await api.call(captureEvent, { body: markedEvent(params.orgId, 'The fog horn sounds') });
  await api.learn({ agentId });
  const countMemories = async () => (await api.call(listMemories, { query: { agentId } })).pagination.total;
  const countEvents = async () => (await api.call(listEvents, { query: { agentId } })).pagination.total;
  if ((await countMemories()) === 0) throw new Error('Nothing was learned that could expire');
  const policy = { name: 'Gone at once', scope: `agent:${agentId}`, deleteAfterDays: 0 };
  await user.call(createLifecyclePolicy, { params, body: policy });
  await eventually(async () => (await countMemories()) === 0 && (await countEvents()) === 0);
}

/** Uses every operation of the table as a partition's own, with every filter that it takes, so that its statements run. */
export async function liveThrough(tenant: NewTenant, environment: 'live' | 'test'): Promise<ScopeFixture> {
  const world = await createScopeFixture(tenant, environment);
  await createResources(world);
  const once = { ...markedEvent(world.marker, 'The buoy was repainted'), idempotencyKey: `${world.marker}-once` };
  await world.api.call(captureEvent, { body: once });
  await world.api.call(captureEvent, { body: once });
  const possible = OPERATIONS.filter((operation) => canContain(world, operation.path));
  // What deletes comes last, and takes the last of what there is.
  for (const operation of possible.sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))) {
    const caller = callerOf(world, operation);
    const input = { params: paramsOf(world, operation.path, -1), body: sampleBody(operation, world) };
    await caller.call(operation, input);
    if (isPagedByCursor(operation))
      await caller.call(operation, { ...input, query: { cursor: await cursorOf(world, operation) } });
    for (const reference of referencesOf(operation).filter((field) => field.in === 'query'))
      await caller.call(operation, withReference({ query: {}, ...input }, reference, reference.valueOf(world)));
  }
  await world.api.learn();
  return world;
}
