import { closeSync, renameSync, statSync, writeSync } from 'node:fs';
import { makeOwnFolders, openOwnFile } from './own-files.ts';
import type { HookPlaces } from './places.ts';

const MAX_BYTES = 1024 * 1024;

/** Writes a line to the log. It holds no text of a session and no credential. It never throws: a log must not stop an agent. */
export function logLine({ folder, log }: HookPlaces, line: string): void {
  try {
    makeOwnFolders(folder);
    if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) renameSync(log, `${log}.1`);
    const file = openOwnFile(log);
    try {
      writeSync(file, `${new Date().toISOString()} ${line.replaceAll(/\s+/g, ' ').slice(0, 500)}\n`);
    } finally {
      closeSync(file);
    }
  } catch {
    // There is nowhere to say it.
  }
}
