import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { describeEvents, storeEvents, type AcceptedEvent } from '@strata/contracts/calls/ingest';
import {
  policyFactsChanged,
  readPolicyFacts,
  recordAudit,
  type AuditReport,
} from '@strata/contracts/calls/organizations';
import { operationCall } from '@strata/contracts/operation';
import { getEvent, listEvents } from '@strata/contracts/operations/events';
import type { OrganizationFacts, PolicyFact } from '@strata/contracts/schemas/policy-facts';
import { createPolicyEngine } from '@strata/policy/policy-engine';
import { decisionContextOf } from '@strata/policy/principal';
import { systemContext, type Actor, type RequestContext } from '@strata/kernel/actor';
import { captureIds } from '@strata/kernel/capture-ids';
import { systemClock } from '@strata/kernel/clock';
import { unavailable } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { openAll, type Closeable } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import { createIngest } from '../src/app.ts';
import { ingestConfigSchema } from '../src/config.ts';

const OPEN = newId('nsp');
const CLOSED = newId('nsp');
const TEAM = newId('team');
const MEMBER = newId('usr');
const OUTSIDER = newId('usr');

const policy = (given: Partial<PolicyFact>, at: number): PolicyFact => ({
  id: `pol_${String(at)}`,
  name: 'Not this',
  effect: 'deny',
  resource: '*:*',
  action: 'read',
  conditions: {},
  priority: 0,
  ...given,
});
const harbour = (...rules: Partial<PolicyFact>[]): OrganizationFacts => ({
  id: 'org_harbour',
  namespaces: [
    { id: OPEN, sensitivity: 'internal', teamIds: [] },
    { id: CLOSED, sensitivity: 'confidential', teamIds: [TEAM] },
  ],
  agents: [],
  members: [{ userId: MEMBER, role: 'developer', teamIds: [TEAM] }],
  policies: rules.map(policy),
});

let arrivals = 0;
const PLACES = [OPEN, CLOSED, null, null, 'nsp_unknown'].map((namespaceId, at) => ({
  namespaceId,
  agentId: at === 3 ? null : `agent-${String(at % 2)}`,
  tags: at % 2 === 0 ? ['red'] : ['blue'],
}));

