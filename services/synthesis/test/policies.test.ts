import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Facts, OrganizationFacts, PolicyFact } from '@strata/contracts/schemas/policy-facts';
import type { SynthesizeRequest } from '@strata/contracts/schemas/synthesis';
import type { Actor } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { artifact, memory, startSynthesisFixture, type SynthesisFixture } from './synthesis-fixture.ts';

const tenant = (tenantId: string): TenantScope => ({ tenantId, environment: 'live' });
const user = (id: string): Actor => ({ type: 'user', id, scopes: ['read'] });
const agentKey = (agentId?: string): Actor => ({
  type: 'api_key',
  id: 'key_1',
  scopes: ['read'],
  ...(agentId === undefined ? {} : { agentId }),
});

const organization = (over: Partial<OrganizationFacts>): Facts => ({
  organizations: [{ id: 'org_1', namespaces: [], agents: [], members: [], policies: [], ...over }],
});
const policy = (over: Partial<PolicyFact>): PolicyFact => ({
  id: 'pol_1',
  name: 'a policy',
  effect: 'deny',
  resource: '*:*',
  action: 'read',
  conditions: {},
  priority: 0,
  ...over,
});
const namespace = (id: string, sensitivity: 'public' | 'internal' | 'confidential' | 'restricted' = 'internal') => ({
  id,
  sensitivity,
  teamIds: ['team_a'],
});

/** A memory of an anchor; no two are near duplicates. */
const anchor = (over: { id: string } & Parameters<typeof memory>[1]) =>
  memory(`The anchor ${[...over.id.slice(4)].map((letter) => letter.repeat(4)).join(' ')}`, over);

