import { WatchedFile } from '@strata/platform/config/watched-file';
import type { Database } from '@strata/platform/database/database';
import { openAll, type Closeable, type CloseStack } from '@strata/platform/lifecycle/closeable';
import type { Logger } from '@strata/platform/log/logger';
import { stat } from 'node:fs/promises';
import { openAwsKmsKeys } from './aws-kms-keys.ts';
import { logKeyFaults } from './log-key-faults.ts';
import { createPgDataKeys } from './pg-data-keys.ts';
import { combineProviders } from '../key-ring/combine-providers.ts';
import { permanentKeyFailure, type KeyProvider, type KeyRing } from '../key-ring/key-ring.ts';
import { providerOf, type KeySettings } from '../key-ring/key-settings.ts';
import { createLocalKeyProvider, type LocalKeySource } from '../key-ring/local-key-provider.ts';
import { readLocalKeys } from '../key-ring/read-local-keys.ts';
import { requireWorkingKeys } from '../key-ring/require-known-keys.ts';

export interface KeyRingParts {
  readonly database: Database;
  readonly logger: Logger;
}

/**
 * Opens the keys that the settings name, and checks them against the stored data keys. Throws an error with a sentence for
 * the operator when a key is missing or wrong. Errors: `unavailable` while the database or a key provider does not respond.
 */
export const openKeyRing = (settings: KeySettings, parts: KeyRingParts): Promise<KeyRing & Closeable> =>
  openAll(async (stack) => {
    const ring = await openProviders(settings, parts.logger, stack);
    await requireWorkingKeys(createPgDataKeys(parts.database), ring).catch((error: unknown) => {
      throw permanentKeyFailure(error);
    });
    return { ...ring, close: () => stack.close() };
  });

/** Opens the keys without the check. */
export async function openProviders(settings: KeySettings, logger: Logger, stack: CloseStack): Promise<KeyRing> {
  const wraps = providerOf(settings);
  const local = await openLocalKeys(settings, logger, stack);
  const kms =
    settings.VAULT_KMS_KEY_ID.length === 0 ? undefined : stack.use(await openAwsKmsKeys(settings, wraps === 'aws-kms'));
  const [first, second] = wraps === 'local' ? [local, kms] : [kms, local];
  if (first === undefined) throw new Error('There is no key for the vaults: set VAULT_KEY_FILE');
  return logKeyFaults(combineProviders(second === undefined ? [first] : [first, second]), logger);
}

async function openLocalKeys(
  { VAULT_KEY_FILE: file, VAULT_KEYS: keys }: KeySettings,
  logger: Logger,
  stack: CloseStack,
): Promise<KeyProvider | undefined> {
  if (file === undefined) return keys === undefined ? undefined : createLocalKeyProvider('VAULT_KEYS', fixedKeys(keys));
  await warnOfReaders(file, logger);
  return createLocalKeyProvider('VAULT_KEY_FILE', stack.use(await followKeys(file, logger)));
}

const followKeys = (file: string, logger: Logger) =>
  WatchedFile.open({
    file,
    logger,
    holds: 'keys of VAULT_KEY_FILE',
    parse: (text) => readLocalKeys(text, 'VAULT_KEY_FILE'),
    describe: (keys) => ({ current: keys[0].keyId, keys: keys.length }),
  });

function fixedKeys(text: string): LocalKeySource {
  const keys = readLocalKeys(text, 'VAULT_KEYS');
  return { current: () => keys, fresh: () => Promise.resolve(keys), readAgain: () => Promise.resolve() };
}

/** Only a warning: a file mounted into a container may have such a mode on purpose. */
async function warnOfReaders(file: string, logger: Logger): Promise<void> {
  const mode = await stat(file).then(
    (stats) => stats.mode & 0o777,
    () => 0,
  );
  if ((mode & 0o077) !== 0)
    logger.warn('VAULT_KEY_FILE can be read by others than its owner', { file, mode: mode.toString(8) });
}
