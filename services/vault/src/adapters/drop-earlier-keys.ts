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
  /** The key that stays. */
  readonly keyId: string;
  readonly store: Pick<DataKeyStore, 'countByKey'>;
  /** How long the file must have been as it is. */
  readonly settleMs: number;
  readonly print: (line: string) => void;
}

/**
 * Removes the earlier keys from the file. Services ask the file for the key of every new vault; one that asked before the
 * file was changed may take a moment until its vault is stored, so that the file must have stood for a while. Until it is
 * certain that no key is needed, the file stays beside it as it was, so that a run that is killed in between loses none.
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
  if (reason !== undefined) await restoreVaultKeys(file, dropped);
  await removeDroppedCopy(file);
  if (reason !== undefined) throw new Error(reason);
  return dropped.length;
}

/** Puts back what a run had taken out of the file that ended before it was certain. @param mayChange or else only says so */
export async function undoInterruptedDrop(
  file: string,
  mayChange: boolean,
  print: (line: string) => void,
): Promise<void> {
  const keys = await readDroppedKeys(file);
  if (keys === undefined) return;
  const brokenOff = `${await droppedCopyOf(file)} is there: a run broke off while it dropped keys`;
  if (!mayChange) {
    print(`${brokenOff}; one without --verify puts them back`);
    return;
  }
  const restored = await restoreVaultKeys(file, keys);
  await removeDroppedCopy(file);
  print(`${brokenOff}; ${restored === 1 ? '1 key is' : `${String(restored)} keys are`} back in ${file}`);
}
