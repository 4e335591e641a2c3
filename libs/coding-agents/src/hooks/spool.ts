import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { numberOf, type Environment, type HookPlaces } from './places.ts';
import { isObject, type HookCall } from './hook-call.ts';
import type { ClientName } from '../clients.ts';

/** One hook call as it waits for its delivery. */
export interface SpoolLine {
  /** Names the call, so that it is delivered once. */
  readonly id: string;
  /** When it came, as ISO 8601. */
  readonly at: string;
  readonly client: ClientName;
  readonly repository: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export const SPOOL_END = '.jsonl';
const MAX_LINE_CHARACTERS = 1024 * 1024;
const MAX_TEXT_CHARACTERS = 96 * 1024;
const DEFAULT_MAX_MEGABYTES = 64;

/**
 * Appends a call to the file of its session (mode 0600). It survives the end of every process; a power loss can take the last seconds.
 * Returns false if the spool is full. Throws errors of the file system.
 */
export function appendToSpool(
  { spool }: HookPlaces,
  env: Environment,
  { client, call, repository }: { readonly client: ClientName; readonly call: HookCall; readonly repository: string },
): boolean {
  mkdirSync(spool, { recursive: true, mode: 0o700 });
  const at = new Date();
  const id = `${at.getTime().toString(36)}-${process.pid.toString(36)}-${process.hrtime.bigint().toString(36)}`;
  const line: SpoolLine = { id, at: at.toISOString(), client, repository, input: call.input };
  const text = JSON.stringify(line);
  const bounded = text.length <= MAX_LINE_CHARACTERS ? text : JSON.stringify({ ...line, input: shorten(line.input) });
  if (bounded.length > 8 * MAX_LINE_CHARACTERS) return false;
  // A line break before it too: a line that broke off ends there.
  const bytes = Buffer.from(`\n${bounded}\n`);
  if (sizeOf(spool) + bytes.length > numberOf(env, 'STRATA_HOOK_SPOOL_MB', DEFAULT_MAX_MEGABYTES, 4096) * 1024 * 1024)
    return false;
  const path = join(spool, nameOf(client, call.sessionId));
  // A deliverer may take the file away between opening and writing. It has read such a line or not: the next file has it once more.
  while (!append(path, bytes));
  return true;
}

/** Whether the line is in the file that has the name now. */
function append(path: string, bytes: Buffer): boolean {
  const file = openSync(path, 'a', 0o600);
  try {
    writeSync(file, bytes);
    return fstatSync(file).ino === statSync(path, { throwIfNoEntry: false })?.ino;
  } finally {
    closeSync(file);
  }
}

const sizeOf = (folder: string): number =>
  readdirSync(folder).reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );

/** Session ids are a client's own: only letters that every file system has. Sessions whose names become equal share a file. */
const nameOf = (client: string, sessionId: string): string =>
  `${client}-${sessionId.replaceAll(/[^\w-]/g, '_').slice(0, 100)}${SPOOL_END}`;

/** Cuts long texts; an event has less room than they. */
function shorten(value: unknown, depth = 0): unknown {
  if (typeof value === 'string')
    return value.length <= MAX_TEXT_CHARACTERS ? value : `${value.slice(0, MAX_TEXT_CHARACTERS)}\n[cut]`;
  if (depth > 32) return null;
  if (Array.isArray(value)) return value.map((item) => shorten(item, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, shorten(child, depth + 1)]));
}
