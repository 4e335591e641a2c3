import { open, stat } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Found } from '@strata/transcripts/acts/act';
import { claudeCode } from '@strata/transcripts/formats/claude-code';
import { codex } from '@strata/transcripts/formats/codex';
import { gemini } from '@strata/transcripts/formats/gemini';
import { silentTally } from '@strata/transcripts/formats/record-tally';
import type { LineSource } from '@strata/transcripts/formats/source';
import type { ClientName } from '../clients.ts';
import { textOf } from './hook-call.ts';
import { findRecorded, toldBy } from './recorded-acts.ts';
import type { SpoolLine } from './spool.ts';

const SOURCES: Partial<Record<ClientName, LineSource>> = { 'claude-code': claudeCode, codex, gemini };
/** What a hook told stands near the end. */
const TAIL_BYTES = 4 * 1024 * 1024;
/** Clients write their transcripts a little later than they run hooks. */
const WRITTEN_WITHIN_MS = 3000;
const POLL_MS = 150;
const MAX_TAKEN = 1000;

/**
 * Finds what hooks told in the transcripts that clients write beside: there it has the ids by which `strata import` knows it, and
 * exit codes that some hooks do not tell.
 */
export class TranscriptTails {
  readonly #taken = new Set<string>();
  #last: { readonly path: string; readonly mark: string; readonly found: readonly Found[] } | undefined;

  /** The acts of a line of the spool, empty if its transcript does not have them. It waits until they are written, for a few seconds. */
  async recorded(line: SpoolLine): Promise<readonly Found[]> {
    const source = SOURCES[line.client];
    const path = textOf(line.input, 'transcript_path');
    const told = toldBy(line);
    if (source === undefined || path === undefined || told === undefined || !isAbsolute(path)) return [];
    if ((await stat(dirname(path)).catch(() => undefined)) === undefined) return [];
    for (;;) {
      const found = findRecorded(told, await this.#read(source, path), this.#taken);
      const [first] = found;
      if (first !== undefined) return (this.#take(first.key), found);
      if (!(Date.now() - Date.parse(line.at) < WRITTEN_WITHIN_MS)) return [];
      await delay(POLL_MS);
    }
  }

  #take(key: string): void {
    this.#taken.add(key);
    const [oldest] = this.#taken;
    if (this.#taken.size > MAX_TAKEN && oldest !== undefined) this.#taken.delete(oldest);
  }

  async #read(source: LineSource, path: string): Promise<readonly Found[]> {
    const file = await open(path).catch(() => undefined);
    if (file === undefined) return [];
    try {
      const { size, mtimeMs, ino } = await file.stat();
      const mark = `${String(size)}/${String(mtimeMs)}/${String(ino)}`;
      if (this.#last?.path === path && this.#last.mark === mark) return this.#last.found;
      const start = Math.max(0, size - TAIL_BYTES);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
      const found = readTail(source, path, buffer.subarray(0, bytesRead), start);
      this.#last = { path, mark, found };
      return found;
    } finally {
      await file.close();
    }
  }
}

/** The acts of the whole lines of a part of a file. */
function readTail(source: LineSource, path: string, bytes: Buffer, start: number): readonly Found[] {
  const reader = source.createReader(path);
  const found: Found[] = [];
  let position = start;
  let isWhole = start === 0;
  for (const text of bytes.toString('utf8').split('\n')) {
    if (isWhole && text !== '')
      try {
        const items = reader.read(JSON.parse(text), { path, position, line: 0 }, silentTally);
        for (const item of items) if ('act' in item) found.push(item);
      } catch {
        // The last line may not be whole yet.
      }
    position += Buffer.byteLength(text) + 1;
    isWhole = true;
  }
  return [...found, ...(reader.end?.() ?? [])];
}
