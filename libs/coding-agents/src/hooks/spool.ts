import { closeSync, fstatSync, readdirSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { maskSecrets } from '@strata/secrets/mask-secrets';
import { makeOwnFolders, openOwnFile } from './own-files.ts';
import { numberOf, type Environment, type HookPlaces } from './places.ts';
import { isObject, type HookCall, type JsonObject } from './hook-call.ts';
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
const MIN_TEXT_CHARACTERS = 256;
const DEFAULT_MAX_MEGABYTES = 64;
/** Name things for the client and for its transcript, and are no texts. */
const NAMES = new Set([
  ...['hook_event_name', 'hookEventName', 'session_id', 'sessionId', 'conversation_id', 'generation_id', 'turn_id'],
  ...['prompt_id', 'part_id', 'tool_use_id', 'tool_call_id', 'transcript_path', 'timestamp', 'cursor_version'],
]);

/**
 * Appends a call to the file of its session (mode 0600), without the secrets that it tells. It survives the end of every process; a power
 * loss can take the last seconds. Returns false if the spool is full, or if the call is too long. Throws errors of the file system.
 */
export function appendToSpool(
  { folder, spool }: HookPlaces,
  env: Environment,
  { client, call, repository }: { readonly client: ClientName; readonly call: HookCall; readonly repository: string },
): boolean {
  makeOwnFolders(folder, spool);
  const at = new Date();
  const id = `${at.getTime().toString(36)}-${process.pid.toString(36)}-${process.hrtime.bigint().toString(36)}`;
  const bounded = bound(call.input);
  if (bounded === undefined) return false;
  const line: SpoolLine = { id, at: at.toISOString(), client, repository, input: withoutSecrets(bounded) };
  // A line break before it too: a line that broke off ends there.
  const bytes = Buffer.from(`\n${JSON.stringify(line)}\n`);
  if (sizeOf(spool) + bytes.length > numberOf(env, 'STRATA_HOOK_SPOOL_MB', DEFAULT_MAX_MEGABYTES, 4096) * 1024 * 1024)
    return false;
  const path = join(spool, nameOf(client, call.sessionId));
  // A deliverer may take the file away between opening and writing. It has read such a line or not: the next file has it once more.
  while (!append(path, bytes));
  return true;
}

/** Whether the line is in the file that has the name now. */
function append(path: string, bytes: Buffer): boolean {
  const file = openOwnFile(path);
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

/** A call with its long texts cut until it is short enough; an event has less room. Undefined if it has too many of them. */
function bound(input: JsonObject): JsonObject | undefined {
  const isShort = (value: JsonObject): boolean => JSON.stringify(value).length <= MAX_LINE_CHARACTERS;
  if (isShort(input)) return input;
  for (let limit = MAX_TEXT_CHARACTERS; limit >= MIN_TEXT_CHARACTERS; limit /= 4) {
    const cut = shorten(input, limit) as JsonObject;
    if (isShort(cut)) return cut;
  }
  return undefined;
}

function shorten(value: unknown, limit: number, depth = 0): unknown {
  if (typeof value === 'string') return value.length <= limit ? value : `${value.slice(0, limit)}\n[cut]`;
  if (depth > 32) return null;
  if (Array.isArray(value)) return value.map((item) => shorten(item, limit, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, shorten(child, limit, depth + 1)]));
}

/** What waits on the disk holds no secret. */
function withoutSecrets(input: JsonObject): JsonObject {
  const fields = Object.entries(input);
  const { masked } = maskSecrets(Object.fromEntries(fields.filter(([name]) => !NAMES.has(name))));
  return { ...masked, ...Object.fromEntries(fields.filter(([name]) => NAMES.has(name))) };
}
