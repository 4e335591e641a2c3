import { cpus } from 'node:os';

/**
 * Measures how many processor cores of this machine were busy on average during the work, with all processes counted.
 * @param {() => Promise<T>} work
 * @returns {Promise<{result: T, busyCores: number}>}
 * @template T
 */
export async function withBusyCores(work) {
  const before = { busy: busyMs(), at: performance.now() };
  const result = await work();
  return { result, busyCores: (busyMs() - before.busy) / (performance.now() - before.at) };
}

const busyMs = () => cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
