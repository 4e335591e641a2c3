import { execFile } from 'node:child_process';
import { mkdir, statfs } from 'node:fs/promises';
import { promisify } from 'node:util';

/** A file system of its own, in memory, which can be made full. */
export interface Volume {
  /** Leaves no room for a further page. */
  fill(): Promise<void>;
  empty(): Promise<void>;
  close(): Promise<void>;
}

const SIZE = '2g';
const FILL_TRIES = 50;
const run = promisify(execFile);

/** Mounts a volume at `path`. Undefined where this process may not. */
export async function mountVolume(path: string): Promise<Volume | undefined> {
  await mkdir(path, { mode: 0o755 });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'strata-faults', path]);
  } catch {
    return undefined;
  }
  const resize = async (size: string): Promise<void> => {
    await run('mount', ['-o', `remount,size=${size}`, path]);
  };
  return {
    fill: async () => {
      for (let tries = 1; ; tries += 1) {
        const { blocks, bfree, bsize } = await statfs(path);
        try {
          await resize(String((blocks - bfree) * bsize));
          return;
        } catch (error) {
          // The size is refused if a page was written meanwhile, because more is in use then.
          if (tries === FILL_TRIES) throw error;
        }
      }
    },
    empty: () => resize(SIZE),
    close: async () => {
      await run('umount', ['--lazy', path]);
    },
  };
}
