import type { Closeable } from '@strata/platform/lifecycle/closeable';
import { repeat } from '@strata/platform/lifecycle/repeat';
import type { Logger } from '@strata/platform/log/logger';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { KeyFinder } from './issuer-keys.ts';
import { readSigningKeys, type PublishedKey, type SigningKeys } from './signing-key.ts';

export interface OwnKeysSource {
  /** The keys themselves; they stay as they are. */
  readonly pem?: string | undefined;
  /** Else the file that holds them, followed as it changes. */
  readonly file?: string | undefined;
}

const READ_EVERY_MS = 5_000;
/** Between two readings that unknown key ids cause. */
const READ_AGAIN_MS = 250;

type ReadText = (file: string) => Promise<string>;
const readFromDisk: ReadText = (file) => readFile(file, 'utf8');

/** The keys with which the service signs its own tokens and checks them. */
export class OwnKeys implements KeyFinder, Closeable {
  readonly #file: string | undefined;
  readonly #logger: Logger;
  readonly #readText: ReadText;
  readonly #polling: Closeable | undefined;
  #keys: SigningKeys;
  #text: string;
  #fault: string | undefined;
  #reading: Promise<void> = Promise.resolve();
  #nextReading: Promise<void> | undefined;
  #readAt = -Infinity;

  private constructor(text: string, file: string | undefined, logger: Logger, readText: ReadText) {
    this.#readText = readText;
    this.#keys = readSigningKeys(text);
    this.#text = text;
    this.#file = file;
    this.#logger = logger;
    if (file !== undefined) this.#polling = repeat(READ_EVERY_MS, () => this.#read(file), logger);
  }

  /** @throws Error when there are none, or they are none. */
  static async open({ pem, file }: OwnKeysSource, logger: Logger, readText = readFromDisk): Promise<OwnKeys> {
    if (pem !== undefined) return new OwnKeys(pem, undefined, logger, readText);
    if (file === undefined) throw new Error('There is no signing key');
    const text = await readText(file).catch(() => undefined);
    if (text === undefined) throw new Error(`The signing key file ${file} cannot be read`);
    return new OwnKeys(text, file, logger, readText);
  }

  current(): SigningKeys {
    return this.#keys;
  }

  /** An unknown id may be of a key that another gateway signs with already: the file is read again before it is refused. */
  async find(kid: string): Promise<PublishedKey | undefined> {
    const known = this.#known(kid);
    if (known !== undefined || this.#file === undefined) return known;
    await this.#readAgain(this.#file);
    return this.#known(kid);
  }

  async close(): Promise<void> {
    await this.#polling?.close();
    await this.#reading;
  }

  #known(kid: string): PublishedKey | undefined {
    return this.#keys.published.find((key) => key.kid === kid);
  }

  /** Whoever comes before the next reading begins waits for it; so it sees what was written before they came. */
  #readAgain(file: string): Promise<void> {
    const wait = Math.max(0, this.#readAt + READ_AGAIN_MS - performance.now());
    this.#nextReading ??= delay(wait).then(() => {
      this.#nextReading = undefined;
      this.#readAt = performance.now();
      return this.#read(file);
    });
    return this.#nextReading;
  }

  /** One reading after the other, so that the newest stands. What cannot be read changes nothing. Never rejects. */
  #read(file: string): Promise<void> {
    this.#reading = this.#reading.then(async () => {
      try {
        this.#take(await this.#readText(file), file);
      } catch (error) {
        const fault = error instanceof Error ? error.message : String(error);
        if (fault !== this.#fault)
          this.#logger.warn('The known signing keys stay: their file cannot be used', { file, error });
        this.#fault = fault;
      }
    });
    return this.#reading;
  }

  #take(text: string, file: string): void {
    if (text !== this.#text) {
      this.#keys = readSigningKeys(text);
      this.#text = text;
      const { signing, published } = this.#keys;
      this.#logger.info('The signing keys have changed', { file, signing: signing.kid, keys: published.length });
    } else if (this.#fault !== undefined) this.#logger.info('The file of the signing keys can be used again', { file });
    this.#fault = undefined;
  }
}
