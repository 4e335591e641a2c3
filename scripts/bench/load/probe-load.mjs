import { Client } from 'undici';
import { exchange } from './exchange.mjs';

/**
 * Sends single requests at a steady pace, whatever happens to those before, and keeps each result.
 * @param {{base: string, seconds: number, probes: readonly {name: string, method: string, path: string, headers: Record<string, string>,
 *   body?: string, everyMs: number}[]}} load
 * @returns {Promise<Record<string, {at: number, ms: number, status: number}[]>>} by name, in the order of `at`, the milliseconds since 1970 at
 *   which the request was sent; status 0 if the connection broke
 */
export async function sendProbes({ base, seconds, probes }) {
  const results = await Promise.all(
    probes.map(async ({ name, everyMs, ...request }) => [name, await repeat({ base, seconds, everyMs, request })]),
  );
  return Object.fromEntries(results);
}

async function repeat({ base, seconds, everyMs, request }) {
  const free = [];
  const sendOne = async () => {
    const client = free.pop() ?? new Client(base, { pipelining: 1 });
    const at = Date.now();
    const sentAt = performance.now();
    try {
      const { status } = await exchange(client, { headers: {}, ...request }, () => false);
      free.push(client);
      return { at, ms: performance.now() - sentAt, status };
    } catch {
      return { at, ms: performance.now() - sentAt, status: 0 };
    }
  };
  const startedAt = performance.now();
  const sent = [];
  while (performance.now() - startedAt < seconds * 1000) {
    sent.push(sendOne());
    const due = startedAt + sent.length * everyMs;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
  }
  const results = await Promise.all(sent);
  for (const client of free) client.destroy().catch(() => undefined);
  return results;
}
