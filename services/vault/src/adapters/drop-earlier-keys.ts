import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataKeyStore } from '../key-ring/data-key-store.ts';
import { dropVaultKeys, restoreVaultKeys } from './vault-key-file.ts';

export interface DropParts {
  readonly file: string;
  /** The key that stays. */
  readonly keyId: string;
  readonly store: Pick<DataKeyStore, 'countByKey'>;
  /** How long the file must have been as it is. */
  readonly settleMs: number;
  readonly print: (line: string) => void;
}

/**
 * Removes the earlier keys from the file. Services ask the file for the key of every new vault; one that asked before the
 * file was changed may take a moment until its vault is stored, so that the file must have stood for a while.
 * @returns how many keys are gone. @throws Error when one is needed; then the file is as it was.
 */
export async function dropEarlierKeys({ file, keyId, store, settleMs, print }: DropParts): Promise<number> {
  const { mtimeMs } = await stat(file);
  const wait = Math.min(mtimeMs + settleMs - Date.now(), settleMs);
  if (wait > 0) {
    print(`Waiting for ${String(Math.ceil(wait / 1000))} s: a vault may be in the making under an earlier key`);
    await delay(wait);
  }
  const stillNeeded = async (): Promise<string | undefined> => {
    for (const [other, count] of await store.countByKey())
      if (other !== keyId) return `no key is dropped: ${count.toLocaleString('en')} vaults need the key ${other}`;
    return undefined;
  };
  const dropped = await dropVaultKeys(file, keyId, stillNeeded);
  const reason = await stillNeeded();
  if (reason === undefined) return dropped.length;
  await restoreVaultKeys(file, dropped);
  throw new Error(reason);
}
