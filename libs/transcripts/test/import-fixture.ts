import type { EventInput } from '@strata/contracts/schemas/event';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { importTranscripts, type ImportOptions } from '../src/importing/import-transcripts.ts';
import type { ImportReport } from '../src/importing/report.ts';
import type { SourceName } from '../src/importing/sources.ts';

/** A folder with transcripts, and a service that keeps what it is sent, an event of one key once. */
export class ImportFixture {
  readonly folder: string;
  /** Every event in the order of its first arrival, by its idempotency key. */
  readonly stored = new Map<string, EventInput>();
  /** How many events were sent, again or not. */
  arrived = 0;
  /** The batch that fails, counted from 1. */
  failsAt: number | undefined;
  #batches = 0;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<ImportFixture> {
    return new ImportFixture(await mkdtemp(join(tmpdir(), 'strata-transcripts-')));
  }

  path(name: string): string {
    return join(this.folder, 'transcripts', name);
  }

  /** Writes a file: a text or bytes as they are, records as one line each. */
  async write(name: string, content: string | Uint8Array | readonly unknown[]): Promise<string> {
    const path = this.path(name);
    await mkdir(dirname(path), { recursive: true });
    const isRecords = typeof content !== 'string' && !(content instanceof Uint8Array);
    await writeFile(path, isRecords ? asLines(content) : content);
    return path;
  }

  import(source: SourceName, options: Partial<ImportOptions> = {}): Promise<ImportReport> {
    return importTranscripts(source, {
      path: this.path('.'),
      stateDir: join(this.folder, 'state'),
      target: 'test',
      send: (events) => this.#receive(events),
      ...options,
    });
  }

  /** The type and payload of every stored event. */
  payloads(): { type: string; payload: EventInput['payload'] }[] {
    return [...this.stored.values()].map(({ type, payload }) => ({ type, payload }));
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  #receive(events: readonly EventInput[]): ReturnType<ImportOptions['send']> {
    this.#batches += 1;
    if (this.#batches === this.failsAt) return Promise.reject(new Error('the service is away'));
    this.arrived += events.length;
    const errorDetails = events.flatMap((event, index) => {
      const { idempotencyKey = '' } = event;
      const known = this.stored.get(idempotencyKey);
      if (known === undefined) this.stored.set(idempotencyKey, event);
      return known === undefined || JSON.stringify(known) === JSON.stringify(event)
        ? []
        : [{ index, code: 'conflict', message: 'This idempotencyKey was already used for another event' }];
    });
    return Promise.resolve({ errorDetails });
  }
}

export const asLines = (records: readonly unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');
