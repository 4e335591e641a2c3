import { expect, test } from '@jest/globals';
import { listAudit } from '@strata/contracts/operations/audit';
import { listMemories } from '@strata/contracts/operations/memories';
import { eventually } from '@strata/testkit/eventually';
import { expectLabelled } from '@strata/testkit/expect-labelled';
import { dataOf, OrganizationFixture } from '../fixtures/organization-fixture.ts';

type Query = Readonly<Record<string, string | number>>;

/** The audit log of an organization over HTTP. */
export function auditLogRules(base: () => string): void {
  const newOrganizationFixture = () => OrganizationFixture.create(base());
  const auditOf = ({ tenant, orgId }: OrganizationFixture, query: Query = {}) =>
    tenant.user.call(listAudit, { params: { orgId }, query: { limit: 100, ...query } });

  test('the audit log is a hash chain of every change with its old and new values, without secrets', async () => {
    const organization = await newOrganizationFixture();
    const { user, userId } = organization.tenant;
    const teamId = await organization.createIn('teams', { name: 'Watch' });
    await user.patch(organization.path(`teams/${teamId}`), { name: 'Night watch' });
    const agentId = await organization.createIn('agents', { name: 'Pilot' });
    const namespaceId = await organization.namespace('Charts', 'confidential');
    const policyId = await organization.policy({ effect: 'deny', resource: 'memory:*' });
    await user.patch(organization.path(`policies/${policyId}`), { effect: 'allow' });
    await user.delete(organization.path(`policies/${policyId}`));
    const invited = dataOf(
      await user.post(organization.path('members/invite'), { email: 'noor@example.org', role: 'viewer' }),
      201,
    ) as { id: string; invitationToken: string };
    const lifecycleId = await organization.createIn('lifecycle-policies', { name: 'Year', retentionDays: 365 });
    const { items, pagination } = await auditOf(organization);
    // The tenant's API keys were created earlier. They enter the log with the first organization.
    const own = items.filter(({ resourceType }) => resourceType !== 'api_key');
    expect(own.map(({ action, resourceId }) => [action, resourceId])).toEqual(
      [
        ['organization.create', organization.orgId],
        ['team.create', teamId],
        ['team.update', teamId],
        ['agent.create', agentId],
        ['namespace.create', namespaceId],
        ['policy.create', policyId],
        ['policy.update', policyId],
        ['policy.delete', policyId],
        ['invitation.create', invited.id],
        ['lifecycle_policy.create', lifecycleId],
      ].reverse(),
    );
    expect(pagination).toEqual({ hasMore: false, cursor: null, total: items.length });
    for (const entry of items)
      expect(entry).toMatchObject({ actorId: userId, actorType: 'user', outcome: 'success', ip: expect.any(String) });
    expect(items.find(({ action }) => action === 'team.update')).toMatchObject({
      changes: { before: { name: 'Watch' }, after: { name: 'Night watch' } },
    });
    expect(JSON.stringify(items)).not.toContain(invited.invitationToken);
    expect(items.map(({ sequence }) => sequence)).toEqual(items.map((_entry, place) => items.length - place));
    for (const [place, { previousHash }] of items.slice(0, -1).entries())
      expect(previousHash).toBe(items[place + 1]?.hash);
  });

  test('the audit log has filters, and pages that stay stable while it grows', async () => {
    const organization = await newOrganizationFixture();
    for (let i = 0; i < 5; i += 1) await organization.createIn('teams', { name: `Team ${String(i)}` });
    const { userId } = organization.tenant;
    const filters: [Query, number][] = [
      [{ action: 'team.create' }, 5],
      [{ resourceType: 'team' }, 5],
      [{ actorId: userId, resourceType: 'team' }, 5],
      [{ actorId: userId, action: 'organization.create' }, 1],
      [{ actorId: 'usr_unknown' }, 0],
      [{ startDate: '2020-01-01T00:00:00Z', endDate: '2021-01-01T00:00:00Z' }, 0],
      [{ startDate: '2020-01-01T00:00:00Z', resourceType: 'team' }, 5],
    ];
    for (const [query, count] of filters)
      expectLabelled(JSON.stringify(query), (await auditOf(organization, query)).pagination.total).toBe(count);
    const made = (await auditOf(organization, { action: 'team.create' })).items.map(({ sequence }) => sequence);
    const seen: number[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < 3; page += 1) {
      const query = { action: 'team.create', limit: 2, ...(cursor === null ? {} : { cursor }) };
      const { items, pagination } = await auditOf(organization, query);
      seen.push(...items.map(({ sequence }) => sequence));
      ({ cursor } = pagination);
      await organization.createIn('teams', { name: `Late ${String(page)}` });
    }
    expect(seen).toEqual(made);
    expect(await organization.tenant.user.get(organization.path('audit?limit=101'))).toMatchObject({ status: 400 });
    expect(await organization.tenant.user.get(organization.path('audit?cursor=bm90aGluZw'))).toMatchObject({
      status: 400,
    });
  });

  test('the audit log contains every denial', async () => {
    const organization = await newOrganizationFixture();
    const { api, user } = organization.tenant;
    const viewer = await organization.newMember('viewer');
    const elsewhere = await OrganizationFixture.create(base());
    const outsider = await elsewhere.newMember('developer');
    expect((await viewer.user.post(organization.path('teams'), { name: 'Own' })).status).toBe(403);
    expect((await api.get(organization.path('teams'))).status).toBe(403);
    expect((await outsider.user.get(organization.path('teams'))).status).toBe(404);
    const closed = await organization.namespace('Safe', 'restricted');
    const event = {
      type: 'message',
      sessionId: 's',
      payload: { role: 'a', content: 'x' },
      metadata: { namespaceId: closed },
    };
    expect((await api.post('/v1/capture', event)).status).toBe(403);
    await organization.learn({ content: 'The key lies under the third stone.', metadata: { namespaceId: closed } });
    const [memory] = (await user.call(listMemories)).items;
    expect((await api.get(`/v1/memories/${memory?.id ?? ''}`)).status).toBe(404);
    const denied = await eventually(async () => {
      const { items } = await auditOf(organization);
      const denials = items.filter(({ outcome }) => outcome === 'denied');
      return denials.length >= 4 ? denials : undefined;
    });
    expect(denied.map(({ action, resourceId }) => [action, resourceId]).sort()).toEqual(
      [
        ['team.create', null],
        ['team.list', null],
        ['event.capture', closed],
        ['memory.read', memory?.id],
      ].sort(),
    );
    const attempts = (await auditOf(elsewhere, { action: 'team.list' })).items.map(({ changes }) => changes?.after);
    expect(attempts).toEqual([{ organizationId: organization.orgId }]);
    for (const { changes } of denied) expect(changes).toMatchObject({ reason: expect.stringMatching(/./) });
  });
}
