import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@strata/contracts/operations/table';
import type { Role } from '@strata/contracts/schemas/organization';
import { newId } from '@strata/kernel/ids';
import { expectLabelled } from '@strata/testkit/expect-labelled';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { factsOf } from './facts-fixture.ts';
import { startGateway, type GatewayFixture, type Reply } from './gateway-fixture.ts';
import { changeFacts } from './services-fixture.ts';

const event = { type: 'message', sessionId: 's1', payload: { role: 'user', content: 'hello' } };
const FIELD = 'metadata.agentId';
const REFUSED = 'you may not act as this agent identity';

describeOnDatabase('Acting as an agent identity', (backend) => {
  let database: TestDatabase;
  let fixture: GatewayFixture;
  let token: string;
  let tenantId: string;
  let userId: string;
  const [mine, theirs] = [newId('agt'), newId('agt')];

  beforeAll(async () => {
    database = await backend.start();
    fixture = await startGateway({ connection: database.connection });
  });
  afterAll(async () => {
    await fixture.close();
    await database.close();
  });
  beforeEach(async () => {
    ({ token, tenantId, userId } = await fixture.register());
    await setRole('developer');
    fixture.services.stored.length = 0;
    fixture.services.audited.length = 0;
  });

  /** The user created `mine`, and has this role in the organization of both agents; null: is no member. */
  const setRole = async (role: Role | null): Promise<void> => {
    const members = role === null ? [] : [{ userId, role, teamIds: [] }];
    const [own] = factsOf({ agents: [mine], createdBy: userId, members }).organizations;
    if (own === undefined) throw new Error('There is no organization');
    const agents = [...own.agents, { id: theirs, teamId: 'team_b', createdBy: userId }];
    await changeFacts(fixture.bus, fixture.services, tenantId, { organizations: [{ ...own, agents }] });
  };
  const capture = (agentId: string, as: string): Promise<Reply> =>
    fixture.ask('POST /v1/capture', { as, body: { ...event, metadata: { agentId } } });
  const keyWith = async (fields: object): Promise<string> => (await fixture.newKey(token, { ...fields })).key;
  const storedAgents = () => fixture.services.stored.flatMap(({ events }) => events.map(({ agentId }) => agentId));
  const denials = () =>
    fixture.services.audited.flatMap(({ report: { place, entries } }) =>
      entries.filter(({ outcome }) => outcome === 'denied').map((entry) => ({ place, ...entry })),
    );

  describe('by naming it in an event', () => {
    it('takes a user who may act as it, or their unbound key: else 403 with the field', async () => {
      for (const as of [token, await keyWith({})]) {
        expect((await capture(mine, as)).status).toBe(202);
        const { status, error } = await capture(theirs, as);
        expect([status, error]).toEqual([
          403,
          {
            code: 'forbidden',
            message: `Capturing this event is denied: ${FIELD}: ${REFUSED}`,
            details: [{ field: FIELD, message: REFUSED }],
          },
        ]);
      }
      expect(storedAgents()).toEqual([mine, mine]);
      const denial = { action: 'event.capture', changes: { reason: `${FIELD}: ${REFUSED}`, after: { events: 1 } } };
      const place = { namespaceId: null, agentId: theirs };
      expect(denials()).toMatchObject([denial, denial].map((each) => ({ ...each, place, resourceId: theirs })));
    });

    it('takes a role that still allows it', async () => {
      const key = await keyWith({});
      await setRole('manager');
      expect((await capture(theirs, key)).status).toBe(202);
      for (const role of ['viewer', null] as const) {
        await setRole(role);
        for (const as of [key, token]) expect((await capture(mine, as)).status).toBe(403);
      }
    });

    it('takes a key that is bound to it, and no key that is bound to another agent', async () => {
      const bound = await keyWith({ agentId: mine });
      expect((await capture(mine, bound)).status).toBe(202);
      expect((await capture(theirs, bound)).status).toBe(403);
      expect((await capture(theirs, await keyWith({ agentId: 'coder' }))).status).toBe(403);
      expect((await capture('coder', bound)).status).toBe(202);
      expect(storedAgents()).toEqual([mine, mine]);
    });

    it('is open to an unbound service key', async () => {
      expect((await capture(theirs, await keyWith({ owner: 'tenant' }))).status).toBe(202);
      expect((await capture(theirs, await keyWith({ owner: 'tenant', agentId: mine }))).status).toBe(403);
    });

    it('does not concern free-form ids, nor agent identities that the tenant does not have', async () => {
      const key = await keyWith({});
      for (const agentId of ['coder', theirs.toUpperCase(), newId('agt')])
        expectLabelled(agentId, (await capture(agentId, key)).status).toBe(202);
    });

    it('is judged event by event in a batch, and audited once', async () => {
      const events = [mine, theirs, 'coder', theirs].map((agentId) => ({ ...event, metadata: { agentId } }));
      const { status, data } = await fixture.ask('POST /v1/capture/batch', { as: await keyWith({}), body: { events } });
      expect([status, data['queued'], data['errorDetails']]).toEqual([
        202,
        2,
        [1, 3].map((index) => ({
          index,
          code: 'forbidden',
          message: expect.stringContaining(REFUSED),
          details: [{ field: FIELD, message: REFUSED }],
        })),
      ]);
      expect(denials()).toMatchObject([{ resourceId: theirs, changes: { after: { events: 2 } } }]);
    });
  });

  it('by naming it in a learn request takes the same, and a denial is audited', async () => {
    const learn = (agentId: string) => fixture.ask('POST /v1/learn', { as: token, body: { agentId } });
    expect([(await learn(mine)).status, (await learn('coder')).status]).toEqual([202, 202]);
    const { status, error } = await learn(theirs);
    expect([status, error.details]).toEqual([403, [{ field: 'agentId', message: REFUSED }]]);
    expect(denials()).toMatchObject([{ action: 'job.create', changes: { reason: `agentId: ${REFUSED}` } }]);
  });

  describe('with a bound key', () => {
    const operations = OPERATIONS.filter(({ credential }) => credential === 'api-key');
    const askAll = (as: string): Promise<Reply[]> =>
      Promise.all(
        operations.map(({ method, path, examples }) => {
          const body = method === 'GET' ? {} : { body: examples[0]?.body ?? {} };
          return fixture.ask(`${method} ${path.replaceAll(/\{\w+\}/g, 'some-id')}`, { as, ...body });
        }),
      );

    it('ends with the right of its user: every operation is denied, with the reason, and audited', async () => {
      const key = await keyWith({ agentId: mine, scopes: ['admin'] });
      const replies = await askAll(key);
      const denied = operations.filter((_, index) => replies[index]?.status === 403).map(({ name }) => name);
      // To erase and to export data takes an admin of the tenant, which this user is not.
      expect(denied).toEqual(['startErasure', 'startExport', 'getExport']);
      fixture.services.audited.length = 0;
      await setRole('analyst');
      const reason = 'The user who this key belongs to may not act as its agent any more';
      for (const { status, error } of await askAll(key)) expect([status, error.message]).toEqual([403, reason]);
      expect(denials()).toHaveLength(operations.length);
      await setRole('developer');
      expect((await capture(mine, key)).status).toBe(202);
    });

    it('of the tenant goes on until the agent is deleted', async () => {
      const key = await keyWith({ agentId: mine, owner: 'tenant' });
      await setRole(null);
      expect((await capture(mine, key)).status).toBe(202);
      await changeFacts(fixture.bus, fixture.services, tenantId, factsOf({}));
      const { status, error } = await capture(mine, key);
      expect([status, error.message]).toEqual([403, 'The agent that this key acts as does not exist any more']);
    });

    it('gets 503 while it cannot be known whether its user may act as its agent', async () => {
      const key = await keyWith({ agentId: mine });
      await changeFacts(fixture.bus, fixture.services, tenantId, null);
      for (const { status } of await askAll(key)) expect([403, 503]).toContain(status);
      expect((await fixture.ask('GET /v1/usage-metrics', { as: key })).status).toBe(503);
    });
  });
});
