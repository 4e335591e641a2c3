import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
/** A process that lived this long was healthy: the next restart is quick again. */
const HEALTHY_MS = 30_000;
const leaveWithSupervisor = fileURLToPath(new URL('leave-with-supervisor.mjs', import.meta.url));

/**
 * Keeps one Node process running until it is told to stop; a process that ends is started again, each time after a longer
 * pause while it keeps ending early.
 * @param {{name: string, script: string, env: NodeJS.ProcessEnv, print: (line: string) => void}} options
 * @returns {{stop: (withinMs: number) => Promise<boolean>}} `stop` ends it with SIGTERM, after `withinMs` with SIGKILL, and
 *   tells whether it left by itself
 */
export function supervise({ name, script, env, print }) {
  const stopping = new AbortController();
  let current;
  const life = keepRunning();

  return {
    async stop(withinMs) {
      stopping.abort();
      const kill = setTimeout(() => current?.kill('SIGKILL'), withinMs);
      current?.kill('SIGTERM');
      const outcome = await life;
      clearTimeout(kill);
      return outcome !== 'SIGKILL';
    },
  };

  async function keepRunning() {
    let pause = FIRST_PAUSE_MS;
    for (;;) {
      const started = Date.now();
      const outcome = await runOnce();
      if (stopping.signal.aborted) return outcome;
      if (Date.now() - started >= HEALTHY_MS) pause = FIRST_PAUSE_MS;
      print(`[cluster] ${name} ended (${outcome}), starting it again in ${pause} ms`);
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return outcome;
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }

  /** @returns {Promise<string>} how it ended: the signal, or the exit code */
  function runOnce() {
    return new Promise((resolve) => {
      const args = ['--enable-source-maps', '--import', leaveWithSupervisor, script];
      // In a group of its own: Ctrl-C reaches the supervisor alone, which then stops every process in good order.
      const child = spawn(process.execPath, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
      current = child;
      for (const stream of [child.stdout, child.stderr]) {
        createInterface({ input: stream }).on('line', (line) =>
          print(line.startsWith('{') ? line : `[${name}] ${line}`),
        );
      }
      child.once('spawn', () => print(`[cluster] ${name} started (pid ${child.pid})`));
      child.once('error', (error) => resolve(error.message));
      child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
  }
}
