import { unavailable } from '@strata/kernel/errors';
import { open, seal } from '../sealing/seal.ts';
import type { VaultIdentity } from '../sealing/key-encryption.ts';
import { unknownKey, type KeyProvider } from './key-ring.ts';
import { LOCAL, type LocalKey, type LocalKeys } from './read-local-keys.ts';

/** A source of keys that may change while the process runs. */
export interface LocalKeySource {
  current(): LocalKeys;
  /** Reads them now. Throws when they cannot be read. */
  fresh(): Promise<LocalKeys>;
  /** Reads them now, or keeps the last ones if that fails. Never rejects. */
  readAgain(): Promise<void>;
}

const SALT_BYTES = 32;

const bindingOf = (keyId: string, { tenantId, vaultId }: VaultIdentity): string[] => [
  'data key',
  keyId,
  tenantId,
  vaultId,
];

/** Wraps data keys under local keys. `wrapped` is the salt followed by the sealed data key. */
export function createLocalKeyProvider(settings: string, source: LocalKeySource): KeyProvider {
  const known = (keyId: string): LocalKey | undefined => source.current().find((key) => key.keyId === keyId);
  /** An unknown id may belong to a new key that another process already uses. */
  const find = async (keyId: string): Promise<LocalKey | undefined> => {
    const key = known(keyId);
    if (key !== undefined) return key;
    await source.readAgain();
    return known(keyId);
  };
  // Read each time: a data key wrapped under a key that has been dropped would be lost.
  const current = async (): Promise<LocalKey> => {
    const [first] = await source.fresh().catch((error: unknown) => {
      throw unavailable('The key of the vaults', error);
    });
    return first;
  };
  return {
    kind: LOCAL,
    settings,
    currentKeyId: async () => (await current()).keyId,
    knows: async (keyId) => (await find(keyId)) !== undefined,

    wrap: async (dataKey, vault) => {
      const { keyId, key } = await current();
      const { salt, sealed } = seal(key, dataKey, bindingOf(keyId, vault));
      return { keyId, wrapped: Buffer.concat([salt, sealed]) };
    },

    unwrap: async ({ keyId, wrapped }, vault) => {
      const found = await find(keyId);
      if (found === undefined) throw unknownKey(keyId, settings);
      const sealed = { salt: wrapped.subarray(0, SALT_BYTES), sealed: wrapped.subarray(SALT_BYTES) };
      return open(found.key, sealed, bindingOf(keyId, vault));
    },
  };
}
