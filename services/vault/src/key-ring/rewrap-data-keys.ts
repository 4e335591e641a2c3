import { addToGroup } from '@strata/kernel/add-to-group';
import type { Clock } from '@strata/kernel/clock';
import { AppError } from '@strata/kernel/errors';
import { setTimeout as delay } from 'node:timers/promises';
import type { VaultIdentity } from '../sealing/key-encryption.ts';
import type { DataKeyStore, RewrappedKey, StoredDataKey } from './data-key-store.ts';
import { inBatches } from './in-batches.ts';
import type { KeyRing } from './key-ring.ts';

const AT_ONCE = 100;
/** Between two passes, for vaults that were locked. */
const PAUSE_MS = 100;

export interface RewrapParts {
  readonly store: DataKeyStore;
  readonly ring: KeyRing;
  readonly clock: Clock;
  /** Receives how many of all vaults are under the current key. */
  readonly progress: (done: number, all: number) => void;
}

/**
 * Wraps every data key under the current key. May be interrupted and started again, may run twice at once, and beside
 * services that create vaults: it ends when no data key is left under another key. Returns the vaults whose data key does
 * not open; they are not changed. Errors: `unavailable`.
 */
export async function rewrapDataKeys(parts: RewrapParts): Promise<VaultIdentity[]> {
  for (;;) {
    const { damaged, left } = await pass(parts);
    if (left <= damaged.length) return damaged;
    await delay(PAUSE_MS);
  }
}

/** Goes through all vaults once. `left` is the number of data keys under other keys after that. */
async function pass({
  store,
  ring,
  clock,
  progress,
}: RewrapParts): Promise<{ damaged: VaultIdentity[]; left: number }> {
  const current = await ring.currentKeyId();
  const { all, others } = await countOthers(store, current);
  let done = all - others;
  progress(done, all);
  const damaged: VaultIdentity[] = [];
  for (let after: StoredDataKey | undefined; ;) {
    const page = await store.page(after, AT_ONCE, current);
    if (page.length === 0) break;
    const outcomes = await inBatches(page, (stored) => rewrap(stored, ring));
    const rewrapped = outcomes.filter((outcome) => 'next' in outcome);
    damaged.push(...outcomes.filter((outcome) => !('next' in outcome)));
    for (const [tenantId, keys] of byTenant(rewrapped)) await store.rewrap(tenantId, keys, clock.now());
    after = page.at(-1);
    done = Math.min(done + rewrapped.length, all);
    progress(done, all);
  }
  return { damaged, left: (await countOthers(store, await ring.currentKeyId())).others };
}

/** Returns the data key under the current key, or only its owner if the data key does not open. */
async function rewrap({ key, tenantId, vaultId }: StoredDataKey, ring: KeyRing): Promise<RewrappedKey | VaultIdentity> {
  const vault = { tenantId, vaultId };
  try {
    const dataKey = await ring.unwrap(key, vault);
    return { ...vault, key, next: await ring.wrap(dataKey, vault).finally(() => dataKey.fill(0)) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    return vault;
  }
}

/** The number of vaults, and of those under another key than `keyId`. */
export async function countOthers(
  store: Pick<DataKeyStore, 'countByKey'>,
  keyId: string,
): Promise<{ readonly all: number; readonly others: number }> {
  const counts = await store.countByKey();
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return { all, others: all - (counts.get(keyId) ?? 0) };
}

function byTenant(keys: readonly RewrappedKey[]): ReadonlyMap<string, readonly RewrappedKey[]> {
  const groups = new Map<string, RewrappedKey[]>();
  for (const key of keys) addToGroup(groups, key.tenantId, key);
  return groups;
}
