import { registerTenant } from '../api.mjs';
import { summarise } from '../load/latencies.mjs';
import { startLoadGenerator } from '../load/load-generator.mjs';
import { mebibytes, residentMemory } from '../systems/resident-memory.mjs';
import { eventsOf } from '../workload/events.mjs';
import { makeQueries } from '../workload/queries.mjs';

const TIMES = 5;
const AFTERWARDS_SECONDS = 10;
/** Recovered: from then on, for so long, every request is served, and at most one in a hundred takes too long. */
const STEADY_MS = 3_000;
const MOST_SLOW = 0.01;
const EVERY_MS = { health: 100, signIn: 1_000 };
const CAPTURES = { kind: 'agent-sessions', seed: 15, events: 3_000, agentId: 'bench-overload' };
const MEMORIES = { kind: 'conversations', seed: 31, events: 1_000, agentId: 'bench-overload' };

/**
 * Offers five times the capacity, of captures and of syntheses, from a process of its own. Probes come from a third process: health,
 * signing in, and a few requests of the same kind, which show when the overload is over.
 */
export async function measureOverload({ system, load, size, report, record, print }) {
  const tenant = await registerTenant(system.base);
  await tenant.captureAll(MEMORIES);
  report('learning');
  await tenant.learn({});
  const queries = makeQueries(
    [...eventsOf(MEMORIES)].map(({ payload }) => payload.content),
    200,
  );
  const kinds = [
    {
      name: 'capture',
      path: '/v1/capture',
      expect: 202,
      connections: 32,
      alone: 2_000,
      source: { workload: CAPTURES },
      probe: JSON.stringify([...eventsOf(CAPTURES)][0]),
    },
    {
      name: 'synthesize',
      path: '/v1/synthesize',
      expect: 200,
      connections: 8,
      alone: 500,
      source: { bodies: queries.map(({ query }) => JSON.stringify({ query })) },
      probe: JSON.stringify({ query: queries[0].query }),
    },
  ];
  const probing = startLoadGenerator();
  try {
    const results = {};
    for (const kind of kinds) {
      const step = (text) => report(`${kind.name}: ${text}`);
      results[kind.name] = await overloadOne({ kind, system, tenant, load, probing, size, step, record });
      printOne(kind.name, results[kind.name], print);
    }
    return results;
  } finally {
    probing.stop();
  }
}

async function overloadOne({ kind, system, tenant, load, probing, size, step, record }) {
  const { path, expect, connections, alone, source, probe } = kind;
  const request = { base: tenant.base, path, headers: tenant.headers, expect, ...source };
  const closedLoop = (more) => load.run({ task: source.workload ? 'capture' : 'post', ...request, ...more });
  step('warming up');
  await closedLoop({ concurrency: connections, seconds: size.seconds });
  step('capacity');
  const capacity = await closedLoop({ concurrency: connections, seconds: 2 * size.seconds });
  step('one at a time');
  const unloaded = await closedLoop({ concurrency: 1, requests: alone });

  step(`${TIMES} times the capacity for ${size.overloadSeconds} s`);
  const memory = watchMemory(system);
  const probes = probing.run({
    task: 'probe',
    base: tenant.base,
    seconds: size.overloadSeconds + AFTERWARDS_SECONDS,
    probes: [
      { name: 'health', method: 'GET', path: '/v1/health', everyMs: EVERY_MS.health },
      {
        name: 'signIn',
        method: 'POST',
        path: '/v1/auth/login',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(tenant.credentials),
        everyMs: EVERY_MS.signIn,
      },
      {
        name: 'same',
        method: 'POST',
        path,
        headers: tenant.headers,
        body: probe,
        everyMs: 10_000 / capacity.perSecond,
      },
    ],
  });
  const perSecond = TIMES * capacity.perSecond;
  const offered = await record(() => load.run({ task: 'offer', ...request, perSecond, seconds: size.overloadSeconds }));
  const probed = await probes;
  const during = (results) => results.filter(({ at }) => at < offered.endedAt);
  return {
    capacity,
    unloaded,
    offered,
    ratio: offered.served.p99 / unloaded.p99,
    goodput: offered.served.perSecond / capacity.perSecond,
    health: summariseProbes(during(probed.health), 200),
    signIn: summariseProbes(during(probed.signIn), 200),
    recoveryMs: recovery(probed.same, { endedAt: offered.endedAt, expect, tolerableMs: 5 * unloaded.p99 }),
    memory: memory.stop(),
  };
}

