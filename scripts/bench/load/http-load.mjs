import { Pool } from 'undici';
import { summarise } from './latencies.mjs';

/**
 * Sends requests over kept-alive connections, each connection its next one as soon as it has its answer.
 * @param {{base: string, method: 'POST', path: string, headers: Record<string, string>, bodies: readonly string[],
 *   concurrency: number, seconds?: number, requests?: number, expect: number}} load until `seconds` have passed or `requests` are sent;
 *   `expect` is the status that every answer must have
 * @returns {Promise<import('./latencies.mjs').Measured>}
 * @throws {Error} with the first answer that had another status
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
      await exchange(pool, { method, path, headers, body }, expect);
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

/** One request by undici's dispatch, the cheapest that it has; the answer's body is read and, when it is welcome, dropped. */
function exchange(pool, request, expect) {
  return new Promise((resolve, reject) => {
    let status = 0;
    const unwelcome = [];
    pool.dispatch(request, {
      onConnect: () => undefined,
      onHeaders: (statusCode) => {
        status = statusCode;
        return true;
      },
      onData: (chunk) => {
        if (status !== expect) unwelcome.push(chunk);
        return true;
      },
      onComplete: () => {
        if (status === expect) resolve();
        else
          reject(new Error(`${request.path} answered ${status}: ${Buffer.concat(unwelcome).toString().slice(0, 300)}`));
      },
      onError: reject,
    });
  });
}
