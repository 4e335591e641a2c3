import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataKeyStore } from '../key-ring/data-key-store.ts';
import {
  droppedCopyOf,
  dropVaultKeys,
  removeDroppedCopy,
  readDroppedKeys,
  restoreVaultKeys,
} from './vault-key-file.ts';

export interface DropParts {
  readonly file: string;
  /** The key to keep. */
  readonly keyId: string;
  readonly store: Pick<DataKeyStore, 'countByKey'>;
  /** How long the file must have been unchanged. */
  readonly settleMs: number;
  readonly print: (line: string) => void;
}

/**
 * Removes the earlier keys from the file, and returns how many. Throws when one is needed; then the file is unchanged.
 * Services read the file for every new vault. A service that read it just before a change may store its vault just after,
 * so the file must have been unchanged for a while. A copy of the file is kept until it is certain that no key is needed,
 * so that a run that is killed meanwhile loses no key.
 */
export async function dropEarlierKeys({ file, keyId, store, settleMs, print }: DropParts): Promise<number> {
  const { mtimeMs } = await stat(file);
  const wait = Math.min(mtimeMs + settleMs - Date.now(), settleMs);
  if (wait > 0) {
    print(`Waiting for ${String(Math.ceil(wait / 1000))} s: a vault may still be created under an earlier key`);
    await delay(wait);
  }
  const stillNeeded = async (): Promise<string | undefined> => {
    for (const [other, count] of await store.countByKey())
      if (other !== keyId) return `no key is dropped: ${count.toLocaleString('en')} vaults need the key ${other}`;
    return undefined;
  };
  const dropped = await dropVaultKeys(file, keyId, stillNeeded);
  const reason = await stillNeeded();
  if (reason !== undefined) await restoreVaultKeys(file, dropped);
  await removeDroppedCopy(file);
  if (reason !== undefined) throw new Error(reason);
  return dropped.length;
}

/** Restores the keys that an interrupted run had dropped. @param mayChange if false, only reports that this is needed */
export async function undoInterruptedDrop(
  file: string,
  mayChange: boolean,
  print: (line: string) => void,
): Promise<void> {
  const keys = await readDroppedKeys(file);
  if (keys === undefined) return;
  const interrupted = `${await droppedCopyOf(file)} exists: a run was interrupted while it dropped keys`;
  if (!mayChange) {
    print(`${interrupted}; a run without --verify restores them`);
    return;
  }
  const restored = await restoreVaultKeys(file, keys);
  await removeDroppedCopy(file);
  print(`${interrupted}; ${restored === 1 ? '1 key is' : `${String(restored)} keys are`} restored to ${file}`);
}
