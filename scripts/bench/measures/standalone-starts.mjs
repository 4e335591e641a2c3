import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { registerTenant } from '../api.mjs';
import { alternate, figureOf } from '../rounds.mjs';
import { residentMemory } from '../systems/resident-memory.mjs';
import { startProcess } from '../systems/start-process.mjs';

const PGLITE = fileURLToPath(new URL('../systems/bare-pglite.mjs', import.meta.url));
const MIB = 1024 ** 2;

/**
 * Starts of standalone in an empty data folder, and again once it has data, each with the resident memory after a while without requests; against
 * a bare PGlite process in an empty folder, and with a copy of the same data.
 */
export async function measureStandaloneStarts({ startIn, folder, size, report, record }) {
  const place = (round) => join(folder, `start-${round}`);
  const rounds = await alternate({
    rounds: size.rounds,
    strata: async (round) => {
      const start = async () => watch(await startIn(place(round), {}), size);
      const first = await start();
      report(`round ${round}: learning`);
      const tenant = await registerTenant(first.system.base);
      const workload = { kind: 'agent-sessions', seed: 70 + round, events: size.learnEvents, agentId: 'bench-starts' };
      await tenant.captureAll(workload);
      await tenant.learn({});
      await first.system.stop();
      report(`round ${round}: second start`);
      const second = await start();
      await second.system.stop();
      return { first, second };
    },
    limit: async (round) => {
      const start = async (dataDir) => {
        const started = await startProcess({ args: [PGLITE, dataDir] });
        const watched = await watch({ ...started, processes: () => [{ name: 'pglite', pid: started.pid }] }, size);
        await started.stop();
        return watched;
      };
      const copy = join(place(round), 'copy');
      const first = await start(join(place(round), 'bare'));
      cpSync(join(place(round), 'standalone', 'database', 'pgdata'), copy, { recursive: true });
      return { first, second: await start(copy) };
    },
    report,
    record,
  });
  return ['first', 'second'].flatMap((which) => [
    figureOf(`${which} start`, 'ms', rounds, (measured) => measured[which].startMs),
    figureOf(`memory after the ${which} start`, 'MiB', rounds, (measured) => measured[which].mebibytes),
  ]);
}

/** @returns how long the start took, and the resident memory once nothing has happened for a while */
async function watch(system, { idleSeconds }) {
  await delay(idleSeconds * 1000);
  const [bytes] = residentMemory(system, 'VmRSS').values();
  return { system, startMs: system.startMs, mebibytes: bytes / MIB };
}
