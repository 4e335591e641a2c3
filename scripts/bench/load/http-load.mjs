import { Pool } from 'undici';
import { exchange } from './exchange.mjs';
import { summarise } from './latencies.mjs';

/**
 * Sends requests over keep-alive connections. Each connection sends its next request as soon as it has the response.
 * Throws an error with the first response of another status than `expect`.
 * @param {{base: string, method: 'POST', path: string, headers: Record<string, string>, bodies: readonly string[],
 *   concurrency: number, seconds?: number, requests?: number, expect: number}} load until `seconds` have passed or `requests` are sent;
 *   `expect` is the status that every response must have
 * @returns {Promise<import('./latencies.mjs').Measured>}
 */
export async function sendRequests({ base, method, path, headers, bodies, concurrency, seconds, requests, expect }) {
  const pool = new Pool(base, { connections: concurrency, pipelining: 1 });
  const latencies = [];
  const startedAt = performance.now();
  const deadline = startedAt + (seconds ?? Number.POSITIVE_INFINITY) * 1000;
  let sent = 0;
  const sendOn = async () => {
    while (sent < (requests ?? Number.POSITIVE_INFINITY) && performance.now() < deadline) {
      const body = bodies[sent++ % bodies.length];
      const sentAt = performance.now();
      const { status, text } = await exchange(pool, { method, path, headers, body }, (got) => got !== expect);
      if (status !== expect) throw new Error(`${path} returned ${status}: ${text.slice(0, 300)}`);
      latencies.push(performance.now() - sentAt);
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, sendOn));
    return summarise(latencies, performance.now() - startedAt);
  } finally {
    await pool.close();
  }
}
