import { WatchedFile, type ReadText } from '@strata/platform/config/watched-file';
import type { Closeable } from '@strata/platform/lifecycle/closeable';
import type { Logger } from '@strata/platform/log/logger';
import type { KeyFinder } from './issuer-keys.ts';
import { readSigningKeys, type PublishedKey, type SigningKeys } from './signing-key.ts';

export interface OwnKeysSource {
  /** The keys in PEM. They never change. */
  readonly pem?: string | undefined;
  /** Otherwise a file with them, read again when it changes. */
  readonly file?: string | undefined;
}

/** The keys that sign and verify the service's own tokens. */
export class OwnKeys implements KeyFinder, Closeable {
  readonly #keys: SigningKeys | WatchedFile<SigningKeys>;

  private constructor(keys: SigningKeys | WatchedFile<SigningKeys>) {
    this.#keys = keys;
  }

  /** Throws when there is no key, or the keys are invalid. */
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

  /** Reads the file again for an unknown id: another gateway may already sign with a new key. */
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
