import { setTimeout as delay } from 'node:timers/promises';
import { registerTenant } from '../api.mjs';
import { alternate, figureOf, spread } from '../rounds.mjs';
import { forkProcess } from '../systems/fork-process.mjs';
import { eventsOf } from '../workload/events.mjs';
import { makeQueries } from '../workload/queries.mjs';

const WORKLOAD = { kind: 'conversations', seed: 30, events: 1000, agentId: 'bench-share' };
const QUERIES = 200;
const POLL_MS = 10;
/** A service's own count of calls and of the seconds from taking a call off its channel until its reply is handed to the broker's client. */
const HANDLED = /^strata_bus_message_duration_seconds_(sum|count)\{contract="synthesis\.synthesize".*\} (\S+)$/gmu;

/**
 * What gateway and broker add to a synthesize call, against a bare HTTP server that makes one call over RabbitMQ for each request, to a worker whose
 * replies are as long. The time in the synthesis service comes from its own metrics, which have sums only, so that these are means.
 */
export async function measureShare({ system, load, size, report, record, print }) {
  if (system.name !== 'cluster') {
    print('  share: only in the cluster, because standalone has no broker');
    return [];
  }
  const tenant = await registerTenant(system.base);
  await tenant.captureAll(WORKLOAD);
  report('learning');
  await tenant.learn({});
  const texts = [...eventsOf(WORKLOAD)].map(({ payload }) => payload.content);
  const requests = makeQueries(texts, QUERIES).map(({ query }) => ({ query }));
  const pack = await tenant.synthesize(requests[0]);
  const bare = await startBare(Buffer.byteLength(JSON.stringify(pack)));
  const post = (base, headers) =>
    load.run({
      task: 'post',
      base,
      path: '/v1/synthesize',
      headers,
      bodies: requests.map((body) => JSON.stringify(body)),
      concurrency: 1,
      requests: size.queries,
      expect: 200,
    });
  try {
    const rounds = await alternate({
      rounds: size.rounds,
      strata: async () => {
        const before = await handledBy(system);
        const { count, seconds } = await post(system.base, tenant.headers);
        const after = await handledBy(system, before.count + count);
        const inside = after.sum - before.sum;
        return { ms: meanMs(seconds - inside, count), inside: meanMs(inside, count), whole: meanMs(seconds, count) };
      },
      limit: async () => {
        const { count, seconds } = await post(bare.base, { 'content-type': 'application/json' });
        return { ms: meanMs(seconds, count) };
      },
      report,
      record,
    });
    const median = (name) => spread(rounds.map(({ strata }) => strata[name])).median.toFixed(2);
    print(`  share: a call takes ${median('whole')} ms, ${median('inside')} ms of it in the synthesis service`);
    return [figureOf('gateway and broker of a synthesize call, mean', 'ms', rounds, ({ ms }) => ms)];
  } finally {
    bare.stop();
  }
}

const meanMs = (seconds, count) => (1000 * seconds) / count;

/** What the processes of the synthesis service have counted, once it is at least so many calls: a reply can arrive before it is counted. */
async function handledBy(system, least = 0) {
  for (;;) {
    const handled = { sum: 0, count: 0 };
    for (const base of system.operations('synthesis')) {
      const metrics = await (await fetch(`${base}/metrics`)).text();
      for (const [, name, value] of metrics.matchAll(HANDLED)) handled[name] += Number(value);
    }
    if (handled.count >= least) return handled;
    await delay(POLL_MS);
  }
}

async function startBare(packBytes) {
  const worker = await forkProcess(new URL('../systems/bare-worker.mjs', import.meta.url), {
    env: { PACK_BYTES: String(packBytes) },
  });
  const gateway = await forkProcess(new URL('../systems/bare-gateway.mjs', import.meta.url), {
    env: { QUEUE: worker.message.queue },
  });
  return {
    base: `http://127.0.0.1:${gateway.message.port}`,
    stop: () => {
      gateway.stop();
      worker.stop();
    },
  };
}
