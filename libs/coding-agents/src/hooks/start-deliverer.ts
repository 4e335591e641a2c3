import { readFileSync, statSync } from 'node:fs';
import { DELIVERY_PROGRAM } from '../programs.ts';
import type { HookPlaces } from './places.ts';

/** The deliverer touches its lock every five seconds. */
const STALE_MS = 20_000;

/** Starts the process that delivers the spool, unless it runs. It outlives the hook and the agent. */
export async function startDeliverer({ folder, lock }: HookPlaces): Promise<void> {
  if (isRunning(lock)) return;
  const { spawn } = await import('node:child_process');
  spawn(process.execPath, [DELIVERY_PROGRAM], { cwd: folder, detached: true, stdio: 'ignore' })
    .on('error', () => undefined)
    .unref();
}

function isRunning(lock: string): boolean {
  try {
    const { pid } = JSON.parse(readFileSync(lock, 'utf8')) as { pid: number };
    process.kill(pid, 0);
    return !isZombie(pid) && Date.now() - statSync(lock).mtimeMs < STALE_MS;
  } catch {
    return false;
  }
}

/** Whether it has ended, and its parent has not asked how. Known on Linux only. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  return readFileSync(`/proc/${String(pid)}/stat`, 'utf8').includes(') Z ');
}
