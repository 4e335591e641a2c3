import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const READY_WITHIN_MS = 180_000;
const POLL_MS = 50;
const STOP_WITHIN_MS = 30_000;

/**
 * Starts a script as users do, writes its output to a file, and waits until it is healthy. Throws an error with the end of
 * the log if it does not become healthy.
 * @param {{script: string, args?: string[], env: Record<string, string>, logFile: string, port: number}} options
 * @returns {Promise<{pid: number, startMs: number, stop: () => Promise<void>}>} `startMs`: milliseconds from the spawn until it was healthy
 */
export async function startService({ script, args = [], env, logFile, port }) {
  const log = openSync(logFile, 'w');
  const startedAt = performance.now();
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log],
    // A session of its own, as under a supervisor: Linux divides processors between sessions.
    detached: true,
  });
  closeSync(log);
  const ended = new Promise((resolve) => child.once('close', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    await ended;
    clearTimeout(force);
  };
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await isHealthy(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(
        `${script} did not become healthy. The end of ${logFile}:\n${readFileSync(logFile, 'utf8').slice(-2000)}`,
      );
    }
    await delay(POLL_MS);
  }
  return { pid: child.pid, startMs: performance.now() - startedAt, stop };
}

async function isHealthy(port) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/v1/health`, { signal: AbortSignal.timeout(5000) });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}
