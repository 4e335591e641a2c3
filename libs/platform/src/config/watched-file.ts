import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Closeable } from '../lifecycle/closeable.ts';
import { repeat } from '../lifecycle/repeat.ts';
import type { LogFields, Logger } from '../log/logger.ts';

export interface WatchedFileOptions<Value> {
  readonly file: string;
  /** Plural noun for the content, such as `signing keys`, for the log and for errors. */
  readonly holds: string;
  /** Parses the content. Throws when it is invalid; the error does not quote it. */
  readonly parse: (text: string) => Value;
  /** The fields of a new value that may be logged. */
  readonly describe: (value: Value) => LogFields;
  readonly logger: Logger;
  readonly readText?: ReadText | undefined;
}

export type ReadText = (file: string) => Promise<string>;
const readFromDisk: ReadText = (file) => readFile(file, 'utf8');

const READ_EVERY_MS = 5_000;
/** Minimum interval of reads on request, which any caller can cause. */
const READ_AGAIN_MS = 250;

/** The parsed content of a file, updated when the file changes. While the file cannot be used, the last good value stays. */
export class WatchedFile<Value> implements Closeable {
  readonly #options: WatchedFileOptions<Value>;
  readonly #readText: ReadText;
  readonly #polling: Closeable;
  #value: Value;
  #text: string;
  #fault: string | undefined;
  #reading: Promise<void> = Promise.resolve();
  #nextRead: Promise<void> | undefined;
  #readAt = -Infinity;

  private constructor(text: string, options: WatchedFileOptions<Value>) {
    this.#options = options;
    this.#readText = options.readText ?? readFromDisk;
    this.#value = options.parse(text);
    this.#text = text;
    this.#polling = repeat(READ_EVERY_MS, () => this.#read(), options.logger);
  }

  /** Throws when the file cannot be read, and what `parse` throws. */
  static async open<Value>(options: WatchedFileOptions<Value>): Promise<WatchedFile<Value>> {
    const { file, holds, readText = readFromDisk } = options;
    const text = await readText(file).catch(() => undefined);
    if (text === undefined) throw new Error(`There are no ${holds}: the file ${file} cannot be read`);
    return new WatchedFile(text, options);
  }

  current(): Value {
    return this.#value;
  }

  /** Reads the file and returns its value. Throws when the file cannot be used now. */
  async fresh(): Promise<Value> {
    await this.#read();
    if (this.#fault !== undefined) throw new Error(`The file of the ${this.#options.holds} cannot be used`);
    return this.#value;
  }

  /**
   * Reads the file again soon, but not more often than every 250 ms. The read begins after the call, so it sees everything
   * written before the call. Never rejects.
   */
  readAgain(): Promise<void> {
    const wait = Math.max(0, this.#readAt + READ_AGAIN_MS - performance.now());
    this.#nextRead ??= delay(wait).then(() => {
      this.#nextRead = undefined;
      this.#readAt = performance.now();
      return this.#read();
    });
    return this.#nextRead;
  }

  async close(): Promise<void> {
    await this.#polling.close();
    await this.#reading;
  }

  /** Reads run one at a time, so that the newest content wins. A failed read changes nothing. Never rejects. */
  #read(): Promise<void> {
    const { file, holds, logger } = this.#options;
    this.#reading = this.#reading.then(async () => {
      try {
        this.#take(await this.#readText(file));
      } catch (error) {
        const fault = error instanceof Error ? error.message : String(error);
        if (fault !== this.#fault) logger.warn(`The known ${holds} stay: their file cannot be used`, { file, error });
        this.#fault = fault;
      }
    });
    return this.#reading;
  }

  #take(text: string): void {
    const { file, holds, parse, describe, logger } = this.#options;
    if (text !== this.#text) {
      this.#value = parse(text);
      this.#text = text;
      logger.info(`The ${holds} have changed`, { file, ...describe(this.#value) });
    } else if (this.#fault !== undefined) logger.info(`The file of the ${holds} can be used again`, { file });
    this.#fault = undefined;
  }
}
