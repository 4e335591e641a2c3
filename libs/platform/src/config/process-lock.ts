import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './error-code.ts';

/** What a lock file says of the process that holds it. */
export interface LockHolder {
  readonly id: string;
  readonly pid: number;
  /** The process's start time as the kernel counts it: the system gives the pid of a dead process to a new one. */
  readonly startedAt: string;
  readonly host: string;
}

export interface ProcessLock {
  /** Whether the lock file is still this process's own: another host takes the lock over if this one seems dead. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

export interface ProcessLockOptions<Note extends object> {
  /** Written into the lock file beside the holder. */
  readonly note: Note;
  /** Called with the holder whose lock is taken over, before the lock is taken. */
  readonly onTakeover?: (dead: LockHolder & Note) => Promise<void>;
  /** The error for a lock that another process holds. */
  readonly inUse: (holder: LockHolder) => Error;
}

const TOUCH_MS = 5_000;
/** A holder on another host (a shared volume) counts as dead if it has not touched its lock for this long. */
const FOREIGN_STALE_MS = 20_000;
const SETTLE_MS = 30;

/**
 * Takes a lock file for this process (mode 0600). It does not wait, and takes over the lock of a dead process at once
 * (ADR 34 compares it with `proper-lockfile`). Throws the `inUse` error when a living process holds the lock.
 */
export async function takeProcessLock<Note extends object>(
  file: string,
  { note, onTakeover, inUse }: ProcessLockOptions<Note>,
): Promise<ProcessLock> {
  const self = {
    ...note,
    id: randomUUID(),
    pid: process.pid,
    startedAt: await startTime(process.pid),
    host: hostname(),
  };
  while (!(await create(file, self))) {
    const holder = await read<LockHolder & Note>(file);
    if (holder === undefined) continue;
    if (await isAlive(holder, file)) throw inUse(holder);
    await removeDead(file, holder);
    await onTakeover?.(holder);
  }
  // If two processes remove the same dead lock at the same moment, the one whose lock is there a moment later has it.
  await delay(SETTLE_MS);
  const present = await read(file);
  if (present?.id !== self.id) throw inUse(present ?? self);

  const touch = setInterval(() => {
    const now = new Date();
    void utimes(file, now, now).catch(() => undefined);
  }, TOUCH_MS).unref();
  const isHeld = async (): Promise<boolean> => (await read(file))?.id === self.id;
  return {
    isHeld,
    release: async () => {
      clearInterval(touch);
      if (await isHeld()) await rm(file, { force: true });
    },
  };
}

/** Linking a finished file makes the lock appear whole, or not at all. */
async function create(file: string, self: LockHolder): Promise<boolean> {
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

async function read<Holder extends LockHolder>(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new Error(`The lock file ${file} cannot be read; remove it if no process uses it`, { cause: error });
  }
}

async function isAlive(holder: LockHolder, file: string): Promise<boolean> {
  if (holder.host === hostname()) return (await startTime(holder.pid)) === holder.startedAt;
  const touchedAt = await stat(file).then(
    (stats) => stats.mtimeMs,
    () => 0,
  );
  return Date.now() - touchedAt < FOREIGN_STALE_MS;
}

/** Moves the dead lock out of the way; a living one that had just replaced it is put back. */
async function removeDead(file: string, dead: LockHolder): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  const moved = await read(aside);
  if (moved?.id !== dead.id) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

/** From the kernel on Linux (fields 3 and 22 of `/proc/<pid>/stat`); elsewhere only whether the process runs. */
async function startTime(pid: number): Promise<string> {
  try {
    const text = await readFile(`/proc/${String(pid)}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended; its parent has only not asked how.
    return fields[0] === 'Z' ? 'gone' : (fields[19] ?? 'unknown');
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
