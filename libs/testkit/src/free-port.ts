import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range of ephemeral ports, which systems give to outgoing connections and to servers on port 0. */
const FIRST = 20_000;
const BEYOND = 32_000;
const ATTEMPTS = 50;

/**
 * A TCP port of the loopback interface that was free a moment ago, and that the system assigns to no one by itself. With
 * `count`, the first of so many in a row.
 */
export async function freePort(count = 1): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const first = randomInt(FIRST, BEYOND);
    const ports = Array.from({ length: count }, (_, nth) => first + nth);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
  throw new Error('No free port was found');
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
