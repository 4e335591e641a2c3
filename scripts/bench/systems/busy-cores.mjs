import { cpus } from 'node:os';

/**
 * How many processor cores of this machine the work kept busy on average, whoever used them.
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
