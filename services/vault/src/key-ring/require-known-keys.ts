import { AppError } from '@strata/kernel/errors';
import type { DataKeyStore } from './data-key-store.ts';
import type { KeyRing } from './key-ring.ts';

/** One row may be damaged; several at once mean that the key is wrong. */
const SAMPLES = 3;

const vaults = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'vault' : 'vaults'}`;

/**
 * Checks that the ring has the key of every data key. Throws an error with a sentence for the operator when one is missing.
 * Returns the number of vaults by key id. Errors: `unavailable`.
 */
export async function requireKnownKeys(store: DataKeyStore, ring: KeyRing): Promise<ReadonlyMap<string, number>> {
  const counts = await store.countByKey();
  for (const [keyId, count] of counts) {
    if (!(await ring.knows(keyId)))
      throw new Error(
        `The data keys of ${vaults(count)} are wrapped by the key ${keyId}, which is not among those of ${ring.settings}`,
      );
  }
  return counts;
}

/** The same, and tries each key on some of its data keys. */
export async function requireWorkingKeys(store: DataKeyStore, ring: KeyRing): Promise<void> {
  for (const [keyId, count] of await requireKnownKeys(store, ring)) {
    const outcomes: boolean[] = [];
    for (const { key, ...vault } of await store.sample(keyId, SAMPLES)) {
      outcomes.push(
        await ring.unwrap(key, vault).then(
          (dataKey) => dataKey.fill(0).length > 0,
          (error: unknown) => {
            if (error instanceof AppError) throw error;
            return false;
          },
        ),
      );
    }
    if (outcomes.length > 0 && !outcomes.includes(true))
      throw new Error(`The key ${keyId} of ${ring.settings} does not open the data keys of ${vaults(count)}`);
  }
}
