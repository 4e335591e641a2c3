import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 5;
const ANSWER_WITHIN_MS = 120_000;

/**
 * Starts a Node process without output, and measures how long it takes until it answers. Throws an error if it ends before, or takes two minutes.
 * @param {{args: readonly string[], env?: NodeJS.ProcessEnv, url?: string}} options `url` is asked every 5 ms until it returns 200; without it, the
 *   first message to this process is the answer
 * @returns {Promise<{pid: number, startMs: number, stop: () => Promise<void>}>} milliseconds from the spawn to the answer
 */
export async function startProcess({ args, env = process.env, url }) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], detached: true });
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const gaveUp = new AbortController();
  const answer = url === undefined ? once(child, 'message') : untilOk(url, gaveUp.signal);
  const failure = Promise.race([
    ended.then(([code, signal]) => `ended with ${signal ?? code}`),
    delay(ANSWER_WITHIN_MS, 'did not answer', { signal: gaveUp.signal }).catch(() => undefined),
  ]);
  try {
    const failed = await Promise.race([answer.then(() => undefined), failure]);
    if (failed !== undefined) {
      await stop();
      throw new Error(`${args.join(' ')} ${failed}`);
    }
    return { pid: child.pid, startMs: performance.now() - startedAt, stop };
  } finally {
    gaveUp.abort();
  }
}

async function untilOk(url, signal) {
  while (!signal.aborted && (await statusOf(url)) !== 200) await delay(POLL_MS);
}

/** The status of a new connection's only request; undefined if there was none. */
const statusOf = (url) =>
  new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).once('error', () => resolve(undefined));
  });
