import { createServer } from 'node:net';

const isFree = (port) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });

/**
 * Finds `count` consecutive free ports, starting at `from`, and returns the first. Another process may still take them.
 * @param {number} count
 * @param {number} from
 * @returns {Promise<number>}
 */
export async function freePorts(count, from) {
  for (let first = from; first + count < 65_536; first += count) {
    const free = await Promise.all(Array.from({ length: count }, (_, index) => isFree(first + index)));
    if (free.every(Boolean)) return first;
  }
  throw new Error(`No ${count} consecutive free ports from ${from} on`);
}
