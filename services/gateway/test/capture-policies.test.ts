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

  const now = (facts: Facts | null): Promise<void> => changeFacts(fixture.bus, fixture.services, tenantId, facts);
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
  const refusals = () =>
    fixture.services.audited.filter(({ report }) => report.entries.every(({ outcome }) => outcome === 'denied'));
  const denials = () => refusals().map(({ report }) => report);

  describe('one event', () => {
    it('into a namespace that the tenant does not have is a 422 that names it, whoever else has it', async () => {
      const other = await fixture.register();
      await changeFacts(fixture.bus, fixture.services, other.tenantId, factsOf({ namespaces: { theirs: 'public' } }));
      await now(factsOf({ namespaces: { ours: 'internal' } }));
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

    it('that a policy denies is a 403 that says why, and is told to the audit log before the answer', async () => {
      await now(
        factsOf({ namespaces: { safe: 'internal' }, policies: [{ name: 'Read only', resource: 'namespace:safe' }] }),
      );
      const { status, error, meta } = await capture(of({ namespaceId: 'safe', agentId: 'a1' }));
      const reason = 'The policy "Read only" denies it';
      expect([status, error]).toEqual([
        403,
        { code: 'forbidden', message: `Capturing this event is denied: ${reason}` },
      ]);
      expect(refusals()).toEqual([
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

    it('into a confidential namespace is for its owners, admins and teams without a policy', async () => {
      const members = [{ userId, role: 'admin' as const, teamIds: [] }];
      await now(factsOf({ namespaces: { safe: 'confidential' }, members }));
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
      ['kind, as a memory to be', { agentId: 'a1' }, {}, { resource: 'memory:*', conditions: { 'agent.id': 'a1' } }],
    ])('is judged by its %s', async (_, denied, allowed, policy) => {
      await now(factsOf({ policies: [policy] }));
      expect([(await capture(of(denied))).status, (await capture(of(allowed))).status]).toEqual([403, 202]);
    });

    it('is judged by the environment of its key', async () => {
      await now(factsOf({ policies: [{ conditions: { environment: 'live' } }] }));
      const test = await fixture.newKey(token, { environment: 'test' });
      expect([(await capture(event)).status, (await capture(event, test.key)).status]).toEqual([403, 202]);
    });

    it('of a key of an agent is judged as that agent, whatever agent it names', async () => {
      const agentId = newId('agt');
      await now(factsOf({ ...having(agentId), policies: [{ resource: `agent:${agentId}` }] }));
      const bound = await fixture.newKey(token, { agentId });
      expect((await capture(of({ agentId: 'other' }), bound.key)).status).toBe(403);
      expect(denials()).toMatchObject([{ place: { namespaceId: null, agentId }, entries: [{ resourceId: agentId }] }]);
      expect((await capture(of({ agentId: 'other' }))).status).toBe(202);
    });

    it('of a key whose agent is gone is denied', async () => {
      const agentId = newId('agt');
      await now(factsOf(having(agentId)));
      const bound = await fixture.newKey(token, { agentId });
      expect((await capture(event, bound.key)).status).toBe(202);
      await now(factsOf({}));
      const { status, error } = await capture(event, bound.key);
      expect([status, error.message]).toEqual([403, expect.stringContaining('does not exist any more')]);
    });

    it('is judged by a change of policies at once', async () => {
      await now(factsOf({}));
      expect((await capture(event)).status).toBe(202);
      await now(factsOf({ policies: [{}] }));
      expect((await capture(event)).status).toBe(403);
      await now(factsOf({}));
      expect((await capture(event)).status).toBe(202);
    });

    it('that was taken in before gets its first answer again only while it may be written', async () => {
      await now(factsOf({}));
      const keyed = { ...event, idempotencyKey: 'again' };
      const first = await capture(keyed);
      await now(factsOf({ policies: [{}] }));
      expect((await capture(keyed)).status).toBe(403);
      await now(factsOf({}));
      expect((await capture(keyed)).data).toEqual(first.data);
    });

    it('that is denied claims no idempotency key', async () => {
      await now(factsOf({ policies: [{}] }));
      const keyed = { ...event, idempotencyKey: 'mine' };
      expect((await capture(keyed)).status).toBe(403);
      expect((await captureBatch([keyed])).data).toMatchObject({ errorDetails: [{ code: 'forbidden' }] });
      await now(factsOf({}));
      expect((await capture({ ...keyed, sessionId: 'another' })).status).toBe(202);
    });
  });

  it('is 503 with nothing taken in while the facts cannot be had, and recovers', async () => {
    await now(null);
    const keyed = { ...event, idempotencyKey: 'later' };
    const replies = [await capture(keyed), await captureBatch([event, keyed])];
    for (const { status, error, headers } of replies)
      expect([status, error.code, headers['retry-after']]).toEqual([503, 'unavailable', '1']);
    expect(fixture.services.stored).toEqual([]);
    await now(factsOf({}));
    expect((await capture({ ...keyed, sessionId: 'another' })).status).toBe(202);
  });

  it('charges no quota for what is refused', async () => {
    const small = await startGateway({ connection: database.connection, env: { DEFAULT_PLAN: 'free' } });
    try {
      const own = await small.register();
      const { key: as } = await small.newKey(own.token);
      const told = (facts: Facts) => changeFacts(small.bus, small.services, own.tenantId, facts);
      await told(factsOf({ policies: [{ resource: 'agent:no' }] }));
      const ask = (events: object[]) => small.ask('POST /v1/capture/batch', { as, body: { events } });
      const thousand = (metadata: object) => Array.from({ length: 1000 }, () => of(metadata));
      // Of 5,000 events a month the stand-in says that three are stored.
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

  it('tells nothing of what is allowed', async () => {
    await now(factsOf({ namespaces: { open: 'public' } }));
    await captureBatch([event, of({ namespaceId: 'open' })]);
    expect([storedEvents().length, denials()]).toEqual([2, []]);
  });
});
