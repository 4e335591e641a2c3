import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { registerTenant } from '../api.mjs';
import { startLoadGenerator } from '../load/load-generator.mjs';
import { spread } from '../rounds.mjs';
import { mebibytes, residentMemory } from '../systems/resident-memory.mjs';
import { eventsOf } from '../workload/events.mjs';
import { makeQueries } from '../workload/queries.mjs';

const MEMORIES = { kind: 'conversations', seed: 32, events: 1_000, agentId: 'bench-soak' };
const CAPTURES_A_SECOND = 30;
/** New sessions all the time, of one agent after the other, as in a company: a learning scope ends growing, and others begin. */
const capturesOf = (events) => ({
  kind: 'agent-sessions',
  seed: 33,
  events,
  sessions: Math.ceil(events / 30),
  sessionsPerAgent: 50,
  agentId: 'bench-soak',
});
const SYNTHESES_A_SECOND = 5;
const LEARN_EVERY_MS = 10_000;
const SAMPLE_EVERY_MS = 5_000;

/**
 * A steady load for some minutes, far below the capacity: captures and learn jobs of one tenant, syntheses of another one. Memory of each
 * process, connections to the database and what waits in the queues are compared between the second and the last quarter of the time.
 */
export async function measureSoak({ system, load, size, report, print }) {
  const seconds = 60 * size.soakMinutes;
  const reader = await registerTenant(system.base);
  const writer = await registerTenant(system.base);
  await reader.captureAll(MEMORIES);
  report('learning');
  await reader.learn({});
  const texts = [...eventsOf(MEMORIES)].map(({ payload }) => payload.content);
  const bodies = makeQueries(texts, 200).map(({ query }) => JSON.stringify({ query }));
  const asking = startLoadGenerator();
  const sampling = startSampling(system, report);
  try {
    const offer = (generator, { base, headers }, rest) =>
      generator.run({ task: 'offer', base, headers, seconds, ...rest });
    const [captures, syntheses, jobs] = await Promise.all([
      offer(load, writer, {
        path: '/v1/capture',
        expect: 202,
        perSecond: CAPTURES_A_SECOND,
        workload: capturesOf(CAPTURES_A_SECOND * seconds),
      }),
      offer(asking, reader, { path: '/v1/synthesize', expect: 200, perSecond: SYNTHESES_A_SECOND, bodies }),
      learnAgainAndAgain(writer, seconds),
    ]);
    await delay(2 * SAMPLE_EVERY_MS);
    const samples = await sampling.stop();
    printSoak({ size, captures, syntheses, jobs, samples }, print);
    return { captures, syntheses, jobs, samples };
  } finally {
    await sampling.stop();
    asking.stop();
  }
}

async function learnAgainAndAgain(tenant, seconds) {
  const until = performance.now() + seconds * 1_000;
  let jobs = 0;
  while (performance.now() < until) {
    await tenant.learn({});
    jobs++;
    await delay(LEARN_EVERY_MS);
  }
  return jobs;
}

/** Samples of memory by process, connections, and messages or jobs that wait, with the time since the start in milliseconds. */
function startSampling(system, report) {
  const samples = [];
  const client = new pg.Client({ connectionString: system.connectionString });
  const stopping = new AbortController();
  const startedAt = performance.now();
  const sample = async () => {
    const { rows } = await client.query(
      'select count(*)::int as open from pg_stat_activity where datname = current_database()',
    );
    const response = await fetch(`${system.base}/v1/health`);
    const { queues } = (await response.json()).data.subsystems.workers;
    const waiting = Object.values(queues).reduce((sum, queue) => sum + queue.waiting + queue.active, 0);
    const memory = Object.fromEntries(residentMemory(system, 'VmRSS'));
    samples.push({ at: performance.now() - startedAt, memory, connections: rows[0].open, waiting });
    report(`${Math.round((performance.now() - startedAt) / 60_000)} min`);
  };
  const running = (async () => {
    await client.connect();
    while (!stopping.signal.aborted) {
      await sample();
      await delay(SAMPLE_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    await client.end();
  })();
  return {
    stop: async () => {
      stopping.abort();
      await running;
      return samples;
    },
  };
}

function printSoak({ size, captures, syntheses, jobs, samples }, print) {
  const end = samples.at(-1).at;
  const quarter = (nth) => samples.filter(({ at }) => at >= (nth * end) / 4 && at < ((nth + 1) * end) / 4);
  const [second, last] = [quarter(1), quarter(3)];
  const served = ({ offered, served: { count, p50, p99 }, shed, others }) =>
    `${count} of ${offered} served, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${shed.count} shed, others ${JSON.stringify(others)}`;
  print(`  soak, ${size.soakMinutes} minutes: captures ${served(captures)}`);
  print(`    syntheses ${served(syntheses)}; ${jobs} learn jobs`);
  for (const name of Object.keys(samples.at(-1).memory)) {
    const middle = (part) => spread(part.flatMap(({ memory }) => memory[name] ?? [])).median;
    const change = middle(last) / middle(second);
    print(
      `    ${name}: ${mebibytes(middle(second))} in the second quarter, ${mebibytes(middle(last))} in the last (${change.toFixed(2)} ×)`,
    );
  }
  const range = (part, field) => {
    const { min, max } = spread(part.map((sample) => sample[field]));
    return `${min} to ${max}`;
  };
  print(`    connections: ${range(second, 'connections')}, then ${range(last, 'connections')}`);
  print(
    `    waiting and in progress: ${range(second, 'waiting')}, then ${range(last, 'waiting')}; at the end ${samples.at(-1).waiting}`,
  );
}
