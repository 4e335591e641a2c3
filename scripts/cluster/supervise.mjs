import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
/** After this uptime a process counts as healthy, and the next restart is quick again. */
const HEALTHY_MS = 30_000;
const stopWithSupervisor = fileURLToPath(new URL('stop-with-supervisor.mjs', import.meta.url));

/**
 * Keeps one Node process running until `stop`. A process that exits is restarted; while it keeps exiting early, the pause
 * before each restart doubles.
 * @param {{name: string, script: string, env: NodeJS.ProcessEnv, print: (line: string) => void}} options
 * @returns {{stop: (withinMs: number) => Promise<boolean>}} `stop` sends SIGTERM, after `withinMs`
 *   SIGKILL, and returns whether SIGKILL was not needed
 */
export function supervise({ name, script, env, print }) {
  const stopping = new AbortController();
  let current;
  const running = keepRunning();

  return {
    async stop(withinMs) {
      stopping.abort();
      const kill = setTimeout(() => current?.kill('SIGKILL'), withinMs);
      current?.kill('SIGTERM');
      const outcome = await running;
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
      print(`[cluster] ${name} exited (${outcome}), restarting in ${pause} ms`);
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return outcome;
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }

  /** @returns {Promise<string>} the signal or the exit code that it ended with */
  function runOnce() {
    return new Promise((resolve) => {
      const args = ['--enable-source-maps', '--import', stopWithSupervisor, script];
      // In its own process group, so that Ctrl-C reaches only the supervisor, which stops every process.
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
