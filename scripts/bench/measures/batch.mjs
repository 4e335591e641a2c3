import { registerTenant } from '../api.mjs';
import { figureOf, inTurns } from '../rounds.mjs';

export const BATCH = 1000;
export const IN_FLIGHT = 4;
const WORKLOAD = { kind: 'agent-sessions', seed: 12, events: 20 * BATCH, agentId: 'bench-batch' };

/**
 * Batches of 1,000 into one tenant, until all of them are stored, again and again.
 * @returns {() => Promise<{perSecond: number}>} events a second of one go
 */
export function captureBatches({ load, size, workload, tenant }) {
  let sent = 0;
  return async () => {
    const { base, headers } = tenant;
    const measured = await load.run({
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
    const answeredAt = performance.now();
    await tenant.settled((sent += measured.count * BATCH));
    const settling = (performance.now() - answeredAt) / 1000;
    return { perSecond: (measured.count * BATCH) / (measured.seconds + settling) };
  };
}

/**
 * Batches of 1,000 against multi-row inserts of the same events. In the cluster a 202 says that a batch is safe, not
 * that it is stored, so the clock runs until it is.
 */
export async function measureBatch({ system, load, size, report, record }) {
  const tenant = await registerTenant(system.base);
  const rounds = await inTurns({
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