describeOnDatabase('A policy on synthesize', (backend) => {
  let fixture: SynthesisFixture;
  beforeAll(async () => {
    fixture = await startSynthesisFixture(backend);
  });
  afterAll(() => fixture.close());

  const shown = async (tenantId: string, actor: Actor, request: Partial<SynthesizeRequest> = {}): Promise<string[]> => {
    const pack = await fixture.synthesize(tenant(tenantId), { query: 'anchor', ...request }, actor);
    return pack.sections.map(({ source }) => source).sort();
  };

  it('hides what it denies, and its change counts from the next synthesize on', async () => {
    await fixture.index(tenant('change'), [anchor({ id: 'mem_a' }), anchor({ id: 'mem_b' })]);
    expect(await shown('change', user('usr_1'))).toEqual(['mem_a', 'mem_b']);
    await fixture.setPolicyFacts('change', organization({ policies: [policy({ resource: 'memory:mem_a' })] }));
    expect(await shown('change', user('usr_1'))).toEqual(['mem_b']);
    await fixture.setPolicyFacts('change', organization({ policies: [policy({ resource: 'memory:*' })] }));
    expect(await shown('change', user('usr_1'))).toEqual([]);
    await fixture.setPolicyFacts('change', organization({}));
    expect(await shown('change', user('usr_1'))).toEqual(['mem_a', 'mem_b']);
  });

  it('decides by the highest priority, and denies at equal priority', async () => {
    await fixture.index(tenant('priority'), [anchor({ id: 'mem_a' })]);
    const allow = policy({ id: 'pol_a', effect: 'allow' });
    await fixture.setPolicyFacts('priority', organization({ policies: [allow, policy({})] }));
    expect(await shown('priority', user('usr_1'))).toEqual([]);
    await fixture.setPolicyFacts('priority', organization({ policies: [{ ...allow, priority: 1 }, policy({})] }));
    expect(await shown('priority', user('usr_1'))).toEqual(['mem_a']);
  });

  it('can open a confidential namespace, which is otherwise open only to its teams, owners and admins', async () => {
    await fixture.index(tenant('closed'), [
      anchor({ id: 'mem_open', namespaceId: 'nsp_open' }),
      anchor({ id: 'mem_closed', namespaceId: 'nsp_closed' }),
      anchor({ id: 'mem_gone', namespaceId: 'nsp_gone' }),
    ]);
    const own = {
      namespaces: [namespace('nsp_open'), namespace('nsp_closed', 'confidential')],
      members: [
        { userId: 'usr_team', role: 'viewer' as const, teamIds: ['team_a'] },
        { userId: 'usr_admin', role: 'admin' as const, teamIds: [] },
        { userId: 'usr_viewer', role: 'viewer' as const, teamIds: [] },
      ],
      agents: [{ id: 'agt_a', teamId: 'team_a' }],
    };
    await fixture.setPolicyFacts('closed', organization(own));
    for (const inside of [user('usr_team'), user('usr_admin'), agentKey('agt_a')])
      expect(await shown('closed', inside)).toEqual(['mem_closed', 'mem_open']);
    for (const outside of [user('usr_viewer'), user('usr_stranger'), agentKey()])
      expect(await shown('closed', outside)).toEqual(['mem_open']);
    const opened = policy({ effect: 'allow', resource: 'namespace:nsp_closed' });
    await fixture.setPolicyFacts('closed', organization({ ...own, policies: [opened] }));
    expect(await shown('closed', user('usr_viewer'))).toEqual(['mem_closed', 'mem_open']);
  });

  it('decides by tag, agent and principal', async () => {
    await fixture.index(tenant('conditions'), [
      anchor({ id: 'mem_plain' }),
      anchor({ id: 'mem_secret', tags: ['secret'] }),
      anchor({ id: 'mem_two', agentId: 'agent two' }),
    ]);
    const denying = (conditions: PolicyFact['conditions']) => organization({ policies: [policy({ conditions })] });
    await fixture.setPolicyFacts('conditions', denying({ 'resource.tags': 'secret' }));
    expect(await shown('conditions', user('usr_1'))).toEqual(['mem_plain', 'mem_two']);
    await fixture.setPolicyFacts('conditions', denying({ 'resource.tags': { gte: 'p' } }));
    expect(await shown('conditions', user('usr_1'))).toEqual(['mem_plain', 'mem_two']);
    await fixture.setPolicyFacts('conditions', denying({ 'agent.id': 'agent two' }));
    expect(await shown('conditions', user('usr_1'))).toHaveLength(3);
    expect(await shown('conditions', { ...user('usr_1'), agentId: 'agent two' })).toEqual([]);
    await fixture.setPolicyFacts('conditions', denying({ 'principal.id': 'usr_1' }));
    expect(await shown('conditions', user('usr_1'))).toEqual([]);
    expect(await shown('conditions', user('usr_2'))).toHaveLength(3);
  });

  it('hides an artifact with any memory that it was compiled from, however many there are', async () => {
    const scope = tenant('sources');
    const many = Array.from({ length: 900 }, (_, i) => memory(`Turn ${String(i)}`, { id: `mem_${String(i)}` }));
    await fixture.index(scope, many);
    const secret = memory('A secret', { id: 'mem_secret', tags: ['secret'] });
    const resting = artifact('Weigh anchor', { id: 'art_all', sourceMemories: [...many, secret].map(({ id }) => id) });
    const free = artifact('Drop anchor', { id: 'art_free', sourceMemories: ['mem_0'] });
    await fixture.index(scope, [secret, resting, free]);
    const closing = organization({ policies: [policy({ conditions: { 'resource.tags': 'secret' } })] });
    expect(await shown('sources', user('usr_1'))).toEqual(['art_all', 'art_free']);
    await fixture.setPolicyFacts('sources', closing);
    expect(await shown('sources', user('usr_1'))).toEqual(['art_free']);

    // Archived, it is not in the index any more, and hides the artifact still.
    await fixture.remove(scope, ['mem_secret']);
    expect(await shown('sources', user('usr_1'))).toEqual(['art_free']);
    await fixture.index(scope, [{ ...secret, revision: 2, tags: [] }]);
    expect(await shown('sources', user('usr_1'))).toEqual(['art_all', 'art_free']);
    await fixture.index(scope, [{ ...secret, revision: 3 }]);
    expect(await shown('sources', user('usr_1'))).toEqual(['art_free']);
    await fixture.index(scope, [{ ...resting, revision: 2, sourceMemories: ['mem_0', 'mem_1'] }]);
    expect(await shown('sources', user('usr_1'))).toEqual(['art_all', 'art_free']);

    await fixture.index(scope, [{ ...resting, revision: 3, sourceMemories: ['mem_0', 'mem_unknown'] }]);
    expect(await shown('sources', user('usr_1'))).toEqual(['art_free']);
  });

  it('hides an artifact by the tags of its events, though there is no memory of them', async () => {
    const open = memory('Weigh anchor', { id: 'mem_open' });
    await fixture.index(tenant('bare'), [
      open,
      artifact('Weigh anchor', { id: 'art_secret', tags: ['secret'], sourceMemories: [open.id] }),
      artifact('Drop anchor', { id: 'art_bare', tags: ['secret'] }),
      artifact('Lift anchor', { id: 'art_free', tags: ['public'], sourceMemories: [open.id] }),
    ]);
    for (const conditions of [{ 'resource.tags': 'secret' }, { 'resource.tags': { gte: 's' } }]) {
      await fixture.setPolicyFacts('bare', organization({ policies: [policy({ resource: 'memory:*', conditions })] }));
      expect(await shown('bare', user('usr_1'))).toEqual(['art_free', 'mem_open']);
    }
  });

  it('hides everything from an agent that no longer exists', async () => {
    await fixture.index(tenant('gone'), [anchor({ id: 'mem_a' })]);
    await fixture.setPolicyFacts('gone', organization({}));
    expect(await shown('gone', agentKey(`agt_${'0'.repeat(32)}`))).toEqual([]);
  });

  it('makes synthesize fail as unavailable if the policy facts cannot be read', async () => {
    await fixture.index(tenant('away'), [anchor({ id: 'mem_a' })]);
    await fixture.setPolicyFacts('away', null);
    await expect(shown('away', user('usr_1'))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('hides what is not learned yet, and counts it nowhere', async () => {
    const scope = tenant('unlearned');
    await fixture.index(scope, [anchor({ id: 'mem_a' })]);
    await fixture.setUnlearned(scope, new Map([['evt_b', anchor({ id: 'mem_b', tags: ['secret'] })]]));
    const explained = () => fixture.synthesize(scope, { query: 'anchor', explain: true }, user('usr_1'));
    expect(await shown('unlearned', user('usr_1'))).toEqual(['evt_b', 'mem_a']);
    await fixture.setPolicyFacts(
      'unlearned',
      organization({ policies: [policy({ conditions: { 'resource.tags': 'secret' } })] }),
    );
    const hidden = await explained();
    expect(hidden.sections.map(({ source }) => source)).toEqual(['mem_a']);
    await fixture.setUnlearned(scope, new Map());
    expect({ ...(await explained()), packId: hidden.packId }).toEqual(hidden);
  });
});
