import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { takeProcessLock, type ProcessLock } from '../../config/process-lock.ts';

/**
 * Takes a data directory for this process only; two engines on one directory would destroy it. A dead holder's lock is
 * taken over, and its socket directory removed. Throws an error that names the process which holds the directory.
 */
export const lockDataDir = (directory: string, socketDir: string): Promise<ProcessLock> =>
  takeProcessLock(join(directory, 'strata.lock'), {
    note: { socketDir },
    onTakeover: (dead) => rm(dead.socketDir, { recursive: true, force: true }),
    inUse: ({ pid, host }) =>
      new Error(
        `The data directory ${directory} is in use by process ${String(pid)} on ${host}. ` +
          'Stop that process, or choose another DATA_DIR.',
      ),
  });
