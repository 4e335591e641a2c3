import { loadConfig } from '@strata/platform/config/load-config';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { silentLogger } from '@strata/testkit/test-logger';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openProviders } from '../src/adapters/open-key-ring.ts';
import type { KeyRing } from '../src/key-ring/key-ring.ts';
import { keySettings } from '../src/key-ring/key-settings.ts';
import { readLocalKeys } from '../src/key-ring/read-local-keys.ts';

export const newVaultKey = (): string => randomBytes(32).toString('base64');

/** A key file for one test. */
export class KeyFile {
  readonly folder: string;
  readonly file: string;
  readonly #stack = new CloseStack();

  private constructor(folder: string) {
    this.folder = folder;
    this.file = join(folder, 'VAULT_KEY');
  }

  static async make(): Promise<KeyFile> {
    const made = new KeyFile(await mkdtemp(join(tmpdir(), 'strata-vault-keys-')));
    await made.write(newVaultKey());
    return made;
  }

  write(...keys: readonly string[]): Promise<void> {
    return writeFile(this.file, `${keys.join('\n')}\n`, { mode: 0o600 });
  }

  text(): Promise<string> {
    return readFile(this.file, 'utf8');
  }

  /** The ids of its keys. */
  async ids(): Promise<string[]> {
    return readLocalKeys(await this.text(), 'VAULT_KEY_FILE').map(({ keyId }) => keyId);
  }

  /** The key ring of a process that starts now. */
  ring(env: Readonly<Record<string, string>> = { VAULT_KEY_FILE: this.file }): Promise<KeyRing> {
    return openProviders(loadConfig(keySettings, env), silentLogger, this.#stack);
  }

  /** A key ring with only the first key, as after all others are dropped. */
  async onlyFirst(): Promise<KeyRing> {
    const [VAULT_KEYS = ''] = (await this.text()).split('\n');
    return this.ring({ VAULT_KEYS });
  }

  async close(): Promise<void> {
    await this.#stack.close();
    await rm(this.folder, { recursive: true });
  }
}
