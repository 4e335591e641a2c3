import { createReadStream } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { EventInput } from '@strata/client/event-buffer';
import { hookEvents } from './hook-events.ts';
import { SPOOL_END, type SpoolLine } from './spool.ts';
import { TranscriptTails } from './transcript-tail.ts';

/** Stores a batch of events, and names those that were rejected. Rejects if it is not known to be stored. */
export type SendBatch = (
  events: EventInput[],
) => Promise<{ readonly errorDetails: readonly { readonly code: string; readonly message: string }[] }>;

const TAKEN = '.sending';
const BATCH_EVENTS = 200;
const BATCH_BYTES = 4 * 1024 * 1024;

/**
 * Delivers what the spool holds, and returns how many files it delivered. A file is taken out of the hooks' way first and removed after
 * the last of its events is stored: whoever is killed in between sends it again, under the same keys. Rejects with the error of `send`.
 */
export async function deliverSpool(folder: string, send: SendBatch, log: (line: string) => void): Promise<number> {
  // Whatever else stands there, such as a link, was not written by a hook.
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  const taken = names.filter((name) => name.endsWith(TAKEN)).sort();
  for (const name of names.filter((name) => name.endsWith(SPOOL_END)).sort()) {
    const next = `${name}.${Date.now().toString(36)}${TAKEN}`;
    await rename(join(folder, name), join(folder, next));
    taken.push(next);
  }
  const transcripts = new TranscriptTails();
  for (const name of taken) {
    await deliverFile(join(folder, name), transcripts, send, log);
    await rm(join(folder, name));
  }
  return taken.length;
}

async function deliverFile(
  path: string,
  transcripts: TranscriptTails,
  send: SendBatch,
  log: (line: string) => void,
): Promise<void> {
  let batch: EventInput[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    const { errorDetails } = await send(batch);
    for (const { code, message } of errorDetails)
      // A conflict is an event that an import has stored already.
      if (code !== 'conflict') log(`an event was rejected: ${code} ${message}`);
    batch = [];
    bytes = 0;
  };
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    for (const event of await eventsOf(line, transcripts, log)) {
      const size = Buffer.byteLength(JSON.stringify(event));
      if (batch.length >= BATCH_EVENTS || bytes + size > BATCH_BYTES) await flush();
      batch.push(event);
      bytes += size;
    }
  }
  await flush();
}

/** A line that broke off, or that cannot be read, is left out: it must not hold up the others. */
async function eventsOf(
  text: string,
  transcripts: TranscriptTails,
  log: (line: string) => void,
): Promise<EventInput[]> {
  if (text.trim() === '') return [];
  try {
    const line = JSON.parse(text) as SpoolLine;
    return hookEvents(line, await transcripts.recorded(line));
  } catch {
    log('a line of the spool cannot be read, and was left out');
    return [];
  }
}