const summariseProbes = (results, expect) => ({
  ...summarise(
    results.map(({ ms }) => ms),
    1_000,
  ),
  others: results.filter(({ status }) => status !== expect).length,
});

/** Milliseconds from the end of the overload until requests are served as before; null if that was not seen. */
function recovery(results, { endedAt, expect, tolerableMs }) {
  const later = results.filter(({ at }) => at >= endedAt);
  const isNormal = (next) =>
    next.every(({ status }) => status === expect) &&
    next.filter(({ ms }) => ms > tolerableMs).length <= MOST_SLOW * next.length;
  for (const [index, { at }] of later.entries()) {
    const next = later.slice(index).filter((other) => other.at < at + STEADY_MS);
    if (isNormal(next)) return at - endedAt;
  }
  return null;
}

/** The resident memory of all processes: at the start, at its highest, and at the end. */
function watchMemory(system) {
  const read = () => [...residentMemory(system, 'VmRSS').values()].reduce((sum, bytes) => sum + bytes, 0);
  const before = read();
  let highest = before;
  const timer = setInterval(() => (highest = Math.max(highest, read())), 1_000);
  return {
    stop: () => {
      clearInterval(timer);
      return { before, highest, after: read() };
    },
  };
}

function printOne(name, { capacity, unloaded, offered, ratio, goodput, health, signIn, recoveryMs, memory }, print) {
  const ms = (value) => `${value.toFixed(1)} ms`;
  const rate = (value) => `${Math.round(value).toLocaleString('en')}/s`;
  const { served, shed, others, messages } = offered;
  const count = (value) => value.toLocaleString('en');
  const share = (part) => `${((100 * part) / offered.offered).toFixed(1)} %`;
  print(
    `  ${name}: capacity ${rate(capacity.perSecond)}, one at a time p50 ${ms(unloaded.p50)}, p99 ${ms(unloaded.p99)}`,
  );
  print(
    `    offered ${rate(offered.perSecond)}: ${count(served.count)} served (${share(served.count)}), ${count(shed.count)} shed, others ${JSON.stringify(others)}`,
  );
  print(
    `    served p50 ${ms(served.p50)}, p99 ${ms(served.p99)}, max ${ms(served.max)}: ${ratio.toFixed(2)} times the unloaded p99`,
  );
  print(`    shed p50 ${ms(shed.p50)}, p99 ${ms(shed.p99)}: ${JSON.stringify(messages)}`);
  print(`    goodput ${rate(served.perSecond)}: ${goodput.toFixed(2)} of the capacity`);
  print(
    `    health p50 ${ms(health.p50)}, p99 ${ms(health.p99)}, max ${ms(health.max)}, ${health.others} of ${health.count} not 200`,
  );
  print(`    signing in p50 ${ms(signIn.p50)}, max ${ms(signIn.max)}, ${signIn.others} of ${signIn.count} not 200`);
  print(`    normal again after ${recoveryMs === null ? 'more than was watched' : ms(recoveryMs)}`);
  print(
    `    resident memory of all processes ${mebibytes(memory.before)} before, ${mebibytes(memory.highest)} at most, ${mebibytes(memory.after)} after`,
  );
  print(
    `    load generator: busy ${Math.round(100 * offered.busy)} % of the time, at most ${offered.connections} connections in use, p99 of lateness ${ms(offered.lateness)}`,
  );
}
