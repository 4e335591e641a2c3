import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
/** After this uptime a process counts as healthy, and the next restart is quick again. */
const HEALTHY_MS = 30_000;
const stopWithSupervisor = fileURLToPath(new URL('stop-with-supervisor.mjs', import.meta.url));

/**
 * Keeps one process of a service running until `stop`. A process that exits is restarted; while it keeps exiting early, the
 * pause before each restart doubles.
 * @param {{name: string, service: string, script: string, env: NodeJS.ProcessEnv, print: (line: string) => void}} options
 * @returns {{restart: (withinMs: number) => Promise<void>, stop: (withinMs: number) => Promise<boolean>}} `restart` replaces the
 *   process and resolves when the new one is up, or when the supervisor stops. Both send SIGTERM, and after `withinMs` SIGKILL.
 *   `stop` returns whether SIGKILL was not needed
 */
export function supervise({ name, service, script, env, print }) {
  const stopping = new AbortController();
  /** Emits `up` whenever a process is up. */
  const events = new EventEmitter();
  let current;
  /** The next exit is wanted, so that the next process starts without a pause. */
  let isExitWanted = false;
  const running = keepRunning();

  const end = (withinMs) => {
    const ending = current;
    const kill = setTimeout(() => ending?.kill('SIGKILL'), withinMs).unref();
    ending?.once('close', () => clearTimeout(kill));
    ending?.kill('SIGTERM');
  };

  return {
    async restart(withinMs) {
      const isUp = once(events, 'up', { signal: stopping.signal });
      isExitWanted = true;
      end(withinMs);
      // Rejects only when the supervisor stops.
      await isUp.catch(() => undefined);
    },
    async stop(withinMs) {
      stopping.abort();
      end(withinMs);
      return (await running) !== 'SIGKILL';
    },
  };

  async function keepRunning() {
    let pause = FIRST_PAUSE_MS;
    for (;;) {
      const started = Date.now();
      const outcome = await runOnce();
      if (stopping.signal.aborted) return outcome;
      if (isExitWanted) {
        isExitWanted = false;
        continue;
      }
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
        createInterface({ input: stream }).on('line', (line) => {
          print(line.startsWith('{') ? line : `[${name}] ${line}`);
          if (line.includes(`"message":"${service} is up"`)) events.emit('up');
        });
      }
      child.once('spawn', () => print(`[cluster] ${name} started (pid ${child.pid})`));
      child.once('error', (error) => resolve(error.message));
      child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
  }
}
