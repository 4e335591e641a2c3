import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Facts } from '@strata/contracts/schemas/policy-facts';
import { newId } from '@strata/kernel/ids';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { factsOf } from './facts-fixture.ts';
import { startGateway, type GatewayFixture, type Reply } from './gateway-fixture.ts';
import { changeFacts } from './services-fixture.ts';

const event = { type: 'message', sessionId: 's1', payload: { role: 'user', content: 'hello' } };
const of = (metadata: object, more: object = {}) => ({ ...event, metadata, ...more });

describeOnDatabase('Capture under policies', (backend) => {
  let database: TestDatabase;
  let fixture: GatewayFixture;
  let tenantId: string;
  let userId: string;
  let token: string;
  let key: string;
  let keyId: string;

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
    ({ key, id: keyId } = await fixture.newKey(token));
    const { stored, audited } = fixture.services;
    stored.length = 0;
    audited.length = 0;
  });

  const setFacts = (facts: Facts | null): Promise<void> => changeFacts(fixture.bus, fixture.services, tenantId, facts);
  /** An organization with an agent identity that the user may make keys for. */
  const having = (agentId: string) => ({
    agents: [agentId],
    createdBy: userId,
    members: [{ userId, role: 'developer' as const, teamIds: [] }],
  });
  const capture = (body: object, as = key): Promise<Reply> => fixture.ask('POST /v1/capture', { as, body });
  const captureBatch = (events: object[], as = key): Promise<Reply> =>
    fixture.ask('POST /v1/capture/batch', { as, body: { events } });
  const storedEvents = () => fixture.services.stored.flatMap(({ events }) => events);
  const denialRecords = () =>
    fixture.services.audited.filter(({ report }) => report.entries.every(({ outcome }) => outcome === 'denied'));
  const denials = () => denialRecords().map(({ report }) => report);

  describe('for one event', () => {
    it('returns 422 for a namespace that the tenant does not have, even if another tenant has it', async () => {
      const other = await fixture.register();
      await changeFacts(fixture.bus, fixture.services, other.tenantId, factsOf({ namespaces: { theirs: 'public' } }));
      await setFacts(factsOf({ namespaces: { ours: 'internal' } }));
      for (const namespaceId of ['theirs', 'nowhere']) {
        const { status, error } = await capture(of({ namespaceId }));
        expect([status, error]).toEqual([
          422,
          {
            code: 'validation_error',
            message: 'metadata.namespaceId is not a namespace of this tenant',
            details: [{ field: 'metadata.namespaceId', message: 'is not a namespace of this tenant' }],
          },
        ]);
      }
      expect((await capture(of({ namespaceId: 'ours' }))).status).toBe(202);
      expect([storedEvents().length, denials()]).toEqual([1, []]);
    });

    it('counts its idempotency key within its namespace and the agent of a bound key, so that no other caller can take or test it', async () => {
      const agentId = newId('agt');
      await setFacts(factsOf({ ...having(agentId), namespaces: { ours: 'internal', open: 'public' } }));
      const bound = await fixture.newKey(token, { agentId });
      const keyed = (content: string, namespaceId?: string) => ({
        ...of(namespaceId === undefined ? {} : { namespaceId }),
        ...{ idempotencyKey: 'invoice-7', payload: { content } },
      });
      const replies = [
        await capture(keyed('agent'), bound.key),
        await capture(keyed('namespace', 'ours')),
        await capture(keyed('other namespace', 'open')),
        await capture(keyed('neither')),
      ];
      expect(replies.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
      expect(new Set(replies.map(({ data }) => data['eventId'])).size).toBe(4);
      expect((await capture(keyed('another'), bound.key)).status).toBe(409);
      expect((await capture(keyed('another', 'ours'))).status).toBe(409);
      expect((await capture(keyed('agent'), bound.key)).data).toEqual(replies[0]?.data);
    });

    it('returns 403 with the reason if a policy denies it, and records the denial before the response', async () => {
      await setFacts(
        factsOf({ namespaces: { safe: 'internal' }, policies: [{ name: 'Read only', resource: 'namespace:safe' }] }),
      );
      const { status, error, meta } = await capture(of({ namespaceId: 'safe', agentId: 'a1' }));
      const reason = 'The policy "Read only" denies it';
      expect([status, error]).toEqual([
        403,
        { code: 'forbidden', message: `Capturing this event is denied: ${reason}` },
      ]);
      expect(denialRecords()).toEqual([
        {
          report: {
            organizationId: null,
            place: { namespaceId: 'safe', agentId: 'a1' },
            entries: [
              {
                entryId: expect.stringMatching(/^aud_/),
                action: 'event.capture',
                resourceId: 'safe',
                outcome: 'denied',
                changes: { reason, after: { events: 1 } },
                at: expect.any(String),
              },
            ],
          },
          context: expect.objectContaining({
            scope: { tenantId, environment: 'live' },
            requestId: meta.requestId,
            actor: expect.objectContaining({ id: keyId }),
            ip: expect.stringMatching(/127\.0\.0\.1$/),
          }),
        },
      ]);
      expect(storedEvents()).toEqual([]);
    });

    it('allows only owners, admins and teams of a confidential namespace, if no policy decides', async () => {
      const members = [{ userId, role: 'admin' as const, teamIds: [] }];
      await setFacts(factsOf({ namespaces: { safe: 'confidential' }, members }));
      const [byKey, byAdmin] = [
        await capture(of({ namespaceId: 'safe' })),
        await capture(of({ namespaceId: 'safe' }), token),
      ];
      expect([byKey.status, byKey.error.message, byAdmin.status]).toEqual([
        403,
        expect.stringContaining('No policy matches, and the namespace is confidential'),
        202,
      ]);
    });

    it.each([
      ['agent', { agentId: 'a1' }, { agentId: 'a2' }, { resource: 'agent:a1' }],
      ['tags', { tags: ['x', 'secret'] }, { tags: ['x'] }, { conditions: { 'resource.tags': 'secret' } }],
      [
        'kind, which is a memory later',
        { agentId: 'a1' },
        {},
        { resource: 'memory:*', conditions: { 'agent.id': 'a1' } },
      ],
    ])('judges by the %s of the event', async (_, denied, allowed, policy) => {
      await setFacts(factsOf({ policies: [policy] }));
      expect([(await capture(of(denied))).status, (await capture(of(allowed))).status]).toEqual([403, 202]);
    });

    it('judges by the environment of the key', async () => {
      await setFacts(factsOf({ policies: [{ conditions: { environment: 'live' } }] }));
      const test = await fixture.newKey(token, { environment: 'test' });
      expect([(await capture(event)).status, (await capture(event, test.key)).status]).toEqual([403, 202]);
    });

    it('judges a bound key as its agent, even if the event names another', async () => {
      const agentId = newId('agt');
      await setFacts(factsOf({ ...having(agentId), policies: [{ resource: `agent:${agentId}` }] }));
      const bound = await fixture.newKey(token, { agentId });
      expect((await capture(of({ agentId: 'other' }), bound.key)).status).toBe(403);
      expect(denials()).toMatchObject([{ place: { namespaceId: null, agentId }, entries: [{ resourceId: agentId }] }]);
      expect((await capture(of({ agentId: 'other' }))).status).toBe(202);
    });

    it('denies a bound key after its agent was deleted', async () => {
      const agentId = newId('agt');
      await setFacts(factsOf(having(agentId)));
      const bound = await fixture.newKey(token, { agentId });
      expect((await capture(event, bound.key)).status).toBe(202);
      await setFacts(factsOf({}));
      const { status, error } = await capture(event, bound.key);
      expect([status, error.message]).toEqual([403, expect.stringContaining('does not exist any more')]);
    });

    it('judges by changed policies at once', async () => {
      await setFacts(factsOf({}));
      expect((await capture(event)).status).toBe(202);
      await setFacts(factsOf({ policies: [{}] }));
      expect((await capture(event)).status).toBe(403);
      await setFacts(factsOf({}));
      expect((await capture(event)).status).toBe(202);
    });

    it('returns the first response to a retry only while the caller may write the event', async () => {
      await setFacts(factsOf({}));
      const keyed = { ...event, idempotencyKey: 'again' };
      const first = await capture(keyed);
      await setFacts(factsOf({ policies: [{}] }));
      expect((await capture(keyed)).status).toBe(403);
      await setFacts(factsOf({}));
      expect((await capture(keyed)).data).toEqual(first.data);
    });

    it('claims no idempotency key for a denied event', async () => {
      await setFacts(factsOf({ policies: [{}] }));
      const keyed = { ...event, idempotencyKey: 'mine' };
      expect((await capture(keyed)).status).toBe(403);
      expect((await captureBatch([keyed])).data).toMatchObject({ errorDetails: [{ code: 'forbidden' }] });
      await setFacts(factsOf({}));
      expect((await capture({ ...keyed, sessionId: 'another' })).status).toBe(202);
    });
  });

  it('returns 503 and captures nothing while the policy facts cannot be read, and recovers', async () => {
    await setFacts(null);
    const keyed = { ...event, idempotencyKey: 'later' };
    const replies = [await capture(keyed), await captureBatch([event, keyed])];
    for (const { status, error, headers } of replies)
      expect([status, error.code, headers['retry-after']]).toEqual([503, 'unavailable', '1']);
    expect(fixture.services.stored).toEqual([]);
    await setFacts(factsOf({}));
    expect((await capture({ ...keyed, sessionId: 'another' })).status).toBe(202);
  });

  it('charges no quota for rejected events', async () => {
    const small = await startGateway({ connection: database.connection, env: { DEFAULT_PLAN: 'free' } });
    try {
      const own = await small.register();
      const { key: as } = await small.newKey(own.token);
      const facts = factsOf({ policies: [{ resource: 'agent:no' }] });
      await changeFacts(small.bus, small.services, own.tenantId, facts);
      const ask = (events: object[]) => small.ask('POST /v1/capture/batch', { as, body: { events } });
      const thousand = (metadata: object) => Array.from({ length: 1000 }, () => of(metadata));
      // The fixture reports three stored events; the plan has 5,000 a month.
      for (let i = 0; i < 4; i += 1) expect((await ask(thousand({}))).status).toBe(202);
      for (let i = 0; i < 2; i += 1) {
        expect((await ask(thousand({ agentId: 'no' }))).data['queued']).toBe(0);
        expect((await ask(thousand({ namespaceId: 'unknown' }))).data['queued']).toBe(0);
      }
      expect((await ask(thousand({}).slice(3))).data['queued']).toBe(997);
      expect((await ask([event])).status).toBe(429);
    } finally {
      await small.close();
    }
  });

  it('records no allowed events', async () => {
    await setFacts(factsOf({ namespaces: { open: 'public' } }));
    await captureBatch([event, of({ namespaceId: 'open' })]);
    expect([storedEvents().length, denials()]).toEqual([2, []]);
  });
});
