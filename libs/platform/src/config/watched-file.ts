import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Closeable } from '../lifecycle/closeable.ts';
import { repeat } from '../lifecycle/repeat.ts';
import type { LogFields, Logger } from '../log/logger.ts';

export interface WatchedFileOptions<Value> {
  readonly file: string;
  /** What it holds, in the plural, such as `signing keys`: for the log and for errors. */
  readonly holds: string;
  /** Reads the content. @throws Error when it is something else; the message holds nothing of it. */
  readonly parse: (text: string) => Value;
  /** What the log may tell of a new value. */
  readonly describe: (value: Value) => LogFields;
  readonly logger: Logger;
  readonly readText?: ReadText | undefined;
}

export type ReadText = (file: string) => Promise<string>;
const readFromDisk: ReadText = (file) => readFile(file, 'utf8');

const READ_EVERY_MS = 5_000;
/** Between two readings that somebody asks for who may ask as often as they like. */
const READ_AGAIN_MS = 250;

/** What a file holds, followed as the file changes. While it cannot be used, the last good value stays. */
export class WatchedFile<Value> implements Closeable {
  readonly #options: WatchedFileOptions<Value>;
  readonly #readText: ReadText;
  readonly #polling: Closeable;
  #value: Value;
  #text: string;
  #fault: string | undefined;
  #reading: Promise<void> = Promise.resolve();
  #nextReading: Promise<void> | undefined;
  #readAt = -Infinity;

  private constructor(text: string, options: WatchedFileOptions<Value>) {
    this.#options = options;
    this.#readText = options.readText ?? readFromDisk;
    this.#value = options.parse(text);
    this.#text = text;
    this.#polling = repeat(READ_EVERY_MS, () => this.#read(), options.logger);
  }

  /** @throws Error when the file cannot be read, or what `parse` throws. */
  static async open<Value>(options: WatchedFileOptions<Value>): Promise<WatchedFile<Value>> {
    const { file, holds, readText = readFromDisk } = options;
    const text = await readText(file).catch(() => undefined);
    if (text === undefined) throw new Error(`There are no ${holds}: the file ${file} cannot be read`);
    return new WatchedFile(text, options);
  }

  current(): Value {
    return this.#value;
  }

  /** The value as it is in the file now. @throws Error when the file cannot be used now. */
  async fresh(): Promise<Value> {
    await this.#read();
    if (this.#fault !== undefined) throw new Error(`The file of the ${this.#options.holds} cannot be used`);
    return this.#value;
  }

  /**
   * Reads the file again soon, however often it is asked: whoever comes before the next reading begins waits for it; so
   * it sees what was written before they came. Never rejects.
   */
  readAgain(): Promise<void> {
    const wait = Math.max(0, this.#readAt + READ_AGAIN_MS - performance.now());
    this.#nextReading ??= delay(wait).then(() => {
      this.#nextReading = undefined;
      this.#readAt = performance.now();
      return this.#read();
    });
    return this.#nextReading;
  }

  async close(): Promise<void> {
    await this.#polling.close();
    await this.#reading;
  }

  /** One reading after the other, so that the newest stands. What cannot be read changes nothing. Never rejects. */
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