describeOnDatabase('Reading events under policies', (backend) => {
  const bus = createInProcessBus();
  const facts = new Map<string, OrganizationFacts[]>();
  const audit: { report: AuditReport; context: RequestContext }[] = [];
  let areFactsTold = true;
  let isRecording = true;
  let version = 0;
  let host: Closeable;
  let tenantId: string;

  beforeAll(async () => {
    host = await openAll(async (stack) => {
      const { connection } = stack.use(await backend.start());
      stack.use(bus);
      await bus.serve(readPolicyFacts, ({ knownVersion }, { scope }) => {
        if (!areFactsTold) return Promise.reject(unavailable('The facts'));
        const now = `${scope.tenantId}/${String(version)}`;
        const organizations = facts.get(scope.tenantId) ?? [];
        return Promise.resolve({ version: now, facts: knownVersion === now ? null : { organizations } });
      });
      await bus.consume(recordAudit, (deliveries) => {
        if (!isRecording) return Promise.reject(unavailable('The audit log'));
        audit.push(...deliveries.map(({ payload, context }) => ({ report: payload, context })));
        return Promise.resolve();
      });
      const metrics = createMetrics({ service: 'ingest' });
      const parts = { bus, connection, metrics, logger: silentLogger, clock: systemClock };
      stack.use(await createIngest(ingestConfigSchema.parse({}), parts));
      return stack;
    });
  });
  afterAll(() => host.close());
  beforeEach(() => {
    tenantId = newId('ten');
  });

  const caller = (id: string, actor: Partial<Actor> = {}): RequestContext => ({
    scope: { tenantId, environment: 'live' },
    actor: { type: 'user', id, scopes: ['read'], ...actor },
    requestId: newId('req'),
  });
  const system = () => systemContext({ tenantId, environment: 'live' }, newId('req'));
  const setFacts = async (...organizations: OrganizationFacts[]): Promise<void> => {
    facts.set(tenantId, organizations);
    version += 1;
    await bus.announce(policyFactsChanged, { version: String(version) }, system());
  };
  const store = async (
    places: readonly Partial<AcceptedEvent>[] = [...PLACES, ...PLACES],
  ): Promise<AcceptedEvent[]> => {
    const events = places.map((place): AcceptedEvent => ({
      id: captureIds(system().scope, undefined).eventId,
      type: 'message',
      sessionId: 'run',
      agentId: null,
      namespaceId: null,
      tags: [],
      payload: {},
      metadata: {},
      idempotencyKey: null,
      fingerprint: null,
      occurredAt: '2026-05-08T10:00:00.000Z',
      occurredAtGiven: true,
      receivedAt: '2026-11-02T09:00:00.000Z',
      arrival: ++arrivals,
      secretsReplaced: 0,
      ...place,
    }));
    await bus.send(storeEvents, { events, batch: null }, system());
    return events;
  };
  const list = (context: RequestContext, query: Record<string, unknown> = {}) =>
    bus.call(operationCall(listEvents), { params: {}, query }, context);
  const read = (context: RequestContext, id: string) =>
    bus.call(operationCall(getEvent), { params: { id }, query: {} }, context);
  const mayRead = (context: RequestContext, { id, namespaceId, agentId, tags }: AcceptedEvent): boolean => {
    const subject = { id, namespaceId, agentId, tags };
    const engine = createPolicyEngine({ organizations: facts.get(tenantId) ?? [] });
    return (
      engine.decide({ ...decisionContextOf(context, new Date()), action: 'read', kind: 'event', item: subject })
        .effect === 'allow'
    );
  };
  const pages = async (context: RequestContext, limit: number, between?: () => Promise<unknown>) => {
    const ids: string[] = [];
    const totals = new Set<number>();
    let cursor: string | null | undefined;
    do {
      const page = await list(context, cursor === undefined ? { limit } : { limit, cursor });
      ids.push(...page.items.map((item) => item.id));
      totals.add(page.pagination.total);
      cursor = page.pagination.cursor;
      await between?.();
    } while (cursor !== null);
    return { ids, totals: [...totals] };
  };
  const newestFirst = (events: readonly AcceptedEvent[]): string[] => events.map(({ id }) => id).reverse();

  describe.each<[string, Partial<PolicyFact>[]]>([
    ['no policy', []],
    ['a namespace that is denied', [{ resource: `namespace:${OPEN}` }]],
    ['all memories denied', [{ resource: 'memory:*' }]],
    ['one memory denied, which is no event', [{ resource: 'memory:mem_1' }]],
    ['an agent that is denied', [{ resource: 'agent:agent-0' }]],
    ['a tag that is denied', [{ conditions: { 'resource.tags': 'red' } }]],
    ['what one agent is denied', [{ conditions: { 'agent.id': 'agent-1' } }]],
    [
      'what lies in no namespace denied',
      [{ conditions: { 'resource.sensitivity': { notIn: ['public', 'internal'] } } }],
    ],
  ])('with %s', (_title, rules) => {
    test('every page of whatever size holds what may be read, in order, once, while more comes in', async () => {
      const events = await store();
      await setFacts(harbour(...rules));
      const people = [
        ...[MEMBER, OUTSIDER].map((id) => caller(id)),
        caller(newId('key'), { type: 'api_key', agentId: 'agent-1' }),
        caller(newId('key'), { type: 'api_key', agentId: newId('agt') }),
      ];
      for (const context of people) {
        const visible = events.filter((event) => mayRead(context, event));
        for (const limit of [1, 3, 10]) {
          const seen = await pages(context, limit);
          expect([context.actor, seen.ids]).toEqual([context.actor, newestFirst(visible)]);
          expect(seen.totals).toEqual([visible.length]);
        }
        const tagged = await list(context, { tag: 'red' });
        expect(tagged.pagination.total).toBe(visible.filter(({ tags }) => tags.includes('red')).length);
        const ids = events.map(({ id }) => id);
        const described = (await bus.call(describeEvents, { eventIds: ids }, context)).events.map(({ id }) => id);
        expect(described.sort()).toEqual(visible.map(({ id }) => id).sort());
        for (const event of events) {
          const answer = read(context, event.id);
          if (visible.includes(event)) expect((await answer).id).toBe(event.id);
          else await expect(answer).rejects.toMatchObject({ code: 'not_found' });
        }
      }
      const member = caller(MEMBER);
      const before = newestFirst(events.filter((event) => mayRead(member, event)));
      expect((await pages(member, 2, () => store(PLACES.slice(0, 2)))).ids).toEqual(before);
    });
  });

  test('a tenant without organizations sees what lies in no namespace, and its total is of these', async () => {
    const events = await store();
    const visible = events.filter(({ namespaceId }) => namespaceId === null);
    expect(await pages(caller(OUTSIDER), 3)).toEqual({ ids: newestFirst(visible), totals: [visible.length] });
  });

  test('a hidden event that is asked for is not there, in the words for what never was, once that is on record', async () => {
    const [hidden] = await store([{ namespaceId: CLOSED }]);
    await setFacts(harbour());
    const context = caller(OUTSIDER);
    const id = hidden?.id ?? '';
    const messageOf = (of: string) => read(context, of).then(String, (error: unknown) => String(error));
    expect(await messageOf(id)).toBe(await messageOf(newId('evt')));
    expect(audit.filter((entry) => entry.context.scope.tenantId === tenantId)).toMatchObject([
      {
        context: { requestId: context.requestId },
        report: {
          place: { namespaceId: CLOSED, agentId: null },
          entries: [{ action: 'event.read', resourceId: id, outcome: 'denied' }],
        },
      },
    ]);
  });

  test('a hidden event is not even refused while the refusal cannot be put on record', async () => {
    const [hidden] = await store([{ namespaceId: CLOSED }]);
    await setFacts(harbour());
    isRecording = false;
    try {
      await expect(read(caller(OUTSIDER), hidden?.id ?? '')).rejects.toMatchObject({ code: 'unavailable' });
    } finally {
      isRecording = true;
    }
  });

  test('without facts nothing is shown, and work of the service itself needs none', async () => {
    const [event] = await store();
    const id = event?.id ?? '';
    areFactsTold = false;
    try {
      const context = caller(MEMBER);
      const asked = [list(context), read(context, id), bus.call(describeEvents, { eventIds: [id] }, context)];
      for (const answer of await Promise.allSettled(asked))
        expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
      expect((await list(system())).pagination.total).toBe(10);
      expect((await read(system(), id)).id).toBe(id);
    } finally {
      areFactsTold = true;
    }
  });
});
