import { availableParallelism } from 'node:os';
import { registerTenant } from '../api.mjs';
import { alternate, spread } from '../rounds.mjs';
import { withBusyCores } from '../systems/busy-cores.mjs';
import { limitCores } from '../systems/limit-cores.mjs';
import { eventsOf } from '../workload/events.mjs';
import { makeQueries } from '../workload/queries.mjs';

const MORE = ['gateway=2', 'ingest=3', 'learn-compiler=3', 'synthesis=2'];
/** The services whose processes `--cores` limits. */
const LIMITED = /^(ingest|learn-compiler|synthesis)\b/u;
const BATCH = 1000;
const BATCHES = { kind: 'agent-sessions', seed: 50, events: 20 * BATCH, agentId: 'bench-processes' };
/** Tenants that learn at the same time: the jobs of one tenant run one after the other. */
const LEARNERS = 6;
const TEXTS = { kind: 'conversations', seed: 51, events: 1000, agentId: 'bench-processes' };
const IN_FLIGHT = 8;

/**
 * What further processes give: two clusters in turns, one with a process of each service, the other with more of four services
 * and half of the requests to each of its gateways. The machine has so many cores for everything, the database, the
 * broker and the load generator too: where one process of each keeps them busy, no further process can help. With a share of a
 * core for each process of ingest, learn-compiler and synthesis, these are the bound, as on machines of their own.
 */
export async function measureProcesses({ system, startOther, load, size, report, record, print }) {
  const one = await prepare(system, load, size);
  const other = await startOther({}, MORE);
  const more = await prepare(other, load, size);
  print(`  one process of each service, and ${MORE.join(' ')}, on ${availableParallelism()} cores`);
  if (size.cores === undefined) return compare({ one, more, size, report, record, print });
  print(`    each process of ingest, learn-compiler and synthesis has at most ${size.cores} of a core`);
  const limited = [system, other].flatMap(({ processes }) => processes()).filter(({ name }) => LIMITED.test(name));
  const undo = limitCores(limited, size.cores);
  try {
    return await compare({ one, more, size, report, record, print });
  } finally {
    undo();
  }
}

async function compare({ one, more, size, report, record, print }) {
  const results = {};
  for (const name of Object.keys(one)) {
    const rounds = await alternate({
      rounds: size.rounds,
      strata: more[name],
      limit: one[name],
      report: (text) => report(`${name}: ${text}`),
      record,
    });
    const middle = (read) => spread(rounds.map(read)).median;
    const [single, several] = [middle(({ limit }) => limit.perSecond), middle(({ strata }) => strata.perSecond)];
    const ratio = spread(rounds.map(({ strata, limit }) => strata.perSecond / limit.perSecond));
    const cores = [middle(({ limit }) => limit.busyCores), middle(({ strata }) => strata.busyCores)];
    print(
      `    ${name}: ${single.toFixed(0)}/s with ${cores[0].toFixed(1)} cores busy, ${several.toFixed(0)}/s with ${cores[1].toFixed(1)}: ${ratio.median.toFixed(2)} × (${ratio.min.toFixed(2)} to ${ratio.max.toFixed(2)})`,
    );
    results[name] = { rounds, ratio };
  }
  return results;
}

/** @param {() => Promise<number>} work resolves with how much was done */
async function rateOf(work) {
  const startedAt = performance.now();
  const { result, busyCores } = await withBusyCores(work);
  return { perSecond: (1000 * result) / (performance.now() - startedAt), busyCores };
}

/** Fills a system, and returns what is measured: each a round that resolves with its rate. */
async function prepare({ bases, base }, load, size) {
  const newTenants = (count) => Promise.all(Array.from({ length: count }, () => registerTenant(base)));
  const [writer, reader, ...learners] = await newTenants(2 + LEARNERS);
  await reader.captureAll(TEXTS);
  await reader.learn({});
  const queries = makeQueries(
    [...eventsOf(TEXTS)].map(({ payload }) => payload.content),
    200,
  );
  const bodies = queries.map(({ query }) => JSON.stringify({ query }));
  /** Sends the same requests to every gateway. */
  const onEachGateway = async (task) => {
    const concurrency = IN_FLIGHT / bases.length;
    const measured = await Promise.all(
      bases.map((address) => load.run({ ...task, base: address, concurrency, seconds: size.seconds })),
    );
    return measured.reduce((sum, { count }) => sum + count, 0);
  };
  let stored = 0;

  return {
    'events captured in batches': async () => {
      const { headers } = writer;
      const task = {
        task: 'capture',
        workload: BATCHES,
        batch: BATCH,
        path: '/v1/capture/batch',
        headers,
        expect: 202,
      };
      return rateOf(async () => {
        const events = (await onEachGateway(task)) * BATCH;
        await writer.waitUntilStored((stored += events));
        return events;
      });
    },

    'events learned': async (round) => {
      const agentId = `bench-scope-${round}`;
      const events = Math.ceil(size.learnEvents / LEARNERS);
      for (const [nth, learner] of learners.entries()) {
        await learner.captureAll({ kind: 'agent-sessions', seed: 100 * round + nth, events, agentId });
        await learner.waitUntilStored(round * events);
      }
      return rateOf(async () => {
        await Promise.all(learners.map((learner) => learner.learn({ agentId })));
        return events * LEARNERS;
      });
    },

    syntheses: () =>
      rateOf(() =>
        onEachGateway({ task: 'post', path: '/v1/synthesize', headers: reader.headers, bodies, expect: 200 }),
      ),
  };
}
