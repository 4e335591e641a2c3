import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import type { HookPlaces } from './places.ts';

const MAX_BYTES = 1024 * 1024;

/** Writes a line to the log. It holds no text of a session and no credential. It never throws: a log must not stop an agent. */
export function logLine({ folder, log }: HookPlaces, line: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) renameSync(log, `${log}.1`);
    appendFileSync(log, `${new Date().toISOString()} ${line.replaceAll(/\s+/g, ' ').slice(0, 500)}\n`, { mode: 0o600 });
  } catch {
    // There is nowhere to say it.
  }
}
