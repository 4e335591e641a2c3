import { WatchedFile, type ReadText } from '@strata/platform/config/watched-file';
import type { Closeable } from '@strata/platform/lifecycle/closeable';
import type { Logger } from '@strata/platform/log/logger';
import type { KeyFinder } from './issuer-keys.ts';
import { readSigningKeys, type PublishedKey, type SigningKeys } from './signing-key.ts';

export interface OwnKeysSource {
  /** The keys themselves; they stay as they are. */
  readonly pem?: string | undefined;
  /** Else the file that holds them, followed as it changes. */
  readonly file?: string | undefined;
}

/** The keys with which the service signs its own tokens and checks them. */
export class OwnKeys implements KeyFinder, Closeable {
  readonly #keys: SigningKeys | WatchedFile<SigningKeys>;

  private constructor(keys: SigningKeys | WatchedFile<SigningKeys>) {
    this.#keys = keys;
  }

  /** @throws Error when there are none, or they are none. */
  static async open({ pem, file }: OwnKeysSource, logger: Logger, readText?: ReadText): Promise<OwnKeys> {
    if (pem !== undefined) return new OwnKeys(readSigningKeys(pem));
    if (file === undefined) throw new Error('There is no signing key');
    const describe = ({ signing, published }: SigningKeys) => ({ signing: signing.kid, keys: published.length });
    const options = { file, logger, readText, describe, holds: 'signing keys', parse: readSigningKeys };
    return new OwnKeys(await WatchedFile.open(options));
  }

  current(): SigningKeys {
    return this.#keys instanceof WatchedFile ? this.#keys.current() : this.#keys;
  }

  /** An unknown id may be of a key that another gateway signs with already: the file is read again before it is refused. */
  async find(kid: string): Promise<PublishedKey | undefined> {
    const known = this.#known(kid);
    if (known !== undefined || !(this.#keys instanceof WatchedFile)) return known;
    await this.#keys.readAgain();
    return this.#known(kid);
  }

  async close(): Promise<void> {
    if (this.#keys instanceof WatchedFile) await this.#keys.close();
  }

  #known(kid: string): PublishedKey | undefined {
    return this.current().published.find((key) => key.kid === kid);
  }
}
