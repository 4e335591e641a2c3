import { registerTenant } from '../api.mjs';
import { figureOf, alternate } from '../rounds.mjs';

export const BATCH = 1000;
export const IN_FLIGHT = 4;
const WORKLOAD = { kind: 'agent-sessions', seed: 12, events: 20 * BATCH, agentId: 'bench-batch' };

/**
 * Captures batches of 1,000 into one tenant, and waits until all of them are stored.
 * @returns {() => Promise<{perSecond: number}>} measures one round, in events per second
 */
export function captureBatches({ load, size, workload, tenant }) {
  return untilStored(tenant, async () => {
    const { base, headers } = tenant;
    const { count, seconds } = await load.run({
      task: 'capture',
      workload,
      batch: BATCH,
      base,
      path: '/v1/capture/batch',
      headers,
      concurrency: IN_FLIGHT,
      seconds: size.seconds,
      expect: 202,
    });
    return { count: count * BATCH, seconds };
  });
}

/**
 * Captures events into one tenant, and waits until all of them are stored.
 * @param {() => Promise<{count: number, seconds: number}>} capture returns how many events were accepted
 * @returns {() => Promise<{perSecond: number}>} measures one round, in stored events per second
 */
export function untilStored(tenant, capture) {
  let sent = 0;
  return async () => {
    const { count, seconds } = await capture();
    const sentAt = performance.now();
    await tenant.waitUntilStored((sent += count));
    return { perSecond: count / (seconds + (performance.now() - sentAt) / 1000) };
  };
}

/**
 * Batches of 1,000 against multi-row inserts of the same events. In the cluster a 202 means that a batch is durable, but
 * perhaps not stored yet, so the time counts until it is stored.
 */
export async function measureBatch({ system, load, size, report, record }) {
  const tenant = await registerTenant(system.base);
  const rounds = await alternate({
    rounds: size.rounds,
    strata: captureBatches({ load, size, workload: WORKLOAD, tenant }),
    limit: async () => {
      const { connectionString } = system;
      const { rows, seconds } = await load.run({
        task: 'insert',
        workload: WORKLOAD,
        statementRows: BATCH,
        connectionString,
        concurrency: IN_FLIGHT,
        seconds: size.seconds,
      });
      return { perSecond: rows / seconds };
    },
    report,
    record,
  });
  return [figureOf(`batch, ${IN_FLIGHT} in flight, events`, '/s', rounds, ({ perSecond }) => perSecond)];
}
