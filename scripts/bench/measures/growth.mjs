import { registerTenant } from '../api.mjs';
import { alternate, figureOf } from '../rounds.mjs';
import { eventsOf } from '../workload/events.mjs';
import { makeQueries } from '../workload/queries.mjs';

const TIMES = 10;
const MEMORIES = 1000;
const LEARNED = 500;
const CAPTURES = 100;
const QUERIES = 200;
const FILLING = 2;
const EVENTS_OF_A_TENANT = 100;
const TEXTS = { kind: 'conversations', seed: 60, agentId: 'bench-growth' };
const SINGLE = { kind: 'agent-sessions', seed: 61, events: 300, agentId: 'bench-singly' };

/**
 * What one capture, one batch, one synthesis and one learn job cost when there is ten times as much: tenants of the system, stored events, memories
 * or policies by tag of the tenant. The limit is the same with a tenth.
 */
export async function measureGrowth(parts) {
  const figures = [];
  // Tenants first: the others fill the first of the two systems.
  for (const [kind, prepare] of Object.entries({
    tenants: withTenants,
    events: withEvents,
    memories: withMemories,
    policies: withPolicies,
  })) {
    const count = parts.size.growth[kind];
    const title = `${count.toLocaleString('en')} to ${(TIMES * count).toLocaleString('en')} ${kind}`;
    const step = (text) => parts.report(`${title}: ${text}`);
    const [limit, strata] = await prepare({ ...parts, report: step }, [count, TIMES * count]);
    figures.push(...(await compare({ ...parts, report: step }, { title, limit, strata })));
  }
  return figures;
}

/** Two systems with so many tenants; each has some events and memories. */
async function withTenants({ system, startOther, report }, counts) {
  const systems = [system, await startOther({})];
  const subjects = [];
  for (const [at, count] of counts.entries()) {
    let filled = 0;
    const fill = async () => {
      for (let nth = filled++; nth < count; nth = filled++) {
        const tenant = await registerTenant(systems[at].base);
        await tenant.captureAll({ ...TEXTS, seed: 1000 + nth, events: EVENTS_OF_A_TENANT });
        await tenant.learn({});
        report(`${nth} tenants`);
      }
    };
    await Promise.all(Array.from({ length: FILLING }, fill));
    subjects.push(await withTexts(systems[at], MEMORIES));
  }
  return subjects;
}

/** Two tenants with so many stored events of another agent, from which nothing was learned yet. */
const withEvents = ({ system, report }, counts) =>
  inTurn(counts, async (events) => {
    const tenant = await withTexts(system, MEMORIES);
    await tenant.captureAll({ kind: 'agent-sessions', seed: 62, events, agentId: 'bench-stored' }, (captured) =>
      report(`${captured.toLocaleString('en')} events`),
    );
    await tenant.waitUntilStored(MEMORIES + events);
    return tenant;
  });

/** Two tenants with so many memories. */
const withMemories = ({ system, report }, counts) =>
  inTurn(counts, (memories) => {
    report(`${memories.toLocaleString('en')} memories`);
    return withTexts(system, memories);
  });

/** Two tenants with so many policies that deny reading and writing a tag, which no event has. */
const withPolicies = ({ system, report }, counts) =>
  inTurn(counts, async (policies) => {
    report(`${policies} policies`);
    const tenant = await withTexts(system, MEMORIES);
    const { id } = await tenant.asOwner('POST', '/v1/organizations', { name: 'Bench', slug: `bench-${Date.now()}` });
    for (let nth = 0; nth < policies; nth++) {
      const conditions = { 'resource.tags': `secret-${nth}` };
      await tenant.asOwner('POST', `/v1/organizations/${id}/policies`, {
        ...{ name: `No ${nth}`, effect: 'deny', resource: '*:*', action: '*', priority: 10, conditions },
      });
    }
    return tenant;
  });

async function withTexts(system, memories) {
  const tenant = await registerTenant(system.base);
  await tenant.captureAll({ ...TEXTS, events: memories });
  await tenant.learn({});
  return tenant;
}

async function inTurn(counts, make) {
  const made = [];
  for (const count of counts) made.push(await make(count));
  return made;
}

async function compare({ load, size, report, record }, { title, limit, strata }) {
  const texts = [...eventsOf({ ...TEXTS, events: MEMORIES })].map(({ payload }) => payload.content);
  const bodies = makeQueries(texts, QUERIES).map(({ query }) => JSON.stringify({ query }));
  const send = ({ base, headers }, task) => load.run({ base, headers, concurrency: 1, ...task });
  const turns = (name, work) =>
    alternate({
      rounds: size.rounds,
      warmUp: true,
      strata: (round) => work(strata, round),
      limit: (round) => work(limit, round),
      report: (text) => report(`${name}, ${text}`),
      record,
    });
  const captures = await turns('captures', (tenant) =>
    stored(tenant, CAPTURES, () =>
      send(tenant, { task: 'capture', workload: SINGLE, path: '/v1/capture', requests: CAPTURES, expect: 202 }),
    ),
  );
  const syntheses = await turns('syntheses', (tenant) =>
    send(tenant, { task: 'post', path: '/v1/synthesize', bodies, requests: size.queries, expect: 200 }),
  );
  const jobs = await turns('learn jobs', async (tenant, round) => {
    const workload = { kind: 'agent-sessions', seed: 80 + round, events: LEARNED, agentId: `bench-learned-${round}` };
    const startedAt = performance.now();
    await stored(tenant, LEARNED, () => tenant.captureAll(workload));
    const storeMs = performance.now() - startedAt;
    const { seconds } = await tenant.learn({ agentId: workload.agentId });
    return { storeMs, learnMs: 1000 * seconds };
  });
  return [
    figureOf(`${title}: capture, p50`, 'ms', captures, ({ p50 }) => p50),
    figureOf(`${title}: synthesize, p50`, 'ms', syntheses, ({ p50 }) => p50),
    figureOf(`${title}: batch of ${LEARNED} events until stored`, 'ms', jobs, ({ storeMs }) => storeMs),
    figureOf(`${title}: learn ${LEARNED} events`, 'ms', jobs, ({ learnMs }) => learnMs),
  ];
}

/** Captures events, and waits until they are stored. */
async function stored(tenant, events, capture) {
  const before = (await tenant.usage()).totals.events;
  const result = await capture();
  await tenant.waitUntilStored(before + events);
  return result;
}
