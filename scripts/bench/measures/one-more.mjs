import { cpuSeconds } from '../systems/cpu-seconds.mjs';

const SESSIONS = 5;

/**
 * Learns one more session, several times, after a learning scope was learned.
 * @returns {Promise<number>} the median processor time of such a job, in seconds
 */
export async function measureOneMore({ system, tenant, workload, eventsOfSession }) {
  const costs = [];
  for (let more = 1; more <= SESSIONS; more++) {
    const stored = (await tenant.usage()).totals.events;
    await tenant.captureAll({ ...workload, seed: workload.seed + more, sessions: 1, events: eventsOfSession });
    await tenant.waitUntilStored(stored + eventsOfSession);
    const before = cpuSeconds(system);
    await tenant.learn({});
    costs.push(cpuSeconds(system) - before);
  }
  return costs.sort((a, b) => a - b)[Math.floor(SESSIONS / 2)];
}
