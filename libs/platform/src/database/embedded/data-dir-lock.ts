import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../../config/error-code.ts';

/** Who holds a data directory. */
interface Holder {
  readonly id: string;
  readonly pid: number;
  /** The process's start time as the kernel counts it: a pid alone may have been given to somebody else. */
  readonly startedAt: string;
  readonly host: string;
  /** Directory of its socket, which whoever takes over from the dead removes. */
  readonly socketDir: string;
}

export interface DataDirLock {
  release(): Promise<void>;
}

const LOCK = 'strata.lock';
const TOUCH_MS = 5_000;
/** A holder on another machine (a shared volume) is gone when it has not touched its lock for this long. */
const FOREIGN_STALE_MS = 20_000;
const SETTLE_MS = 30;

/**
 * Takes a data directory for this process alone; two engines on one directory would destroy it.
 * A lock whose holder is dead is taken over.
 * @throws Error saying which process holds it.
 */
export async function lockDataDir(directory: string, socketDir: string): Promise<DataDirLock> {
  const file = join(directory, LOCK);
  const self: Holder = {
    id: randomUUID(),
    pid: process.pid,
    startedAt: await startTime(process.pid),
    host: hostname(),
    socketDir,
  };
  while (!(await create(file, self))) {
    const holder = await read(file);
    if (holder === undefined) continue;
    if (await isHeld(holder, file)) throw inUse(directory, holder);
    await bury(file, holder);
    await rm(holder.socketDir, { recursive: true, force: true });
  }
  // Two processes that bury the same dead lock at the same moment: the one whose lock stands a moment later has it.
  await delay(SETTLE_MS);
  const standing = await read(file);
  if (standing?.id !== self.id) throw inUse(directory, standing ?? self);

  const touch = setInterval(() => {
    const now = new Date();
    void utimes(file, now, now).catch(() => undefined);
  }, TOUCH_MS).unref();
  return {
    release: async () => {
      clearInterval(touch);
      if ((await read(file))?.id === self.id) await rm(file, { force: true });
    },
  };
}

/** Linking a finished file makes the lock appear at once and whole, or not at all. */
async function create(file: string, self: Holder): Promise<boolean> {
  const candidate = `${file}.${self.id}`;
  await writeFile(candidate, JSON.stringify(self), { mode: 0o600 });
  try {
    await link(candidate, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(candidate, { force: true });
  }
}

async function read(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new Error(`The lock file ${file} cannot be read; remove it if no process uses this directory`, {
      cause: error,
    });
  }
}

async function isHeld(holder: Holder, file: string): Promise<boolean> {
  if (holder.host === hostname()) return (await startTime(holder.pid)) === holder.startedAt;
  const touchedAt = await stat(file).then(
    (stats) => stats.mtimeMs,
    () => 0,
  );
  return Date.now() - touchedAt < FOREIGN_STALE_MS;
}

/** Moves the dead lock out of the way; a living one that had just taken its place is put back. */
async function bury(file: string, dead: Holder): Promise<void> {
  const grave = `${file}.${randomUUID()}`;
  try {
    await rename(file, grave);
  } catch {
    return;
  }
  const buried = await read(grave);
  if (buried?.id !== dead.id) await link(grave, file).catch(() => undefined);
  await rm(grave, { force: true });
}

/** Where the kernel tells (Linux, field 22 of `/proc/<pid>/stat`); elsewhere, whether the process lives. */
async function startTime(pid: number): Promise<string> {
  try {
    const fields = await readFile(`/proc/${String(pid)}/stat`, 'utf8');
    return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19] ?? 'unknown';
  } catch {
    return process.platform === 'linux' ? 'gone' : isRunning(pid);
  }
}

function isRunning(pid: number): string {
  try {
    process.kill(pid, 0);
    return 'running';
  } catch (error) {
    return errorCode(error) === 'EPERM' ? 'running' : 'gone';
  }
}

const inUse = (directory: string, holder: Holder): Error =>
  new Error(
    `The data directory ${directory} is in use by process ${String(holder.pid)} on ${holder.host}. ` +
      'Stop that process, or choose another DATA_DIR.',
  );
