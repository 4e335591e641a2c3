import { mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { summariseProfile } from './summarise.mjs';

const START_MS = 300;
/** Threads take a moment to write their profiles. If no new one appeared for this long, all are written. */
const QUIET_MS = 1500;

/**
 * Records CPU profiles of every thread of a system's processes while some work runs.
 * @param {string} folder for the profiles
 */
export function createRecorder(folder) {
  mkdirSync(folder, { recursive: true });
  const seen = new Set();
  const written = () => readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'));
  return {
    /** The environment to start the system's processes with. */
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
     * Summarises the profiles that were written since the last call.
     * @returns {Map<string, Map<string, number>>} milliseconds by thread and part of the code
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
