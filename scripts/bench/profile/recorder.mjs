import { mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { summariseProfile } from './summarise.mjs';

const START_MS = 300;
/** Profiles take a moment to write; when no new one has come for this long, all are there. */
const QUIET_MS = 1500;

/**
 * Records CPU profiles of a system's processes, every thread of them, while something runs.
 * @param {string} folder where the profiles go
 */
export function createRecorder(folder) {
  mkdirSync(folder, { recursive: true });
  const seen = new Set();
  const written = () => readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'));
  return {
    /** What the system's processes must be started with. */
    env: {
      STRATA_BENCH_PROFILES: folder,
      NODE_OPTIONS: `--import ${fileURLToPath(new URL('record.mjs', import.meta.url))}`,
    },
    /**
     * @param {{processes: () => {pid: number}[]}} system
     * @param {() => Promise<T>} work
     * @returns {Promise<T>}
     * @template T
     */
    async record(system, work) {
      signalAll(system);
      await delay(START_MS);
      try {
        return await work();
      } finally {
        signalAll(system);
        for (let before = -1; before !== written().length; await delay(QUIET_MS)) before = written().length;
      }
    },
    /**
     * What has been recorded since the last call.
     * @returns {Map<string, Map<string, number>>} milliseconds by thread and part
     */
    takeSummary() {
      const threads = new Map();
      for (const name of written().filter((file) => !seen.has(file))) {
        seen.add(name);
        const thread = basename(name).replace(/-\d+-\d+-\d+\.cpuprofile$/u, '');
        const sums = threads.get(thread) ?? new Map();
        threads.set(thread, sums);
        for (const [part, ms] of summariseProfile(join(folder, name))) sums.set(part, (sums.get(part) ?? 0) + ms);
      }
      return threads;
    },
  };
}

function signalAll(system) {
  for (const { pid } of system.processes()) process.kill(pid, 'SIGUSR2');
}
