import { expect, test } from '@jest/globals';
import { listMemories } from '@strata/contracts/operations/memories';
import { eventually } from '@strata/testkit/eventually';
import type { ApiClient } from '../fixtures/api-client.ts';
import type { RunningSystem } from '../fixtures/new-tenant.ts';
import { OrganizationFixture, dataOf, synthesizedText } from '../fixtures/organization-fixture.ts';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly pagination: { readonly hasMore: boolean; readonly cursor: string | null; readonly total: number };
}
interface AuditEntry extends Record<string, unknown> {
  readonly action: string;
  readonly sequence: number;
  readonly hash: string;
  readonly previousHash: string;
}
interface AccessEntry extends Record<string, unknown> {
  readonly memoryId: string;
  readonly action: string;
}

/** The audit log, the access log and lineage, as a security officer reads them. */
export function recordRules(system: () => RunningSystem): void {
  const found = () => OrganizationFixture.create(system().base);
  const auditOf = async (company: OrganizationFixture, query = ''): Promise<Page<AuditEntry>> =>
    dataOf(await company.tenant.user.get(company.path(`audit?limit=100${query}`))) as Page<AuditEntry>;
  const accessesOf = async (company: OrganizationFixture, query = ''): Promise<Page<AccessEntry>> =>
    dataOf(await company.tenant.user.get(company.path(`access-logs?limit=100${query}`))) as Page<AccessEntry>;

  test('every change is in the audit log, with what was and what is, chained and without a secret', async () => {
    const company = await found();
    const { user, userId } = company.tenant;
    const teamId = await company.createIn('teams', { name: 'Watch' });
    await user.patch(company.path(`teams/${teamId}`), { name: 'Night watch' });
    const agentId = await company.createIn('agents', { name: 'Pilot' });
    const namespaceId = await company.namespace('Charts', 'confidential');
    const policyId = await company.policy({ effect: 'deny', resource: 'memory:*' });
    await user.patch(company.path(`policies/${policyId}`), { effect: 'allow' });
    await user.delete(company.path(`policies/${policyId}`));
    const invited = dataOf(
      await user.post(company.path('members/invite'), { email: 'noor@example.org', role: 'viewer' }),
      201,
    ) as { id: string; invitationToken: string };
    const lifecycleId = await company.createIn('lifecycle-policies', { name: 'Year', retentionDays: 365 });
    const { items, pagination } = await auditOf(company);
    // The keys of the tenant, made before, are told to its log when there is one.
    const own = items.filter(({ resourceType }) => resourceType !== 'api_key');
    expect(own.map(({ action, resourceId }) => [action, resourceId])).toEqual(
      [
        ['organization.create', company.orgId],
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

  test('the audit log is filtered and paged, and stays in place while it grows', async () => {
    const company = await found();
    for (let i = 0; i < 5; i += 1) await company.createIn('teams', { name: `Team ${String(i)}` });
    const filters = [
      ['&action=team.create', 5],
      ['&resourceType=team', 5],
      [`&actorId=${company.tenant.userId}&resourceType=team`, 5],
      [`&actorId=${company.tenant.userId}&action=organization.create`, 1],
      ['&actorId=usr_unknown', 0],
      ['&startDate=2020-01-01T00:00:00Z&endDate=2021-01-01T00:00:00Z', 0],
      ['&startDate=2020-01-01T00:00:00Z&resourceType=team', 5],
    ] as const;
    for (const [query, count] of filters)
      expect([query, (await auditOf(company, query)).pagination.total]).toEqual([query, count]);
    const page = async (cursor: string | null): Promise<Page<AuditEntry>> =>
      dataOf(
        await company.tenant.user.get(
          company.path(`audit?action=team.create&limit=2${cursor === null ? '' : `&cursor=${cursor}`}`),
        ),
      ) as Page<AuditEntry>;
    const made = (await auditOf(company, '&action=team.create')).items.map(({ sequence }) => sequence);
    const seen: number[] = [];
    for (let cursor: string | null = null, at = 0; at < 3; at += 1) {
      const { items, pagination } = await page(cursor);
      seen.push(...items.map(({ sequence }) => sequence));
      ({ cursor } = pagination);
      await company.createIn('teams', { name: `Late ${String(at)}` });
    }
    expect(seen).toEqual(made);
    expect(await company.tenant.user.get(company.path('audit?limit=101'))).toMatchObject({ status: 400 });
    expect(await company.tenant.user.get(company.path('audit?cursor=bm90aGluZw'))).toMatchObject({ status: 400 });
  });

  test('every refusal is in the audit log', async () => {
    const company = await found();
    const { api, user } = company.tenant;
    const viewer = await company.newMember('viewer');
    const outsider = await (await OrganizationFixture.create(system().base)).newMember('developer');
    expect((await viewer.user.post(company.path('teams'), { name: 'Own' })).status).toBe(403);
    expect((await api.get(company.path('teams'))).status).toBe(403);
    expect((await outsider.user.get(company.path('teams'))).status).toBe(404);
    const closed = await company.namespace('Safe', 'restricted');
    const event = {
      type: 'message',
      sessionId: 's',
      payload: { role: 'a', content: 'x' },
      metadata: { namespaceId: closed },
    };
    expect((await api.post('/v1/capture', event)).status).toBe(403);
    await company.learn({ content: 'The key lies under the third stone.', metadata: { namespaceId: closed } });
    const [memory] = (await user.call(listMemories)).items;
    expect((await api.get(`/v1/memories/${memory?.id ?? ''}`)).status).toBe(404);
    const denied = await eventually(async () => {
      const { items } = await auditOf(company);
      const refusals = items.filter(({ outcome }) => outcome === 'denied');
      return refusals.length >= 4 ? refusals : undefined;
    });
    expect(denied.map(({ action, resourceId }) => [action, resourceId]).sort()).toEqual(
      [
        ['team.create', null],
        ['team.list', null],
        ['event.capture', closed],
        ['memory.read', memory?.id],
      ].sort(),
    );
    for (const { changes } of denied) expect(changes).toMatchObject({ reason: expect.stringMatching(/./) });
  });

  test('every memory that a caller was given is in the access log, and no other', async () => {
    const company = await found();
    const { api, user } = company.tenant;
    await company.learn({ content: 'The ferry leaves at dawn.' }, { content: 'The crane is red.', sessionId: 't' });
    const agentId = await company.createIn('agents', { name: 'Pilot' });
    const pilot = await company.keyOf(agentId);
    expect(await synthesizedText(pilot, 'When does the ferry leave?')).toContain('dawn');
    const memories = (await user.call(listMemories)).items;
    const ferry = memories.find(({ content }) => content.includes('dawn'))?.id ?? '';
    const lineage = dataOf(await user.get(company.path(`lineage/${ferry}`))) as { sourceEvents: string[] };
    expect(lineage).toMatchObject({ memoryId: ferry, sourceEvents: [expect.stringMatching(/^evt_/)] });
    await readOnce(api, ferry);
    const entries = await eventually(async () => {
      const { items } = await accessesOf(company, `&memoryId=${ferry}`);
      return items.length >= 4 ? items : undefined;
    });
    expect(entries.map(({ action }) => action).sort()).toEqual(['lineage', 'list', 'read', 'synthesize']);
    expect(entries.find(({ action }) => action === 'synthesize')).toMatchObject({ agentId, memoryId: ferry });
    expect(entries.find(({ action }) => action === 'list')).toMatchObject({
      actorId: company.tenant.userId,
      agentId: null,
    });
    const { pagination } = await accessesOf(company, '&action=list');
    expect(pagination.total).toBe(memories.length);
    expect((await accessesOf(await found())).items).toEqual([]);
  });
}

async function readOnce(api: ApiClient, id: string): Promise<void> {
  expect(await api.get(`/v1/memories/${id}`)).toMatchObject({ status: 200 });
}
